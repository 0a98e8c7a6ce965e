import { getF64, setF64 } from '../lib/arena';

/** exp of each log-likelihood ratio; the ratios are clamped so that products stay finite. */
export function exponentials(llr: usize, count: i32, out: usize): void {
  for (let e = 0; e < count; e++) setF64(out, e, Math.exp(Math.min(Math.max(getF64(llr, e), -60), 60)));
}
