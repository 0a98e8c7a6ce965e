/**
 * Computes sums over columns in double-double. Values are multiplied by `scale`, a power of two that brings the largest magnitude to at
 * most 1, so that squares and split products do not overflow. Results are those of the scaled values.
 */
import { getF64, setF64 } from '../lib/arena';
import { add, divide, low, multiply, sum2 } from './dd';

/** Writes the sum of column[from … to) to out[0] (high part) and out[1] (low part). */
export function total(column: usize, from: i32, to: i32, scale: f64, out: usize): void {
  let h: f64 = 0;
  let l: f64 = 0;
  for (let i = from; i < to; i++) {
    h = add(h, l, getF64(column, i) * scale, 0);
    l = low();
  }
  setF64(out, 0, h);
  setF64(out, 1, l);
}

/**
 * Computes the mean of a column and sums of powers about it, in two passes over offsets from the first value.
 *
 * @param rows at least 1
 * @param out  f64[8]: mean (high, low), sum of squares (high, low), of cubes, of fourth powers, of products with the value
 * before (high, low)
 */
export function moments(column: usize, rows: i32, scale: f64, out: usize): void {
  const pivot = getF64(column, 0) * scale;
  let h: f64 = 0;
  let l: f64 = 0;
  for (let i = 0; i < rows; i++) {
    const d = sum2(getF64(column, i) * scale, -pivot);
    h = add(h, l, d, low());
    l = low();
  }
  h = divide(h, l, <f64>rows, 0);
  h = add(h, low(), pivot, 0);
  l = low();
  setF64(out, 0, h);
  setF64(out, 1, l);
  let s2h: f64 = 0;
  let s2l: f64 = 0;
  let s3h: f64 = 0;
  let s3l: f64 = 0;
  let s4h: f64 = 0;
  let s4l: f64 = 0;
  let nextH: f64 = 0;
  let nextL: f64 = 0;
  let beforeH: f64 = 0;
  let beforeL: f64 = 0;
  for (let i = 0; i < rows; i++) {
    const dh = add(getF64(column, i) * scale, 0, -h, -l);
    const dl = low();
    const qh = multiply(dh, dl, dh, dl);
    const ql = low();
    s2h = add(s2h, s2l, qh, ql);
    s2l = low();
    const ch = multiply(qh, ql, dh, dl);
    s3h = add(s3h, s3l, ch, low());
    s3l = low();
    const fh = multiply(qh, ql, qh, ql);
    s4h = add(s4h, s4l, fh, low());
    s4l = low();
    const nh = multiply(beforeH, beforeL, dh, dl);
    nextH = add(nextH, nextL, nh, low());
    nextL = low();
    beforeH = dh;
    beforeL = dl;
  }
  setF64(out, 2, s2h);
  setF64(out, 3, s2l);
  setF64(out, 4, s3h + s3l);
  setF64(out, 5, s4h + s4l);
  setF64(out, 6, nextH);
  setF64(out, 7, nextL);
}

/** Writes Σ (x − x̄)(y − ȳ) over two columns to out[0]. Both are scaled; their means are double-doubles. */
export function coproduct(
  x: usize,
  y: usize,
  rows: i32,
  xScale: f64,
  xh: f64,
  xl: f64,
  yScale: f64,
  yh: f64,
  yl: f64,
  out: usize,
): void {
  let h: f64 = 0;
  let l: f64 = 0;
  for (let i = 0; i < rows; i++) {
    const ah = add(getF64(x, i) * xScale, 0, -xh, -xl);
    const al = low();
    const bh = add(getF64(y, i) * yScale, 0, -yh, -yl);
    const ph = multiply(ah, al, bh, low());
    h = add(h, l, ph, low());
    l = low();
  }
  setF64(out, 0, h + l);
}
