import { getF64, getU32, setF64 } from '../lib/arena';

/**
 * Estimates the phase of an address's events on the 625 µs grid of its own clock, and the drift of that clock against the sniffer's. All
 * advertising events of a device start on one such grid (arXiv 2403.19833), so the phase of an address changes only by the difference of
 * both crystals, some tens of µs per second.
 *
 * The fit is a straight line through the unwrapped phases of the frames of one channel near one end of the address's life. It is useful
 * only if timestamps come from a radio's clock, which the size of the residual shows.
 */
export const SLOT: f64 = 625;
/** Maximum number of frames in a fit, and their maximum distance in s from the end of the address's life. */
const FRAMES: i32 = 40;
const REACH: f64 = 40;
/** Maximum drift between two crystals, in µs per second. */
const MOST_DRIFT: f64 = 110;
/** If two frames are more seconds apart than this, the phase cannot be followed from one to the other until the drift is known. */
const LOST: f64 = 2.5;
const FEWEST: i32 = 6;
/** A fit whose residual is at most this many µs comes from a radio clock; host clocks give about 180. */
const GOOD: f64 = 12;

/** Results of the last fit: phase, drift, their errors and the residual. */
export let phase: f64 = NaN;
export let phaseAt: f64 = NaN;
export let drift: f64 = NaN;
export let driftError: f64 = NaN;
export let residual: f64 = NaN;

// @ts-ignore: decorator
@inline
export function wrap(value: f64): f64 {
  return value - SLOT * Math.floor(value / SLOT + 0.5);
}

/**
 * Fits a line to the phases at one end of a group of rows; `forward` starts at the first row. Only rows of the channel of the first usable
 * row near that end take part (255: not usable). If a clock wanders (delta times add up their errors), only a short stretch fits: it is
 * halved until the residual is good.
 */
export function fitPhase(radio: usize, channel: usize, rows: usize, count: i32, forward: bool, scratch: usize): void {
  phase = NaN;
  phaseAt = NaN;
  drift = NaN;
  driftError = NaN;
  residual = NaN;
  for (let most = FRAMES; most >= FEWEST; most = most >> 1) {
    const held = gather(radio, channel, rows, count, forward, most, scratch);
    if (held < FEWEST) return;
    const times = scratch;
    const values = scratch + (<usize>FRAMES << 3);
    const start = coarseDrift(times, values, held);
    if (start != start) return;
    unwrapAll(times, values, held, start);
    line(times, values, held);
    if (residual < GOOD) return;
  }
}

/** Copies the time (s from the outermost frame, increasing inwards) and phase (µs) of the frames that take part in the fit. */
function gather(radio: usize, channel: usize, rows: usize, count: i32, forward: bool, most: i32, scratch: usize): i32 {
  const times = scratch;
  const values = scratch + (<usize>FRAMES << 3);
  let held = 0;
  let wanted = 255;
  let origin: f64 = NaN;
  for (let n = 0; n < count && held < most; n++) {
    const row = getU32(rows, forward ? n : count - 1 - n);
    const heard = <i32>load<u8>(channel + <usize>row);
    const t = getF64(radio, row);
    if (heard == 255 || t != t) continue;
    if (wanted == 255) {
      wanted = heard;
      origin = t;
    }
    if (heard != wanted) continue;
    const off = t - origin;
    if (Math.abs(off) > REACH) break;
    setF64(times, held, off);
    setF64(values, held, wrap(t * 1e6));
    held++;
  }
  phaseAt = origin;
  return held;
}

/**
 * Finds the drift that most pairs of neighbouring frames agree on, by votes over a grid of 1 µs/s; the lowest if several are equal. Two
 * drifts are tried at once, from 0 outwards, and abandoned if even full votes of the remaining pairs could not win.
 */
function coarseDrift(times: usize, values: usize, count: i32): f64 {
  const steps = scratchOf(values);
  const moves = steps + (<usize>FRAMES << 3);
  let usable = 0;
  for (let n = 1; n < count; n++) {
    const step = getF64(times, n) - getF64(times, n - 1);
    if (Math.abs(step) >= LOST) continue;
    setF64(steps, usable, step);
    setF64(moves, usable, getF64(values, n) - getF64(values, n - 1));
    usable++;
  }
  if (usable < FEWEST - 2) return NaN;
  best = NaN;
  bestScore = 0;
  votes(steps, moves, usable, 0);
  for (let away: f64 = 2; away <= MOST_DRIFT; away += 2) {
    votes(steps, moves, usable, away);
    votes(steps, moves, usable, -away);
  }
  return best;
}

