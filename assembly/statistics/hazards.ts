/**
 * Cox's partial likelihood with Efron's ties and delayed entry (J. R. Stat. Soc. B 34, 1972; J. Am. Stat. Assoc. 72, 1977). It uses
 * double-double, because rows leave the risk set by subtraction, which loses digits.
 */
import { alloc, getF64, getU32, mark, release, setF64 } from '../lib/arena';
import { add, divide, exp, log, low, multiply } from './dd';
import { addPair, addProduct } from './survival';

/** The rows of one stratum, in the order of `exits` (latest first) and of `entries` (latest first). */
let rows: i32 = 0;
let width: i32 = 0;
let values: usize = 0;
let risk: usize = 0;
let sums: usize = 0;
let dying: usize = 0;
let mean: usize = 0;
let square: usize = 0;

/** Number of pairs that describe a set of rows: the sums of risk, of risk · x and of risk · x xᵀ (lower triangle). */
function cells(): i32 {
  return 1 + width + (width * (width + 1)) / 2;
}

function weigh(set: usize, row: i32, sign: f64): void {
  const rh = sign * getF64(risk, 2 * row);
  const rl = sign * getF64(risk, 2 * row + 1);
  addPair(set, 0, rh, rl);
  let at = 1 + width;
  for (let i: i32 = 0; i < width; i++) {
    const x = getF64(values, i * rows + row);
    const h = multiply(rh, rl, x, 0);
    const l = low();
    addPair(set, 1 + i, h, l);
    for (let j: i32 = 0; j <= i; j++) addProduct(set, at++, h, l, getF64(values, j * rows + row), 0);
  }
}

/**
 * Evaluates the partial likelihood at `beta`. Strata are disjoint ranges of `exits` and `entries`.
 *
 * @param n,p      number of rows and of covariates
 * @param x        f64[p][n]
 * @param beta     pairs [p]
 * @param exit,entry  f64[n]; entry is before exit
 * @param event    f64[n], 1 if the event was observed
 * @param exits,entries  u32[n], rows by stratum, then latest exit or entry first
 * @param ends     u32[strata], where each stratum ends in them
 * @param course   f64[n], for a row with an event the value of the function of time whose product with x is tested; 0 skips the test
 * @param out      pairs: log likelihood; score [p]; information [p][p]; then with a course: score, information with the main terms [p][p]
 * and among the products [p][p]
 */
export function partialLikelihood(
  n: i32,
  p: i32,
  x: usize,
  beta: usize,
  exit: usize,
  entry: usize,
  event: usize,
  exits: usize,
  entries: usize,
  strata: i32,
  ends: usize,
  course: usize,
  out: usize,
): void {
  const started = mark();
  rows = n;
  width = p;
  values = x;
  risk = alloc(<usize>n * 16);
  sums = alloc(<usize>cells() * 16);
  dying = alloc(<usize>cells() * 16);
  mean = alloc(<usize>p * 16);
  square = alloc(<usize>p * p * 16);
  const eta = alloc(<usize>n * 16);
  let largest: f64 = -Infinity;
  for (let row: i32 = 0; row < n; row++) {
    for (let j: i32 = 0; j < p; j++) addProduct(eta, row, getF64(beta, 2 * j), getF64(beta, 2 * j + 1), getF64(x, j * n + row), 0);
    largest = Math.max(largest, getF64(eta, 2 * row));
  }
  for (let row: i32 = 0; row < n; row++) {
    // Scale risks so that the largest is 1 and none overflows; the likelihood does not depend on the scale.
    addPair(eta, row, -largest, 0);
    setF64(risk, 2 * row, exp(getF64(eta, 2 * row), getF64(eta, 2 * row + 1)));
    setF64(risk, 2 * row + 1, low());
  }
  let from: i32 = 0;
  for (let stratum: i32 = 0; stratum < strata; stratum++) {
    const to = getU32(ends, stratum);
    walk(from, to, eta, exit, entry, event, exits, entries, course, out);
    from = to;
  }
  release(started);
}

