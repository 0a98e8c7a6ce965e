/**
 * One pass over rows of a generalized linear model with its canonical link: binomial with logit, Poisson with logarithm (McCullagh and
 * Nelder, 1989). Rows of the selected design are converted to the basis of Q (q = R⁻ᵗx). There the linear predictor is offset + q·γ, and
 * the information keeps its digits even if columns nearly depend on each other.
 */
import { alloc, getF64, mark, release, setF64 } from '../lib/arena';
import { add, divide, exp, log, log1p, low, multiply } from './dd';
import { fillDesign } from './design';
import { PIECE } from './factor';
import { dot, dotPair, scale, takeAll } from './lanes';
import { addPair, addProduct } from './survival';

const POISSON: i32 = 1;
/** Upper limit of the linear predictor of counts, because e^700 is close to the largest double. */
const MOST_PREDICTOR: f64 = 700;

/** Indices of the pairs at the start of `out`; the score [terms] and the information [terms][terms] follow them. */
const DEVIANCE: i32 = 0;
/** Index of the pair Σ a (y − μ)² / v(μ), which is Pearson's statistic. */
const PEARSON: i32 = 1;
/** Indices of the pairs Σ a ((y − μ)² − y) and Σ a μ², for Dean's test. */
const EXCESS: i32 = 2;
const SQUARES: i32 = 3;
/** Index of the largest |η|, a single double. */
const REACH: i32 = 4;
const HEAD: i32 = 5;

let family: i32 = 0;
let response: usize = 0;
let offset: usize = 0;
let weight: usize = 0;

/**
 * Sets the response of the next passes.
 *
 * @param kind                     0 binomial, 1 Poisson
 * @param values,offsets,weights   f64[rows] of the block whose design is selected; 0 if there is none. `values` are 0 and 1, or counts
 */
export function useResponse(kind: i32, values: usize, offsets: usize, weights: usize): void {
  family = kind;
  response = values;
  offset = offsets;
  weight = weights;
}

// @ts-ignore: decorator
@inline
function weightOf(row: i32): f64 {
  return weight == 0 ? 1 : getF64(weight, row);
}

/** Converts the columns of a piece of rows to columns of Q, in place. `width` is the length of a row of the triangle. */
function project(terms: i32, rows: i32, block: usize, triangle: usize, width: i32): void {
  for (let j: i32 = 0; j < terms; j++) {
    const x = block + (<usize>(j * PIECE) << 3);
    takeAll(block, PIECE, j, triangle + (<usize>j << 3), width, x, rows);
    scale(x, 1 / getF64(triangle, j * width + j), rows);
  }
}

/** Computes the linear predictor η of each row of a piece, in double. */
function predictors(terms: i32, from: i32, count: i32, block: usize, gamma: usize, eta: usize): void {
  memory.fill(eta, 0, PIECE << 3);
  takeAll(block, PIECE, terms, gamma, 1, eta, (count + 1) & ~1);
  for (let i: i32 = 0; i < count; i++) setF64(eta, i, (offset == 0 ? 0 : getF64(offset, from + i)) - getF64(eta, i));
}

let ownDeviance: f64 = 0;
let ownRest: f64 = 0;
let ownSpread: f64 = 0;
let ownMean: f64 = 0;

/** Computes half the deviance, y − μ, v(μ) and μ of one row, in double. */
function rowOf(y: f64, eta: f64): void {
  if (family == POISSON) {
    const mean = Math.exp(min(eta, MOST_PREDICTOR));
    ownMean = mean;
    ownRest = y - mean;
    ownSpread = mean;
    ownDeviance = (y > 0 ? y * (Math.log(y) - eta) : 0) - ownRest;
    return;
  }
  const e = Math.exp(-abs(eta));
  const share = 1 / (1 + e);
  const right = eta >= 0 == (y > 0.5);
  ownMean = eta >= 0 ? share : e * share;
  ownSpread = e * share * share;
  ownRest = (y > 0.5 ? 1 : -1) * (right ? e * share : share);
  ownDeviance = Math.log1p(e) + (right ? 0 : abs(eta));
}

/**
 * Adds deviance, score and information of rows [from, to) to `out`, computed in double.
 *
 * @param triangle  f64[terms][terms]: R
 * @param gamma     f64[2][terms]: high parts, then low parts
 * @param inverse   pairs [terms][terms]: inverse of the information, with which Firth's terms are added to the score; 0 for none
 * @param out       pairs in the order of the indices above
 */
