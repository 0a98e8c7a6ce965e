/**
 * Computes the design matrix of a regression, one piece of rows at a time, from columns of data: constants, products of powers, and codes
 * of levels. Subtracts each column's origin and multiplies by the root of the row's weight. Powers and products are computed in
 * double-double. Columns are first scaled by powers of two, so that magnitudes are at most 1.
 */
import { getF64, setF64 } from '../lib/arena';
import { add, low, multiply, product2, sum2 } from './dd';

/** Number of fields that describe a design column, each f64. */
export const SPEC_FIELDS: i32 = 6;
const KIND: i32 = 0;
/** Field of a design column: index of its first factor, or of the data column of codes. */
const FIRST: i32 = 1;
/** Field of a design column: number of its factors (0 for the constant), or the code for which the column is 1. */
const COUNT: i32 = 2;
/** Field of a design column: the code for which the column is −1; −1 if there is none. */
const REFERENCE: i32 = 3;
const ORIGIN: i32 = 4;
const PRODUCT: f64 = 0;

let columns: usize = 0;
let rows: i32 = 0;
let scales: usize = 0;
let specs: usize = 0;
let factors: usize = 0;
let weights: i32 = -1;

/**
 * Selects the design of the next passes.
 *
 * @param data      f64[…][count]: the columns of data one after another
 * @param scale     f64[…]: a power of two for each of them
 * @param spec      f64[width][6]: kind (0 product, 1 level), then the fields above, then the origin's high and low part
 * @param factor    f64[…][2]: data column, power
 * @param weight    index of the data column of weights, −1 without weights
 */
export function useDesign(data: usize, count: i32, scale: usize, spec: usize, factor: usize, weight: i32): void {
  columns = data;
  rows = count;
  scales = scale;
  specs = spec;
  factors = factor;
  weights = weight;
}

// @ts-ignore: decorator
@inline
function cell(column: i32, row: i32): f64 {
  return getF64(columns, column * rows + row) * getF64(scales, column);
}

/** Returns the value of a design column in a row before its origin is subtracted: the high part; the low part is in `low()`. */
function product(spec: usize, row: i32): f64 {
  if (getF64(spec, KIND) != PRODUCT) {
    const code = getF64(columns, <i32>getF64(spec, FIRST) * rows + row);
    const value: f64 = code == getF64(spec, COUNT) ? 1 : code == getF64(spec, REFERENCE) ? -1 : 0;
    return sum2(value, 0);
  }
  const first = <i32>getF64(spec, FIRST);
  const count = <i32>getF64(spec, COUNT);
  let h: f64 = 1;
  let l: f64 = 0;
  for (let f = first; f < first + count; f++) {
    const value = cell(<i32>getF64(factors, 2 * f), row);
    for (let power = <i32>getF64(factors, 2 * f + 1); power > 0; power--) {
      h = multiply(h, l, value, 0);
      l = low();
    }
  }
  return sum2(h, l);
}

/** Returns the square root of a row's weight; 1 if there are no weights. */
export function rootOfWeight(row: i32): f64 {
  return weights < 0 ? 1 : sqrt(cell(weights, row));
}

/** Fills a design column that equals a data column, in double. This most frequent case avoids a function call per row. */
function fillPlain(spec: usize, from: i32, count: i32, out: usize): void {
  const column = <i32>getF64(factors, 2 * <i32>getF64(spec, FIRST));
  const base = columns + (<usize>(column * rows + from) << 3);
  const s = f64x2.splat(getF64(scales, column));
  const h = f64x2.splat(getF64(spec, ORIGIN));
  const l = f64x2.splat(getF64(spec, ORIGIN + 1));
  let i: i32 = 0;
  for (; i + 2 <= count; i += 2) {
    const offset = <usize>i << 3;
    const value = f64x2.mul(v128.load(base + offset), s);
    v128.store(out + offset, f64x2.sub(f64x2.sub(value, h), l));
  }
  if (i < count) setF64(out, i, getF64(base, i) * getF64(scales, column) - getF64(spec, ORIGIN) - getF64(spec, ORIGIN + 1));
}

/**
 * Writes `count` rows of every design column, followed by rows of zeros up to `stride`.
 *
 * @param high,lows  f64[width][stride]: high and low parts; `lows` is 0 if only doubles are needed
 */
export function fillDesign(width: i32, from: i32, count: i32, stride: i32, high: usize, lows: usize): void {
  for (let j: i32 = 0; j < width; j++) {
    const spec = specs + (<usize>(j * SPEC_FIELDS) << 3);
    const out = high + (<usize>(j * stride) << 3);
    const outLow = lows + (<usize>(j * stride) << 3);
    for (let i = count; i < stride; i++) {
      setF64(out, i, 0);
      if (lows != 0) setF64(outLow, i, 0);
    }
    const plain = getF64(spec, KIND) == PRODUCT && getF64(spec, COUNT) == 1 && getF64(factors, 2 * <i32>getF64(spec, FIRST) + 1) == 1;
    if (plain && lows == 0 && weights < 0) {
      fillPlain(spec, from, count, out);
      continue;
    }
    for (let i: i32 = 0; i < count; i++) {
      let h = product(spec, from + i);
      let l = low();
      h = add(h, l, -getF64(spec, ORIGIN), -getF64(spec, ORIGIN + 1));
      l = low();
      if (weights >= 0) {
        const weight = cell(weights, from + i);
        const root = sqrt(weight);
        const square = product2(root, root);
        // The square root in double gets its low part from one Newton step.
        h = multiply(h, l, root, root > 0 ? (weight - square - low()) / (2 * root) : 0);
        l = low();
      }
      setF64(out, i, h);
      if (lows != 0) setF64(outLow, i, l);
    }
  }
}
