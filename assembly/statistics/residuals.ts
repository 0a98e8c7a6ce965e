/**
 * The second pass over the rows of a regression: residuals, leverages from q = R⁻ᵗx, and sums for the diagnostics. The design uses the
 * column means as origins, so that the leverage keeps its digits.
 */
import { alloc, getF64, mark, release, setF64 } from '../lib/arena';
import { add, divide, low, multiply } from './dd';
import { fillDesign, rootOfWeight } from './design';
import { PIECE } from './factor';
import { dot, scale, takeAll } from './lanes';

/**
 * Indices of the sums at the start of the result, each f64. They are followed by projections[terms], meat[terms][terms], worst[KEPT][4],
 * points[…][4].
 */
const SUM: i32 = 0;
const SQUARES: i32 = 1;
const CUBES: i32 = 2;
const FOURTHS: i32 = 3;
const STEPS: i32 = 4;
const FIRST: i32 = 5;
const LAST: i32 = 6;
const SPREAD: i32 = 7;
const SPREAD_SQUARES: i32 = 8;
const UNIT_LEVERAGES: i32 = 9;
const WORST: i32 = 10;
const POINTS: i32 = 11;
export const HEAD: i32 = 12;
const KEPT: i32 = 10;
const FIELDS: i32 = 4;

/** If 1 − leverage is below this, it has lost most of its digits in double and is computed again in double-double. */
const NEARLY_ALONE: f64 = 1e-10;
/** If 1 − leverage is below this, it is only rounding error: the row alone determines a coefficient. */
const ALONE: f64 = 1e-13;
const ALONE_EXACT: f64 = 1e-26;

/** Computes the residuals y − Σ b x of a piece of rows, in double. */
function plainResiduals(terms: i32, rows: i32, high: usize, slopes: usize): void {
  takeAll(high, PIECE, terms, slopes, 1, high + (<usize>(terms * PIECE) << 3), rows);
}

/** Does the same as `plainResiduals`, but in double-double. */
function exactResiduals(terms: i32, rows: i32, high: usize, lows: usize, slopes: usize): void {
  for (let i: i32 = 0; i < rows; i++) {
    let h = getF64(high, terms * PIECE + i);
    let l = getF64(lows, terms * PIECE + i);
    for (let j: i32 = 0; j < terms; j++) {
      const p = multiply(getF64(high, j * PIECE + i), getF64(lows, j * PIECE + i), getF64(slopes, j), getF64(slopes, terms + j));
      h = add(h, l, -p, -low());
      l = low();
    }
    setF64(high, terms * PIECE + i, h);
  }
}

/** Converts the columns of a piece to columns of Q, in place, and computes the leverage of each row. */
function project(terms: i32, rows: i32, high: usize, triangle: usize, leverages: usize): void {
  const width = terms + 1;
  for (let i: i32 = 0; i < PIECE; i++) setF64(leverages, i, 0);
  for (let j: i32 = 0; j < terms; j++) {
    const x = high + (<usize>(j * PIECE) << 3);
    takeAll(high, PIECE, j, triangle + (<usize>j << 3), width, x, rows);
    scale(x, 1 / getF64(triangle, j * width + j), rows);
    for (let i: i32 = 0; i < rows; i += 2) {
      const q = v128.load(x + (<usize>i << 3));
      const place = leverages + (<usize>i << 3);
      v128.store(place, f64x2.add(v128.load(place), f64x2.mul(q, q)));
    }
  }
}

/** Returns 1 − leverage of one row in double-double: 1 − q·q with q = R⁻ᵗx. For rows in which a double would keep no correct digit. */
function exactRest(row: i32, terms: i32, triangle: usize): f64 {
  const back = mark();
  const width = terms + 1;
  const lowPart = width * width;
  const high = alloc(width << 3);
  const lows = alloc(width << 3);
  fillDesign(width, row, 1, 1, high, lows);
  let restHigh: f64 = 1;
  let restLow: f64 = 0;
  for (let j: i32 = 0; j < terms; j++) {
    let h = getF64(high, j);
    let l = getF64(lows, j);
    for (let i: i32 = 0; i < j; i++) {
      const p = multiply(getF64(high, i), getF64(lows, i), getF64(triangle, i * width + j), getF64(triangle, lowPart + i * width + j));
      h = add(h, l, -p, -low());
      l = low();
    }
    h = divide(h, l, getF64(triangle, j * width + j), getF64(triangle, lowPart + j * width + j));
    l = low();
    setF64(high, j, h);
    setF64(lows, j, l);
    const square = multiply(h, l, h, l);
    restHigh = add(restHigh, restLow, -square, -low());
    restLow = low();
  }
  release(back);
  return restHigh;
}