export function weighRows(from: i32, to: i32, terms: i32, triangle: usize, gamma: usize, inverse: usize, out: usize): void {
  const back = mark();
  const block = alloc(<usize>(PIECE * terms) << 3);
  const eta = alloc(PIECE << 3);
  const rests = alloc(PIECE << 3);
  const spreads = alloc(PIECE << 3);
  const weighed = alloc(PIECE << 3);
  for (let at = from; at < to; at += PIECE) {
    const count = min(PIECE, to - at);
    const rows = (count + 1) & ~1;
    fillDesign(terms, at, count, PIECE, block, 0);
    project(terms, rows, block, triangle, terms);
    predictors(terms, at, count, block, gamma, eta);
    if (rows > count) {
      setF64(rests, count, 0);
      setF64(spreads, count, 0);
    }
    let deviance: f64 = 0;
    let pearson: f64 = 0;
    let excess: f64 = 0;
    let squares: f64 = 0;
    let reach = getF64(out, 2 * REACH);
    for (let i: i32 = 0; i < count; i++) {
      const y = getF64(response, at + i);
      const predictor = getF64(eta, i);
      const a = weightOf(at + i);
      rowOf(y, predictor);
      deviance += a * ownDeviance;
      const square = ownRest * ownRest;
      if (ownSpread > 0) pearson += (a * square) / ownSpread;
      excess += a * (square - y);
      squares += a * ownMean * ownMean;
      reach = max(reach, abs(predictor));
      setF64(spreads, i, a * ownSpread);
      let rest = a * ownRest;
      if (inverse != 0) rest += leverageOf(terms, i, block, inverse) * a * ownSpread * (family == POISSON ? 0.5 : 0.5 - ownMean);
      setF64(rests, i, rest);
    }
    addPair(out, DEVIANCE, 2 * deviance, 0);
    addPair(out, PEARSON, pearson, 0);
    addPair(out, EXCESS, excess, 0);
    addPair(out, SQUARES, squares, 0);
    setF64(out, 2 * REACH, reach);
    for (let j: i32 = 0; j < terms; j++) {
      const x = block + (<usize>(j * PIECE) << 3);
      addPair(out, HEAD + j, dot(x, rests, rows), 0);
      for (let i: i32 = 0; i < rows; i += 2) {
        const place = <usize>i << 3;
        v128.store(weighed + place, f64x2.mul(v128.load(x + place), v128.load(spreads + place)));
      }
      const row = HEAD + terms + j * terms;
      let k: i32 = 0;
      for (; k + 2 <= j + 1; k += 2) {
        const other = block + (<usize>(k * PIECE) << 3);
        const pair = dotPair(weighed, other, other + (<usize>PIECE << 3), rows);
        addPair(out, row + k, f64x2.extract_lane(pair, 0), 0);
        addPair(out, row + k + 1, f64x2.extract_lane(pair, 1), 0);
      }
      if (k <= j) addPair(out, row + k, dot(weighed, block + (<usize>(k * PIECE) << 3), rows), 0);
    }
  }
  release(back);
}

/** Returns q'Mq for the row q of a piece, where M is the inverse information matrix. */
function leverageOf(terms: i32, row: i32, block: usize, inverse: usize): f64 {
  let sum: f64 = 0;
  for (let a: i32 = 0; a < terms; a++) {
    let own: f64 = 0;
    for (let b: i32 = 0; b < terms; b++) own += getF64(inverse, 2 * (a * terms + b)) * getF64(block, b * PIECE + row);
    sum += own * getF64(block, a * PIECE + row);
  }
  return sum;
}

