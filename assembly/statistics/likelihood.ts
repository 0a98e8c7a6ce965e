/** Parts of log likelihoods that are not computed row by row, in double-double. */
import { alloc, getF64, mark, release, setF64 } from '../lib/arena';
import { add, divide, log, low, multiply } from './dd';
import { logGamma } from './gamma';
import { addPair, addProduct } from './survival';

/** Log likelihood of a perfect fit to counts y: Σ weight · (y ln y − y − ln Γ(y + 1)) over the distinct values. `out`: one pair. */
export function saturated(count: i32, values: usize, weights: usize, out: usize): void {
  for (let i: i32 = 0; i < count; i++) {
    const y = getF64(values, i);
    if (y == 0) continue;
    let h = log(y, 0);
    h = multiply(h, low(), y, 0);
    h = add(h, low(), -y, 0);
    const sh = h;
    const sl = low();
    const gh = logGamma(y + 1, 0);
    h = add(sh, sl, -gh, -low());
    addProduct(out, 0, h, low(), getF64(weights, i), 0);
  }
}

/**
 * Natural logarithm of the determinant of a positive definite matrix of pairs [p][p], by elimination; −Infinity if a pivot is not above 0.
 * `out`: one pair.
 */
export function logDeterminant(p: i32, matrix: usize, out: usize): void {
  const back = mark();
  const left = alloc(<usize>(p * p) << 4);
  memory.copy(left, matrix, <usize>(p * p) << 4);
  setF64(out, 0, 0);
  setF64(out, 1, 0);
  for (let k: i32 = 0; k < p; k++) {
    const ph = getF64(left, 2 * (k * p + k));
    const pl = getF64(left, 2 * (k * p + k) + 1);
    if (!(ph > 0)) {
      setF64(out, 0, -Infinity);
      setF64(out, 1, 0);
      break;
    }
    const h = log(ph, pl);
    addPair(out, 0, h, low());
    for (let i = k + 1; i < p; i++) {
      const fh = divide(getF64(left, 2 * (i * p + k)), getF64(left, 2 * (i * p + k) + 1), ph, pl);
      const fl = low();
      for (let j = k + 1; j < p; j++) addProduct(left, i * p + j, -fh, -fl, getF64(left, 2 * (k * p + j)), getF64(left, 2 * (k * p + j) + 1));
    }
  }
  release(back);
}
