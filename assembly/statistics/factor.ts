/**
 * Streaming QR factorisation by Householder reflections: a triangle R absorbs one piece of rows after another, and two triangles are merged
 * by treating one as rows of the other (tall-skinny QR; Demmel, Grigori, Hoemmen and Langou, SIAM J. Sci. Comput. 34, 2012). Triangles are
 * f64[2][width][width], row by row: high parts, then low parts. In double precision the low parts stay 0.
 */
import { alloc, getF64, mark, release, setF64 } from '../lib/arena';
import { add, divide, low, multiply, product2, sum2 } from './dd';
import { fillDesign } from './design';
import { dot, dotExact, dotPair, take, takeExact, takePairDot } from './lanes';

/** Number of rows that are processed at once; the columns of so few rows stay in the first-level cache. */
export const PIECE: i32 = 256;

/** Returns the square root of a double-double ≥ 0. */
export function squareRoot(h: f64, l: f64): f64 {
  if (h <= 0) return sum2(0, 0);
  const root = sqrt(h);
  const square = product2(root, root);
  const off = h - square - low() + l;
  return sum2(root, off / (2 * root));
}

/** Computes the dot products of column `k` with itself and with every later column. */
function productsOf(block: usize, rows: i32, stride: i32, k: i32, width: i32, products: usize): void {
  const x = block + (<usize>(k * stride) << 3);
  let j = k;
  for (; j + 2 <= width; j += 2) {
    const y = block + (<usize>(j * stride) << 3);
    v128.store(products + (<usize>j << 3), dotPair(x, y, y + (<usize>stride << 3), rows));
  }
  if (j < width) setF64(products, j, dot(x, block + (<usize>(j * stride) << 3), rows));
}

/**
 * Absorbs `rows` rows into the triangle, in double. The rows are stored by column, `stride` apart, and are overwritten. Each reflection
 * also computes the dot products that the next one needs, so that each column is read only once.
 */
function absorb(block: usize, rows: i32, stride: i32, width: i32, triangle: usize): void {
  const back = mark();
  const products = alloc((width + 1) << 3);
  productsOf(block, rows, stride, 0, width, products);
  for (let k: i32 = 0; k < width; k++) {
    const squares = getF64(products, k);
    if (squares == 0) {
      if (k + 1 < width) productsOf(block, rows, stride, k + 1, width, products);
      continue;
    }
    const x = block + (<usize>(k * stride) << 3);
    const row = triangle + (<usize>(k * width) << 3);
    const head = getF64(row, k);
    const length = sqrt(head * head + squares);
    const diagonal = head > 0 ? -length : length;
    const top = head - diagonal;
    const factor = -1 / (diagonal * top);
    setF64(row, k, diagonal);
    for (let j = k + 1; j < width; j++) {
      const s = (top * getF64(row, j) + getF64(products, j)) * factor;
      setF64(row, j, getF64(row, j) - s * top);
      setF64(products, j, s);
    }
    if (k + 1 == width) break;
    const next = x + (<usize>stride << 3);
    take(x, next, getF64(products, k + 1), rows);
    setF64(products, k + 1, dot(next, next, rows));
    let j = k + 2;
    for (; j + 2 <= width; j += 2) {
      const y = block + (<usize>(j * stride) << 3);
      const pair = takePairDot(x, y, getF64(products, j), y + (<usize>stride << 3), getF64(products, j + 1), next, rows);
      v128.store(products + (<usize>j << 3), pair);
    }
    if (j < width) {
      const y = block + (<usize>(j * stride) << 3);
      take(x, y, getF64(products, j), rows);
      setF64(products, j, dot(next, y, rows));
    }
  }
  release(back);
}

/** Does the same as `absorb`, but in double-double. */
function absorbExact(high: usize, lows: usize, rows: i32, stride: i32, width: i32, triangle: usize): void {
  const lowPart = <usize>(width * width) << 3;
  for (let k: i32 = 0; k < width; k++) {
    const column = <usize>(k * stride) << 3;
    const xh = high + column;
    const xl = lows + column;
    const sh = dotExact(xh, xl, xh, xl, rows);
    if (sh == 0) continue;
    const sl = low();
    const row = triangle + (<usize>(k * width) << 3);
    const headH = getF64(row, k);
    const headL = getF64(row + lowPart, k);
    let h = multiply(headH, headL, headH, headL);
    h = add(h, low(), sh, sl);
    h = squareRoot(h, low());
    const sign: f64 = headH > 0 ? -1 : 1;
    const dh = sign * h;
    const dl = sign * low();
    const topH = add(headH, headL, -dh, -dl);
    const topL = low();
    h = multiply(dh, dl, topH, topL);
    const fh = divide(-1, 0, h, low());
    const fl = low();
    setF64(row, k, dh);
    setF64(row + lowPart, k, dl);
    for (let j = k + 1; j < width; j++) {
      const other = <usize>(j * stride) << 3;
      const ph = dotExact(xh, xl, high + other, lows + other, rows);
      const pl = low();
      const rh = getF64(row, j);
      const rl = getF64(row + lowPart, j);
      h = multiply(topH, topL, rh, rl);
      h = add(h, low(), ph, pl);
      const factorH = multiply(h, low(), fh, fl);
      const factorL = low();
      h = multiply(factorH, factorL, topH, topL);
      h = add(rh, rl, -h, -low());
      setF64(row, j, h);
      setF64(row + lowPart, j, low());
      takeExact(xh, xl, high + other, lows + other, factorH, factorL, rows);
    }
  }
}

