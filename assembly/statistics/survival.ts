/**
 * Kaplan–Meier estimate and rank tests of times until an event, in double-double. A number in `out` that is marked "pair" takes two
 * doubles, high and low part.
 */
import { alloc, getF64, mark, release, setF64 } from '../lib/arena';
import { add, divide, log, low, multiply } from './dd';

/**
 * Computes Kaplan and Meier's estimate with Greenwood's sum.
 *
 * @param times   number of distinct event times
 * @param atRisk  f64[times], rows at risk just before each
 * @param events  f64[times], events at each
 * @param out     f64[5][times]: survival after each time as a pair, its logarithm, Greenwood's sum, survival before the time
 */
export function productLimit(times: i32, atRisk: usize, events: usize, out: usize): void {
  let sh: f64 = 1;
  let sl: f64 = 0;
  let gh: f64 = 0;
  let gl: f64 = 0;
  for (let k: i32 = 0; k < times; k++) {
    const n = getF64(atRisk, k);
    const d = getF64(events, k);
    setF64(out, 4 * times + k, sh + sl);
    let h = divide(n - d, 0, n, 0);
    sh = multiply(sh, sl, h, low());
    sl = low();
    h = multiply(n, 0, n - d, 0);
    h = divide(d, 0, h, low());
    gh = add(gh, gl, h, low());
    gl = low();
    setF64(out, k, sh);
    setF64(out, times + k, sl);
    setF64(out, 2 * times + k, sh > 0 ? log(sh, sl) : -Infinity);
    setF64(out, 3 * times + k, n > d ? gh + gl : Infinity);
  }
}

/**
 * Inverts a symmetric positive definite matrix of pairs, by Gauss–Jordan elimination without exchanges.
 *
 * @param p       rows
 * @param matrix  f64[p][p][2]
 * @param least   if a pivot keeps at most this share of its diagonal element, its column depends on the columns before it
 * @param out     f64[p][p][2]
 * @returns position of the first such pivot, -1 if there is none
 */
export function invertPairs(p: i32, matrix: usize, least: f64, out: usize): i32 {
  const started = mark();
  const left = alloc(<usize>p * p * 16);
  memory.copy(left, matrix, <usize>p * p * 16);
  memory.fill(out, 0, <usize>p * p * 16);
  for (let i: i32 = 0; i < p; i++) setF64(out, 2 * (i * p + i), 1);
  let dependent: i32 = -1;
  for (let k: i32 = 0; k < p; k++) {
    const ph = getF64(left, 2 * (k * p + k));
    const pl = getF64(left, 2 * (k * p + k) + 1);
    if (!(ph > least * getF64(matrix, 2 * (k * p + k))) || !(ph > 0)) {
      dependent = k;
      break;
    }
    eliminate(p, k, ph, pl, left, out);
  }
  release(started);
  return dependent;
}

function eliminate(p: i32, k: i32, ph: f64, pl: f64, left: usize, out: usize): void {
  for (let j: i32 = 0; j < p; j++) {
    quotient(left, k * p + j, ph, pl);
    quotient(out, k * p + j, ph, pl);
  }
  for (let i: i32 = 0; i < p; i++) {
    if (i == k) continue;
    const fh = -getF64(left, 2 * (i * p + k));
    const fl = -getF64(left, 2 * (i * p + k) + 1);
    for (let j: i32 = 0; j < p; j++) {
      addProduct(left, i * p + j, fh, fl, getF64(left, 2 * (k * p + j)), getF64(left, 2 * (k * p + j) + 1));
      addProduct(out, i * p + j, fh, fl, getF64(out, 2 * (k * p + j)), getF64(out, 2 * (k * p + j) + 1));
    }
  }
}

