/** Adjusts the p-values of several tests that are read together. */

/** Adjusts p-values by Holm's method, which limits the chance of any false positive (Scand. J. Stat. 6, 1979); keeps their order. */
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

/** Adjusts p-values by Benjamini and Hochberg's method, which limits the share of false positives (J. R. Stat. Soc. B 57, 1995). */
export function adjustedByBenjaminiHochberg(p: readonly number[]): number[] {
  const order = p.map((_, at) => at).sort((a, b) => p[b]! - p[a]!);
  const out = new Array<number>(p.length).fill(1);
  let most = 1;
  order.forEach((at, before) => {
    most = Math.min(most, (p[at]! * p.length) / (p.length - before));
    out[at] = most;
  });
  return out;
}
