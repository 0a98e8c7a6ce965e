import { getF64, setF64 } from '../lib/arena';

/** Computes exp of each log-likelihood ratio. Ratios are clamped so that products of the results stay finite. */
export function exponentials(llr: usize, count: i32, out: usize): void {
  for (let e = 0; e < count; e++) setF64(out, e, Math.exp(Math.min(Math.max(getF64(llr, e), -60), 60)));
}
