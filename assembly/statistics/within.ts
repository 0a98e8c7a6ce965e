/** Sums for an analysis of variance of repeated measures with one factor, in double-double. */
import { alloc, getF64, getU32, mark, release, setF64 } from '../lib/arena';
import { add, divide, low, multiply, sum2 } from './dd';

/**
 * Computes the mean of each run of consecutive rows of a column.
 *
 * @param starts  u32[runs + 1]: first row of each run; no run is empty
 * @param out     f64[2][runs]: high parts, then low parts
 */
export function runMeans(column: usize, starts: usize, runs: i32, scale: f64, out: usize): void {
  for (let run: i32 = 0; run < runs; run++) {
    const from = getU32(starts, run);
    const to = getU32(starts, run + 1);
    const pivot = getF64(column, from) * scale;
    let h: f64 = 0;
    let l: f64 = 0;
    for (let i = from; i < to; i++) {
      const d = sum2(getF64(column, i) * scale, -pivot);
      h = add(h, l, d, low());
      l = low();
    }
    h = divide(h, l, <f64>(to - from), 0);
    h = add(h, low(), pivot, 0);
    setF64(out, run, h);
    setF64(out, runs + run, low());
  }
}

/** Returns the sum of squares of `count` double-doubles. */
function squares(high: usize, lows: usize, count: i32): f64 {
  let h: f64 = 0;
  let l: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const q = multiply(getF64(high, i), getF64(lows, i), getF64(high, i), getF64(lows, i));
    h = add(h, l, q, low());
    l = low();
  }
  return sum2(h, l);
}

/** Subtracts the mean of `count` double-doubles, `stride` apart, from each of them; returns its high part, the low part is in `low()`. */
function centre(high: usize, lows: usize, count: i32, stride: i32): f64 {
  let h: f64 = 0;
  let l: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    h = add(h, l, getF64(high, i * stride), getF64(lows, i * stride));
    l = low();
  }
  h = divide(h, l, <f64>count, 0);
  l = low();
  for (let i: i32 = 0; i < count; i++) {
    const r = add(getF64(high, i * stride), getF64(lows, i * stride), -h, -l);
    setF64(high, i * stride, r);
    setF64(lows, i * stride, low());
  }
  return sum2(h, l);
}

/**
 * Partitions the sum of squares of a complete table of subjects by levels, and computes sums for the test of sphericity. Cells are centred
 * by subject and then by level, so that residuals remain. Their products between levels equal those of orthonormal contrasts except in one
 * direction without variance, so the determinant without one level suffices.
 *
 * @param cells  f64[2][subjects][levels]: high parts, then low parts; replaced by residuals
 * @param out    f64[4 + levels − 1]: sums of squares of levels, subjects and residual, sum of squared products, then the
 * pivots of the products without the last level
 */
export function withinSubjects(cells: usize, subjects: i32, levels: i32, out: usize): void {
  const back = mark();
  const count = subjects * levels;
  const lows = cells + (<usize>count << 3);
  // Use offsets from the first cell, so that a common level loses no digits.
  const pivotHigh = getF64(cells, 0);
  const pivotLow = getF64(lows, 0);
  for (let i: i32 = 0; i < count; i++) {
    const d = add(getF64(cells, i), getF64(lows, i), -pivotHigh, -pivotLow);
    setF64(cells, i, d);
    setF64(lows, i, low());
  }
  const means = alloc(<usize>(2 * max(subjects, levels)) << 3);
  const meanLows = means + (<usize>max(subjects, levels) << 3);
  for (let s: i32 = 0; s < subjects; s++) {
    const row = <usize>(s * levels) << 3;
    setF64(means, s, centre(cells + row, lows + row, levels, 1));
    setF64(meanLows, s, low());
  }
  centre(means, meanLows, subjects, 1);
  setF64(out, 1, squares(means, meanLows, subjects) * <f64>levels);
  for (let c: i32 = 0; c < levels; c++) {
    const column = <usize>c << 3;
    setF64(means, c, centre(cells + column, lows + column, subjects, levels));
    setF64(meanLows, c, low());
  }
  setF64(out, 0, squares(means, meanLows, levels) * <f64>subjects);
  setF64(out, 2, squares(cells, lows, count));
  products(cells, lows, subjects, levels, out);
  release(back);
}

/** Writes the sum of squared products and the pivots to out[3 …]. */
function products(cells: usize, lows: usize, subjects: i32, levels: i32, out: usize): void {
  const table = alloc(<usize>(2 * levels * levels) << 3);
  const tableLows = table + (<usize>(levels * levels) << 3);
  let th: f64 = 0;
  let tl: f64 = 0;
  for (let a: i32 = 0; a < levels; a++) {
    for (let b: i32 = 0; b <= a; b++) {
      let h: f64 = 0;
      let l: f64 = 0;
      for (let s: i32 = 0; s < subjects; s++) {
        const i = s * levels + a;
        const j = s * levels + b;
        const p = multiply(getF64(cells, i), getF64(lows, i), getF64(cells, j), getF64(lows, j));
        h = add(h, l, p, low());
        l = low();
      }
      setF64(table, a * levels + b, h);
      setF64(tableLows, a * levels + b, l);
      const q = multiply(h, l, h, l);
      const twice: f64 = a == b ? 1 : 2;
      th = add(th, tl, twice * q, twice * low());
      tl = low();
    }
  }
  setF64(out, 3, th + tl);
  // Cholesky factorisation without roots, of the lower triangle in place. The pivots stay on the diagonal.
  for (let k: i32 = 0; k < levels - 1; k++) {
    const ph = getF64(table, k * levels + k);
    const pl = getF64(tableLows, k * levels + k);
    setF64(out, 4 + k, ph + pl);
    if (ph <= 0) continue;
    for (let i = k + 1; i < levels - 1; i++) {
      const fh = divide(getF64(table, i * levels + k), getF64(tableLows, i * levels + k), ph, pl);
      const fl = low();
      for (let j = k + 1; j <= i; j++) {
        const at = i * levels + j;
        const p = multiply(fh, fl, getF64(table, j * levels + k), getF64(tableLows, j * levels + k));
        const r = add(getF64(table, at), getF64(tableLows, at), -p, -low());
        setF64(table, at, r);
        setF64(tableLows, at, low());
      }
    }
  }
}