/** Does the same as `weighRows`, but in double-double; the triangle is f64[2][terms][terms]. */
export function weighRowsExact(from: i32, to: i32, terms: i32, triangle: usize, gamma: usize, inverse: usize, out: usize): void {
  const back = mark();
  const high = alloc(<usize>(PIECE * terms) << 3);
  const lows = alloc(<usize>(PIECE * terms) << 3);
  const q = alloc(<usize>terms << 4);
  const weighed = alloc(<usize>terms << 4);
  const facts = alloc(8 << 4);
  for (let at = from; at < to; at += PIECE) {
    const count = min(PIECE, to - at);
    fillDesign(terms, at, count, PIECE, high, lows);
    for (let i: i32 = 0; i < count; i++) {
      exactRow(at + i, i, terms, high, lows, triangle, gamma, q, facts, out);
      if (inverse != 0) addFirth(terms, q, inverse, facts);
      const rh = getF64(facts, 2 * REST);
      const rl = getF64(facts, 2 * REST + 1);
      for (let j: i32 = 0; j < terms; j++) {
        const qh = getF64(q, 2 * j);
        const ql = getF64(q, 2 * j + 1);
        addProduct(out, HEAD + j, qh, ql, rh, rl);
        setF64(weighed, 2 * j, multiply(qh, ql, getF64(facts, 2 * SPREAD), getF64(facts, 2 * SPREAD + 1)));
        setF64(weighed, 2 * j + 1, low());
        const row = HEAD + terms + j * terms;
        for (let k: i32 = 0; k <= j; k++)
          addProduct(out, row + k, getF64(weighed, 2 * j), getF64(weighed, 2 * j + 1), getF64(q, 2 * k), getF64(q, 2 * k + 1));
      }
    }
  }
  release(back);
}

/** Indices of the pairs that `facts` holds for a row: a (y − μ), a v(μ), μ. */
const REST: i32 = 0;
const SPREAD: i32 = 1;
const MEAN: i32 = 2;

function setPair(at: usize, index: i32, h: f64, l: f64): void {
  setF64(at, 2 * index, h);
  setF64(at, 2 * index + 1, l);
}

/** Computes q and the `facts` of one row, and adds its deviance and the sums for the dispersion to `out`. */
function exactRow(row: i32, place: i32, terms: i32, high: usize, lows: usize, triangle: usize, gamma: usize, q: usize, facts: usize, out: usize): void {
  const lowPart = terms * terms;
  let eh: f64 = offset == 0 ? 0 : getF64(offset, row);
  let el: f64 = 0;
  for (let j: i32 = 0; j < terms; j++) {
    let h = getF64(high, j * PIECE + place);
    let l = getF64(lows, j * PIECE + place);
    for (let i: i32 = 0; i < j; i++) {
      const p = multiply(getF64(q, 2 * i), getF64(q, 2 * i + 1), getF64(triangle, i * terms + j), getF64(triangle, lowPart + i * terms + j));
      h = add(h, l, -p, -low());
      l = low();
    }
    h = divide(h, l, getF64(triangle, j * terms + j), getF64(triangle, lowPart + j * terms + j));
    l = low();
    setPair(q, j, h, l);
    h = multiply(h, l, getF64(gamma, j), getF64(gamma, terms + j));
    eh = add(eh, el, h, low());
    el = low();
  }
  const a = weightOf(row);
  const y = getF64(response, row);
  if (family == POISSON) exactCount(y, eh, el, facts);
  else exactBinary(y, eh, el, facts);
  const dh = multiply(dueHigh, dueLow, 2 * a, 0);
  addPair(out, DEVIANCE, dh, low());
  const rh = getF64(facts, 2 * REST);
  const rl = getF64(facts, 2 * REST + 1);
  const vh = getF64(facts, 2 * SPREAD);
  const vl = getF64(facts, 2 * SPREAD + 1);
  const sh = multiply(rh, rl, rh, rl);
  const sl = low();
  let h: f64 = 0;
  if (vh > 0) {
    h = divide(sh, sl, vh, vl);
    addProduct(out, PEARSON, h, low(), a, 0);
  }
  h = add(sh, sl, -y, 0);
  addProduct(out, EXCESS, h, low(), a, 0);
  const mh = getF64(facts, 2 * MEAN);
  addPair(out, SQUARES, a * mh * mh, 0);
  setF64(out, 2 * REACH, max(getF64(out, 2 * REACH), abs(eh)));
  h = multiply(rh, rl, a, 0);
  setPair(facts, REST, h, low());
  h = multiply(vh, vl, a, 0);
  setPair(facts, SPREAD, h, low());
}

/** Half the deviance of the row that was computed last, high and low part. */
let dueHigh: f64 = 0;
let dueLow: f64 = 0;

function exactCount(y: f64, eh: f64, el: f64, facts: usize): void {
  const mh = exp(min(eh, MOST_PREDICTOR), el);
  const ml = low();
  setPair(facts, MEAN, mh, ml);
  setPair(facts, SPREAD, mh, ml);
  const rh = add(y, 0, -mh, -ml);
  const rl = low();
  setPair(facts, REST, rh, rl);
  dueHigh = -rh;
  dueLow = -rl;
  if (y == 0) return;
  let h = log(y, 0);
  h = add(h, low(), -eh, -el);
  h = multiply(h, low(), y, 0);
  dueHigh = add(dueHigh, dueLow, h, low());
  dueLow = low();
}