/** Absorbs rows [from, to) of the selected design into the triangle. */
export function factorRows(from: i32, to: i32, width: i32, exact: bool, triangle: usize): void {
  const back = mark();
  const bytes = <usize>(PIECE * width) << 3;
  const high = alloc(bytes);
  const lows: usize = exact ? alloc(bytes) : 0;
  for (let at = from; at < to; at += PIECE) {
    const count = min(PIECE, to - at);
    fillDesign(width, at, count, PIECE, high, lows);
    const rows = (count + 1) & ~1;
    if (exact) absorbExact(high, lows, rows, PIECE, width, triangle);
    else absorb(high, rows, PIECE, width, triangle);
  }
  release(back);
}

/**
 * Absorbs the rows of another triangle into this one, without some of its columns.
 *
 * @param kept  f64[width]: indices of the columns to take, of the `wide` columns of the other triangle
 */
export function mergeFactor(other: usize, wide: i32, kept: usize, width: i32, exact: bool, triangle: usize): void {
  const back = mark();
  const stride = (wide + 1) & ~1;
  const bytes = <usize>(stride * width) << 3;
  const high = alloc(bytes);
  const lows = alloc(bytes);
  for (let j: i32 = 0; j < width; j++) {
    const column = <i32>getF64(kept, j);
    for (let i: i32 = 0; i <= column; i++) {
      setF64(high, j * stride + i, getF64(other, i * wide + column));
      setF64(lows, j * stride + i, getF64(other, wide * wide + i * wide + column));
    }
  }
  if (exact) absorbExact(high, lows, stride, stride, width, triangle);
  else absorb(high, stride, stride, width, triangle);
  release(back);
}

/**
 * Computes estimate and variance of a linear combination of the coefficients: t = R⁻ᵗc, then the estimate c'b = t·z, where z is the last
 * column, and c'(X'X)⁻¹c = t·t.
 *
 * @param c    f64[2][terms]: high parts, then low parts; replaced by t
 * @param out  f64[4]: c'b (high, low), c'(X'X)⁻¹c (high, low)
 */
export function contrast(triangle: usize, width: i32, c: usize, out: usize): void {
  const terms = width - 1;
  const lowPart = width * width;
  let eh: f64 = 0;
  let el: f64 = 0;
  let vh: f64 = 0;
  let vl: f64 = 0;
  for (let j: i32 = 0; j < terms; j++) {
    let h = getF64(c, j);
    let l = getF64(c, terms + j);
    for (let i: i32 = 0; i < j; i++) {
      const p = multiply(getF64(triangle, i * width + j), getF64(triangle, lowPart + i * width + j), getF64(c, i), getF64(c, terms + i));
      h = add(h, l, -p, -low());
      l = low();
    }
    h = divide(h, l, getF64(triangle, j * width + j), getF64(triangle, lowPart + j * width + j));
    l = low();
    setF64(c, j, h);
    setF64(c, terms + j, l);
    let p = multiply(h, l, getF64(triangle, j * width + terms), getF64(triangle, lowPart + j * width + terms));
    eh = add(eh, el, p, low());
    el = low();
    p = multiply(h, l, h, l);
    vh = add(vh, vl, p, low());
    vl = low();
  }
  setF64(out, 0, eh);
  setF64(out, 1, el);
  setF64(out, 2, vh);
  setF64(out, 3, vl);
}

/**
 * Computes the means of the columns from a triangle whose first column is the constant: the pivots plus what the first row implies.
 *
 * @param pivots  f64[width]: what was subtracted from the columns before
 * @param out     f64[2][width]: high parts, then low parts; 0 for the constant
 */
export function levels(triangle: usize, width: i32, pivots: usize, out: usize): void {
  setF64(out, 0, 0);
  setF64(out, width, 0);
  const lowPart = width * width;
  for (let j: i32 = 1; j < width; j++) {
    let h = divide(getF64(triangle, j), getF64(triangle, lowPart + j), getF64(triangle, 0), getF64(triangle, lowPart));
    h = add(h, low(), getF64(pivots, j), 0);
    setF64(out, j, h);
    setF64(out, width + j, low());
  }
}
