/** Writes a p-value with at least two digits, and as many as needed so that rounding does not move it across alpha. */
export function pWords(p: number | undefined, alpha: number): string {
  if (p === undefined) return 'no p';
  if (p < 0.0001) return 'p < 0.0001';
  const shown = [2, 3, 4, 5, 6].map((digits) => Number(p.toPrecision(digits))).find((short) => short < alpha === p < alpha);
  return `p = ${String(shown ?? p)}`;
}