function exactBinary(y: f64, eh: f64, el: f64, facts: usize): void {
  const sign: f64 = eh >= 0 ? 1 : -1;
  const xh = exp(-sign * eh, -sign * el);
  const xl = low();
  const dh = add(xh, xl, 1, 0);
  const dl = low();
  const sh = divide(1, 0, dh, dl);
  const sl = low();
  const oh = divide(xh, xl, dh, dl);
  const ol = low();
  if (eh >= 0) setPair(facts, MEAN, sh, sl);
  else setPair(facts, MEAN, oh, ol);
  const vh = multiply(sh, sl, oh, ol);
  setPair(facts, SPREAD, vh, low());
  const right = eh >= 0 == (y > 0.5);
  const own: f64 = y > 0.5 ? 1 : -1;
  if (right) setPair(facts, REST, own * oh, own * ol);
  else setPair(facts, REST, own * sh, own * sl);
  dueHigh = log1p(xh, xl);
  dueLow = low();
  if (right) return;
  dueHigh = add(dueHigh, dueLow, sign * eh, sign * el);
  dueLow = low();
}

/** Adds Firth's correction h (½ − μ) to y − μ (h / 2 for counts), where h is the leverage of the row (Biometrika 80, 1993). */
function addFirth(terms: i32, q: usize, inverse: usize, facts: usize): void {
  let sh: f64 = 0;
  let sl: f64 = 0;
  for (let a: i32 = 0; a < terms; a++) {
    let h: f64 = 0;
    let l: f64 = 0;
    for (let b: i32 = 0; b < terms; b++) {
      const p = multiply(getF64(inverse, 2 * (a * terms + b)), getF64(inverse, 2 * (a * terms + b) + 1), getF64(q, 2 * b), getF64(q, 2 * b + 1));
      h = add(h, l, p, low());
      l = low();
    }
    h = multiply(h, l, getF64(q, 2 * a), getF64(q, 2 * a + 1));
    sh = add(sh, sl, h, low());
    sl = low();
  }
  let h = multiply(sh, sl, getF64(facts, 2 * SPREAD), getF64(facts, 2 * SPREAD + 1));
  let l = low();
  if (family == POISSON) {
    h *= 0.5;
    l *= 0.5;
  } else {
    const ch = add(0.5, 0, -getF64(facts, 2 * MEAN), -getF64(facts, 2 * MEAN + 1));
    h = multiply(h, l, ch, low());
    l = low();
  }
  addPair(facts, REST, h, l);
}

/**
 * Computes rows of the weighted Q and Pearson residuals of rows [from, to), in double.
 *
 * @param cholesky  f64[terms][terms]: upper triangle U with U'U the information in the basis of Q
 * @param out       f64[terms + 1][to − from]
 */
export function pearsonRows(from: i32, to: i32, terms: i32, triangle: usize, gamma: usize, cholesky: usize, out: usize): void {
  const back = mark();
  const block = alloc(<usize>(PIECE * terms) << 3);
  const eta = alloc(PIECE << 3);
  for (let at = from; at < to; at += PIECE) {
    const count = min(PIECE, to - at);
    const rows = (count + 1) & ~1;
    fillDesign(terms, at, count, PIECE, block, 0);
    project(terms, rows, block, triangle, terms);
    predictors(terms, at, count, block, gamma, eta);
    for (let i: i32 = 0; i < count; i++) {
      rowOf(getF64(response, at + i), getF64(eta, i));
      const a = weightOf(at + i);
      const root = sqrt(a * ownSpread);
      for (let j: i32 = 0; j < terms; j++) setF64(block, j * PIECE + i, getF64(block, j * PIECE + i) * root);
      setF64(out, terms * (to - from) + at - from + i, root > 0 ? (a * ownRest) / root : 0);
    }
    project(terms, rows, block, cholesky, terms);
    for (let j: i32 = 0; j < terms; j++)
      memory.copy(out + (<usize>(j * (to - from) + at - from) << 3), block + (<usize>(j * PIECE) << 3), <usize>count << 3);
  }
  release(back);
}
