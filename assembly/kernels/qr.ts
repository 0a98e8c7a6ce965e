import { getF64, setF64 } from '../lib/arena';

/**
 * Householder QR of a tall matrix, a column at a time so that the host can stop in between (Golub and Van Loan,
 * Matrix Computations, 4th ed., §5.2). The matrix is column-major f64, `rows` × `columns`; below the diagonal the
 * columns keep their reflectors, the diagonal of R is returned.
 */

/**
 * Takes the mean off a column and brings it to unit length.
 *
 * @param column  f64[rows], changed in place
 * @param out     f64[2]: mean, length of the centred column (0 when it is constant; then it is left centred)
 */
export function centre(column: usize, rows: i32, out: usize): void {
  // Offsets from the first value keep the digits that a large common level would cost.
  const pivot = getF64(column, 0);
  let sum: f64 = 0;
  let lost: f64 = 0;
  for (let i = 0; i < rows; i++) {
    const term = getF64(column, i) - pivot - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  const shift = sum / <f64>rows;
  let largest: f64 = 0;
  for (let i = 0; i < rows; i++) {
    const value = getF64(column, i) - pivot - shift;
    setF64(column, i, value);
    largest = max(largest, abs(value));
  }
  setF64(out, 0, pivot + shift);
  if (largest == 0) {
    setF64(out, 1, 0);
    return;
  }
  let squares: f64 = 0;
  for (let i = 0; i < rows; i++) {
    const value = getF64(column, i) / largest;
    squares += value * value;
  }
  const length = sqrt(squares) * largest;
  for (let i = 0; i < rows; i++) setF64(column, i, getF64(column, i) / length);
  setF64(out, 1, length);
}

/** Makes the reflector of column `k` from row `k` down; returns the diagonal element of R, 0 when nothing is left. */
export function reflector(matrix: usize, rows: i32, k: i32): f64 {
  const column = matrix + ((<usize>k * <usize>rows) << 3);
  let squares: f64 = 0;
  for (let i = k; i < rows; i++) {
    const value = getF64(column, i);
    squares += value * value;
  }
  const length = sqrt(squares);
  if (length == 0) return 0;
  const head = getF64(column, k);
  const diagonal = head > 0 ? -length : length;
  // v = x − diagonal·e₁, scaled so that v'v = 2: the reflection is then a − (v'a)·v.
  const scale = sqrt(length * (length + abs(head)));
  setF64(column, k, head - diagonal);
  for (let i = k; i < rows; i++) setF64(column, i, getF64(column, i) / scale);
  return diagonal;
}

/** Applies reflector `k` to column `j`; returns the new element in row `k`, which belongs to R. */
export function reflect(matrix: usize, rows: i32, k: i32, j: i32): f64 {
  const v = matrix + ((<usize>k * <usize>rows) << 3);
  const a = matrix + ((<usize>j * <usize>rows) << 3);
  let product: f64 = 0;
  for (let i = k; i < rows; i++) product += getF64(v, i) * getF64(a, i);
  for (let i = k; i < rows; i++) setF64(a, i, getF64(a, i) - product * getF64(v, i));
  return getF64(a, k);
}

/** Sum of squares of column `j` from row `from` down. */
export function squaresBelow(matrix: usize, rows: i32, j: i32, from: i32): f64 {
  const a = matrix + ((<usize>j * <usize>rows) << 3);
  let squares: f64 = 0;
  for (let i = from; i < rows; i++) squares += getF64(a, i) * getF64(a, i);
  return squares;
}