let best: f64 = NaN;
let bestScore: f64 = 0;
/** Upper bound of the rounding error of a sum of some forty votes. */
const ROUNDING: f64 = 1e-9;

/** Counts the votes for drift `rate` in one vector lane, and for the drift 1 µs/s above it in the other. */
function votes(steps: usize, moves: usize, count: i32, rate: f64): void {
  const rates = f64x2(rate, rate + 1);
  const one = f64x2.splat(1);
  let scores = f64x2.splat(0);
  for (let n = 0; n < count; n++) {
    // Convert to slots of the grid, and compute the distance to the nearest whole slot in units of 12 µs.
    const raw = f64x2.mul(
      f64x2.sub(v128.load64_splat(moves + (<usize>n << 3)), f64x2.mul(rates, v128.load64_splat(steps + (<usize>n << 3)))),
      f64x2.splat(1 / SLOT),
    );
    const off = f64x2.mul(f64x2.sub(raw, f64x2.nearest(raw)), f64x2.splat(SLOT / 12));
    scores = f64x2.add(scores, f64x2.div(one, f64x2.add(one, f64x2.mul(off, off))));
    const rest = <f64>(count - 1 - n) + ROUNDING;
    if (f64x2.extract_lane(scores, 0) + rest < bestScore && f64x2.extract_lane(scores, 1) + rest < bestScore) return;
  }
  vote(rate, f64x2.extract_lane(scores, 0));
  if (rate < MOST_DRIFT) vote(rate + 1, f64x2.extract_lane(scores, 1));
}

// @ts-ignore: decorator
@inline
function vote(rate: f64, score: f64): void {
  if (score > bestScore || (score == bestScore && rate < best)) {
    bestScore = score;
    best = rate;
  }
}

// @ts-ignore: decorator
@inline
function scratchOf(values: usize): usize {
  return values + (<usize>FRAMES << 3);
}

/** Unwraps the phases: adds whole slots so that they follow a line over time, given their approximate drift. */
function unwrapAll(times: usize, values: usize, count: i32, rate: f64): void {
  let before = getF64(values, 0);
  for (let n = 1; n < count; n++) {
    const expected = before + rate * (getF64(times, n) - getF64(times, n - 1));
    before = expected + wrap(getF64(values, n) - expected);
    setF64(values, n, before);
  }
}

/** Fits a straight line by least squares, then once more without outliers. */
function line(times: usize, values: usize, count: i32): void {
  let limit: f64 = 1e9;
  for (let round = 0; round < 2; round++) {
    let n: f64 = 0;
    let st: f64 = 0;
    let sv: f64 = 0;
    for (let k = 0; k < count; k++) {
      if (round > 0 && offAt(times, values, k) > limit) continue;
      n += 1;
      st += getF64(times, k);
      sv += getF64(values, k);
    }
    if (n < <f64>FEWEST) return;
    const mt = st / n;
    const mv = sv / n;
    let tt: f64 = 0;
    let tv: f64 = 0;
    for (let k = 0; k < count; k++) {
      if (round > 0 && offAt(times, values, k) > limit) continue;
      tt += (getF64(times, k) - mt) * (getF64(times, k) - mt);
      tv += (getF64(times, k) - mt) * (getF64(values, k) - mv);
    }
    const slope = tt > 0 ? tv / tt : 0;
    const at = mv - slope * mt;
    let rr: f64 = 0;
    for (let k = 0; k < count; k++) {
      if (round > 0 && offAt(times, values, k) > limit) continue;
      const off = getF64(values, k) - at - slope * getF64(times, k);
      rr += off * off;
    }
    phase = at;
    drift = slope;
    residual = Math.sqrt(rr / Math.max(n - 2, 1));
    driftError = tt > 0 ? Math.max(residual, 1) / Math.sqrt(tt) : NaN;
    limit = 3 * Math.max(residual, 3);
  }
  phase = wrap(phase);
}

// @ts-ignore: decorator
@inline
function offAt(times: usize, values: usize, k: i32): f64 {
  return Math.abs(getF64(values, k) - phase - drift * getF64(times, k));
}