/** Inserts a row into the list of the most influential rows, largest Cook's distance first; the earlier of two equal rows comes first. */
function keep(out: usize, terms: i32, row: f64, leverage: f64, residual: f64, cook: f64): void {
  const list = out + (<usize>(HEAD + terms + terms * terms) << 3);
  const held = <i32>getF64(out, WORST);
  if (held == KEPT && cook <= getF64(list, (KEPT - 1) * FIELDS + 3)) return;
  let at = held == KEPT ? KEPT - 1 : held;
  while (at > 0 && getF64(list, (at - 1) * FIELDS + 3) < cook) {
    memory.copy(list + (<usize>(at * FIELDS) << 3), list + (<usize>((at - 1) * FIELDS) << 3), FIELDS << 3);
    at--;
  }
  setF64(list, at * FIELDS, row);
  setF64(list, at * FIELDS + 1, leverage);
  setF64(list, at * FIELDS + 2, residual);
  setF64(list, at * FIELDS + 3, cook);
  if (held < KEPT) setF64(out, WORST, held + 1);
}

/**
 * Processes rows [from, to) of the selected design.
 *
 * @param slopes    f64[2][terms]: high parts, then low parts
 * @param variance  residual variance; `mean` is the mean of squared residuals
 * @param every     rows whose position (`first` + row) is a multiple of it are kept as points
 * @param robust    −1, or which of HC0 to HC3 weights the squares for the covariance
 * @param out       laid out as above; points are row, fitted value less the target's mean, residual, leverage
 */
export function residualRows(
  from: i32,
  to: i32,
  terms: i32,
  exact: bool,
  triangle: usize,
  slopes: usize,
  variance: f64,
  mean: f64,
  first: f64,
  every: f64,
  robust: i32,
  out: usize,
): void {
  const back = mark();
  const width = terms + 1;
  const bytes = <usize>(PIECE * width) << 3;
  const high = alloc(bytes);
  const lows: usize = exact ? alloc(bytes) : 0;
  const leverages = alloc(PIECE << 3);
  const targets = alloc(PIECE << 3);
  const squares = alloc(PIECE << 3);
  const weighed = alloc(PIECE << 3);
  const residuals = high + (<usize>(terms * PIECE) << 3);
  for (let at = from; at < to; at += PIECE) {
    const count = min(PIECE, to - at);
    const rows = (count + 1) & ~1;
    fillDesign(width, at, count, PIECE, high, lows);
    memory.copy(targets, residuals, PIECE << 3);
    if (exact) exactResiduals(terms, count, high, lows, slopes);
    else plainResiduals(terms, rows, high, slopes);
    project(terms, rows, high, triangle, leverages);
    for (let i: i32 = 0; i < PIECE; i++) setF64(squares, i, 0);
    for (let i: i32 = 0; i < PIECE; i++) setF64(weighed, i, 0);
    for (let i: i32 = 0; i < count; i++) {
      const root = rootOfWeight(at + i);
      const own = getF64(residuals, i);
      const e = own / root;
      const e2 = e * e;
      setF64(out, SUM, getF64(out, SUM) + e);
      setF64(out, SQUARES, getF64(out, SQUARES) + e2);
      setF64(out, CUBES, getF64(out, CUBES) + e2 * e);
      setF64(out, FOURTHS, getF64(out, FOURTHS) + e2 * e2);
      const row = first + <f64>(at + i);
      if (at + i == 0) setF64(out, FIRST, e);
      else setF64(out, STEPS, getF64(out, STEPS) + (e - getF64(out, LAST)) * (e - getF64(out, LAST)));
      setF64(out, LAST, e);
      const spread = own * own - mean;
      setF64(squares, i, spread);
      setF64(out, SPREAD, getF64(out, SPREAD) + spread);
      setF64(out, SPREAD_SQUARES, getF64(out, SPREAD_SQUARES) + spread * spread);
      const leverage = getF64(leverages, i);
      const rounded = 1 - leverage;
      const refined = exact && rounded < NEARLY_ALONE;
      const left = refined ? exactRest(at + i, terms, triangle) : rounded;
      const bound = refined ? ALONE_EXACT : ALONE;
      const alone = left < bound;
      if (alone) setF64(out, UNIT_LEVERAGES, getF64(out, UNIT_LEVERAGES) + 1);
      else {
        if (variance > 0) keep(out, terms, row, leverage, own, (own * own * leverage) / (left * left * variance * <f64>terms));
        const by = robust == 3 ? left * left : robust == 2 ? left : 1;
        setF64(weighed, i, own * own / by);
      }
      if (row % every == 0) {
        const points = out + (<usize>(HEAD + terms + terms * terms + KEPT * FIELDS) << 3);
        const held = <i32>getF64(out, POINTS);
        setF64(points, held * FIELDS, row);
        setF64(points, held * FIELDS + 1, getF64(targets, i) / root - e);
        setF64(points, held * FIELDS + 2, own);
        setF64(points, held * FIELDS + 3, leverage);
        setF64(out, POINTS, held + 1);
      }
    }
    const projections = out + (<usize>HEAD << 3);
    for (let j: i32 = 0; j < terms; j++)
      setF64(projections, j, getF64(projections, j) + dot(high + (<usize>(j * PIECE) << 3), squares, rows));
    if (robust >= 0) weigh(terms, rows, high, weighed, projections + (<usize>terms << 3));
  }
  release(back);
}

