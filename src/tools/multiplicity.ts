/** p-values of several tests that are read together. */

/** Holm's step-down adjustment, which keeps the chance of any false positive (Scand. J. Stat. 6, 1979); in the order given. */
export function adjustedByHolm(p: readonly number[]): number[] {
  const order = p.map((_, at) => at).sort((a, b) => p[a]! - p[b]!);
  const out = new Array<number>(p.length).fill(1);
  let least = 0;
  order.forEach((at, rank) => {
    least = Math.max(least, Math.min(1, p[at]! * (p.length - rank)));
    out[at] = least;
  });
  return out;
}