/** Computes aᵀ M b of pairs. `out`: one pair. */
export function bilinear(p: i32, matrix: usize, a: usize, b: usize, out: usize): void {
  setF64(out, 0, 0);
  setF64(out, 1, 0);
  for (let i: i32 = 0; i < p; i++)
    for (let j: i32 = 0; j < p; j++) {
      const h = multiply(getF64(matrix, 2 * (i * p + j)), getF64(matrix, 2 * (i * p + j) + 1), getF64(b, 2 * j), getF64(b, 2 * j + 1));
      addProduct(out, 0, h, low(), getF64(a, 2 * i), getF64(a, 2 * i + 1));
    }
}

/** Computes beta + share · M u of pairs. `out` [p] must not be `beta`. */
export function stepped(p: i32, matrix: usize, u: usize, share: f64, beta: usize, out: usize): void {
  memory.copy(out, beta, <usize>p * 16);
  for (let i: i32 = 0; i < p; i++)
    for (let j: i32 = 0; j < p; j++) {
      const h = multiply(getF64(matrix, 2 * (i * p + j)), getF64(matrix, 2 * (i * p + j) + 1), share, 0);
      addProduct(out, i, h, low(), getF64(u, 2 * j), getF64(u, 2 * j + 1));
    }
}

function quotient(at: usize, index: i32, h: f64, l: f64): void {
  setF64(at, 2 * index, divide(getF64(at, 2 * index), getF64(at, 2 * index + 1), h, l));
  setF64(at, 2 * index + 1, low());
}

/** Adds a·b to the pair at `index`. */
export function addProduct(at: usize, index: i32, ah: f64, al: f64, bh: f64, bl: f64): void {
  const h = multiply(ah, al, bh, bl);
  addPair(at, index, h, low());
}

export function addPair(at: usize, index: i32, h: f64, l: f64): void {
  setF64(at, 2 * index, add(getF64(at, 2 * index), getF64(at, 2 * index + 1), h, l));
  setF64(at, 2 * index + 1, low());
}

/**
 * Computes weighted log-rank sums: observed and expected events of each group, and the covariance of their differences (hypergeometric).
 * Further calls with the same `out` add other strata.
 *
 * @param atRisk,events  f64[times][groups]
 * @param weights        f64[times]
 * @param out            pairs: observed − expected [groups], covariance [groups][groups], then weighted observed [groups], expected
 * [groups]
 */
export function rankSums(times: i32, groups: i32, atRisk: usize, events: usize, weights: usize, out: usize): void {
  const cover = groups;
  const observed = groups + groups * groups;
  const expected = observed + groups;
  for (let k: i32 = 0; k < times; k++) {
    let n: f64 = 0;
    let d: f64 = 0;
    for (let g: i32 = 0; g < groups; g++) {
      n += getF64(atRisk, k * groups + g);
      d += getF64(events, k * groups + g);
    }
    if (d == 0) continue;
    const w = getF64(weights, k);
    for (let g: i32 = 0; g < groups; g++) {
      const own = getF64(atRisk, k * groups + g);
      const here = getF64(events, k * groups + g);
      let eh = multiply(d, 0, own, 0);
      eh = divide(eh, low(), n, 0);
      const el = low();
      addProduct(out, expected + g, eh, el, w, 0);
      addProduct(out, observed + g, here, 0, w, 0);
      const oh = add(here, 0, -eh, -el);
      addProduct(out, g, oh, low(), w, 0);
      if (n <= 1) continue;
      // One element of the covariance: w² d (n − d) / (n² (n − 1)) · n_g (n [g = h] − n_h).
      let fh = multiply(d, 0, n - d, 0);
      fh = multiply(fh, low(), w, 0);
      fh = multiply(fh, low(), w, 0);
      let bh = multiply(n, 0, n, 0);
      bh = multiply(bh, low(), n - 1, 0);
      const bl = low();
      fh = multiply(fh, low(), own, 0);
      fh = divide(fh, low(), bh, bl);
      const fl = low();
      for (let h: i32 = 0; h < groups; h++) addProduct(out, cover + g * groups + h, fh, fl, (g == h ? n : 0) - getF64(atRisk, k * groups + h), 0);
    }
  }
}