/** Adds Σ ω q q' to the meat (middle matrix of the robust covariance). Overwrites the columns of Q. */
function weigh(terms: i32, rows: i32, high: usize, weighed: usize, meat: usize): void {
  for (let a: i32 = 0; a < terms; a++) {
    const x = high + (<usize>(a * PIECE) << 3);
    for (let i: i32 = 0; i < rows; i++) setF64(x, i, getF64(x, i) * sqrt(getF64(weighed, i)));
  }
  for (let a: i32 = 0; a < terms; a++)
    for (let b: i32 = 0; b <= a; b++) {
      const sum = dot(high + (<usize>(a * PIECE) << 3), high + (<usize>(b * PIECE) << 3), rows);
      setF64(meat, a * terms + b, getF64(meat, a * terms + b) + sum);
      if (a != b) setF64(meat, b * terms + a, getF64(meat, b * terms + a) + sum);
    }
}

/**
 * Writes rows of Q and residuals of rows [from, to) of the selected design, both times the root of the row's weight.
 *
 * @param slopes  f64[2][terms]: high parts, then low parts
 * @param out     f64[terms + 1][to − from]: the columns of Q, then the residuals
 */
export function scoreRows(from: i32, to: i32, terms: i32, exact: bool, triangle: usize, slopes: usize, out: usize): void {
  const back = mark();
  const width = terms + 1;
  const bytes = <usize>(PIECE * width) << 3;
  const high = alloc(bytes);
  const lows: usize = exact ? alloc(bytes) : 0;
  const leverages = alloc(PIECE << 3);
  for (let at = from; at < to; at += PIECE) {
    const count = min(PIECE, to - at);
    const rows = (count + 1) & ~1;
    fillDesign(width, at, count, PIECE, high, lows);
    if (exact) exactResiduals(terms, count, high, lows, slopes);
    else plainResiduals(terms, rows, high, slopes);
    project(terms, rows, high, triangle, leverages);
    for (let j: i32 = 0; j < width; j++)
      memory.copy(out + (<usize>(j * (to - from) + at - from) << 3), high + (<usize>(j * PIECE) << 3), <usize>count << 3);
  }
  release(back);
}