/** Processes the events of a stratum from the latest to the earliest, while rows enter and leave the risk set. */
function walk(
  from: i32,
  to: i32,
  eta: usize,
  exit: usize,
  entry: usize,
  event: usize,
  exits: usize,
  entries: usize,
  course: usize,
  out: usize,
): void {
  memory.fill(sums, 0, <usize>cells() * 16);
  let leaving = from;
  for (let at = from; at < to; ) {
    const time = getF64(exit, getU32(exits, at));
    memory.fill(dying, 0, <usize>cells() * 16);
    let deaths: i32 = 0;
    let last: i32 = 0;
    const first = at;
    for (; at < to && getF64(exit, getU32(exits, at)) == time; at++) {
      const row = getU32(exits, at);
      weigh(sums, row, 1);
      if (getF64(event, row) == 0) continue;
      weigh(dying, row, 1);
      deaths++;
      last = row;
    }
    if (deaths == 0) continue;
    for (; leaving < to && getF64(entry, getU32(entries, leaving)) >= time; leaving++) weigh(sums, getU32(entries, leaving), -1);
    for (let each = first; each < at; each++) {
      const row = getU32(exits, each);
      if (getF64(event, row) != 0) own(row, eta, course, out);
    }
    for (let tied: i32 = 0; tied < deaths; tied++) term(tied, deaths, course == 0 ? 0 : getF64(course, last), course != 0, out);
  }
}

/** Adds the part of an event's likelihood that depends only on its own row. */
function own(row: i32, eta: usize, course: usize, out: usize): void {
  addPair(out, 0, getF64(eta, 2 * row), getF64(eta, 2 * row + 1));
  for (let j: i32 = 0; j < width; j++) {
    const x = getF64(values, j * rows + row);
    addPair(out, 1 + j, x, 0);
    if (course != 0) addProduct(out, 1 + width + width * width + j, x, 0, getF64(course, row), 0);
  }
}

/** Subtracts, for one of several tied events, the mean and covariance of x over the rows at risk less a share of the tied rows. */
function term(tied: i32, deaths: i32, g: f64, tested: bool, out: usize): void {
  const fh = divide(-<f64>tied, 0, <f64>deaths, 0);
  const fl = low();
  let h = multiply(getF64(dying, 0), getF64(dying, 1), fh, fl);
  const sh = add(getF64(sums, 0), getF64(sums, 1), h, low());
  const sl = low();
  h = log(sh, sl);
  addPair(out, 0, -h, -low());
  for (let i: i32 = 0; i < width; i++) part(mean, i, 1 + i, fh, fl, sh, sl);
  let cell: i32 = 1 + width;
  const crossed = 1 + width + width * width + width;
  for (let i: i32 = 0; i < width; i++) {
    const mh = getF64(mean, 2 * i);
    const ml = getF64(mean, 2 * i + 1);
    addPair(out, 1 + i, -mh, -ml);
    if (tested) addProduct(out, 1 + width + width * width + i, -mh, -ml, g, 0);
    for (let j: i32 = 0; j <= i; j++) {
      part(square, 0, cell++, fh, fl, sh, sl);
      addProduct(square, 0, -mh, -ml, getF64(mean, 2 * j), getF64(mean, 2 * j + 1));
      const vh = getF64(square, 0);
      const vl = getF64(square, 1);
      mirrored(out, 1 + width, i, j, vh, vl);
      if (!tested) continue;
      const gh = multiply(vh, vl, g, 0);
      const gl = low();
      mirrored(out, crossed, i, j, gh, gl);
      const qh = multiply(gh, gl, g, 0);
      mirrored(out, crossed + width * width, i, j, qh, low());
    }
  }
}

/** Returns (sum + share · tied) / risks for one element of the sums of the risk set. */
function part(at: usize, index: i32, cell: i32, fh: f64, fl: f64, sh: f64, sl: f64): void {
  let h = multiply(getF64(dying, 2 * cell), getF64(dying, 2 * cell + 1), fh, fl);
  h = add(getF64(sums, 2 * cell), getF64(sums, 2 * cell + 1), h, low());
  setF64(at, 2 * index, divide(h, low(), sh, sl));
  setF64(at, 2 * index + 1, low());
}

function mirrored(at: usize, from: i32, i: i32, j: i32, h: f64, l: f64): void {
  addPair(at, from + i * width + j, h, l);
  if (i != j) addPair(at, from + j * width + i, h, l);
}
