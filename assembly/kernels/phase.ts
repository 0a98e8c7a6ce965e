import { getF64, getU32, setF64 } from '../lib/arena';

/**
 * Where an address's events sit on the 625 µs grid of its own clock, and how fast that clock runs against the
 * sniffer's. All advertising events of a device start on one such grid (arXiv 2403.19833), so within an address the
 * phase moves only with the difference of the two crystals, some tens of µs per second.
 *
 * The fit is a straight line through the unwrapped phases of the frames of one channel near an end of the life. It
 * is worth something only with a clock in the radio: the residual says so.
 */
export const SLOT: f64 = 625;
/** Frames of a fit, and how far from the end they may lie, s. */
const FRAMES: i32 = 40;
const REACH: f64 = 40;
/** Two crystals differ by at most this, µs per second. */
const MOST_DRIFT: f64 = 110;
/** Further apart, s, the phase cannot be followed from one frame to the next until the drift is known. */
const LOST: f64 = 2.5;
const FEWEST: i32 = 6;
/** A residual that a radio's clock gives, µs; host clocks give 180. */
const GOOD: f64 = 12;

/** Results of the last fit. */
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
 * Fits the end of a group of rows; `forward` starts at the first row. Only rows whose `channel` is the first usable
 * one near that end take part (255: not usable). A clock that wanders (delta times add up their errors) fits over a
 * short stretch only: the stretch is halved until the residual is good.
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

/** Copies time (s, from the outermost frame, inwards positive) and phase (µs) of the frames that take part. */
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

/** Drift that most pairs of neighbours agree on, by votes over a grid of 1 µs/s. */
function coarseDrift(times: usize, values: usize, count: i32): f64 {
  let best = NaN;
  let bestScore: f64 = 0;
  let usable = 0;
  for (let n = 1; n < count; n++) if (Math.abs(getF64(times, n) - getF64(times, n - 1)) < LOST) usable++;
  if (usable < FEWEST - 2) return NaN;
  for (let rate = -MOST_DRIFT; rate <= MOST_DRIFT; rate += 1) {
    let score: f64 = 0;
    for (let n = 1; n < count; n++) {
      const step = getF64(times, n) - getF64(times, n - 1);
      if (Math.abs(step) >= LOST) continue;
      const off = wrap(getF64(values, n) - getF64(values, n - 1) - rate * step) / 12;
      score += 1 / (1 + off * off);
    }
    if (score > bestScore) {
      bestScore = score;
      best = rate;
    }
  }
  return best;
}

/** Makes the phases a continuous function of time, given about how fast they move. */
function unwrapAll(times: usize, values: usize, count: i32, rate: f64): void {
  let before = getF64(values, 0);
  for (let n = 1; n < count; n++) {
    const expected = before + rate * (getF64(times, n) - getF64(times, n - 1));
    before = expected + wrap(getF64(values, n) - expected);
    setF64(values, n, before);
  }
}

/** Least squares, done a second time without the points that lie far off. */
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
