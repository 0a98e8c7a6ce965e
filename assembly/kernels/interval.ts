import { getF64, setF64 } from '../lib/arena';
import { select } from '../lib/median';

/**
 * Estimates the advertising interval of one address from the spacings of the events that were heard.
 *
 * An event follows after the interval plus advDelay, which is uniform on 0–10 ms and drawn anew each time (Core Vol 6 Part B 4.4.2.2). So k
 * events later the spacing is k·T with a spread of 2.9 ms·√k, where T is the mean spacing. Missed packets make k > 1 common. The shortest
 * spacings are tried as T and as 2T … 6T; the likeliest candidate wins. A larger k costs likelihood, so that T/2 does not explain the
 * spacings as well as T.
 */
const JITTER: f64 = 0.0029;
const FLOOR: f64 = 0.0015;
const MOST_MULTIPLES: f64 = 24;

/**
 * Score of a spacing that is far from every multiple, and upper bound of any spacing's score: ln(0.02 + 0.6 / (2.51 (FLOOR + JITTER))) is
 * 3.997.
 */
const UNEXPLAINED: f64 = Math.log(0.02);
const HIGHEST: f64 = 4;

/** Log-likelihood of one spacing if the mean spacing is `period`, relative to a uniform density of 1 per second. */
function spacingScore(spacing: f64, period: f64): f64 {
  const k = nearest(spacing / period);
  if (k < 1 || k > MOST_MULTIPLES) return -2;
  const sigma = FLOOR + JITTER * Math.sqrt(k) + 0.001 * spacing;
  const off = (spacing - k * period) / sigma;
  // This far off, the fit adds less than half a unit in the last place to the sum, so it can be skipped.
  if (off * off > 92) return UNEXPLAINED;
  const fit = Math.exp(-0.5 * off * off) / (sigma * 2.5066282746310002);
  return Math.log(0.02 + fit * 0.6 / k);
}

/**
 * Estimates the interval from spacings at four low quantiles, which are robust against a few short outliers, and from fractions of them.
 */
export function estimateInterval(spacings: usize, count: i32, scratch: usize): f64 {
  if (count < 4) return NaN;
  memory.copy(scratch, spacings, <usize>count << 3);
  let best = NaN;
  let bestScore = -Infinity;
  triedCount = 0;
  for (let q = 0; q < 4; q++) {
    const rank = <i32>(<f64>(count - 1) * (0.05 + 0.15 * <f64>q));
    const base = select(scratch, count, rank);
    if (base <= 0) continue;
    for (let divisor = 1; divisor <= 6; divisor++) {
      const period = refine(spacings, count, base / <f64>divisor);
      if (period < 0.018 || period > 11 || tried(period)) continue;
      const score = total(spacings, count, period, bestScore);
      if (score > bestScore) {
        bestScore = score;
        best = period;
      }
    }
  }
  return best;
}

/** Refines `period` by two rounds of least squares over the spacings that are near a small multiple of it. */
function refine(spacings: usize, count: i32, from: f64): f64 {
  let period = from;
  for (let round = 0; round < 3; round++) {
    let sum: f64 = 0;
    let multiples: f64 = 0;
    for (let n = 0; n < count; n++) {
      const spacing = getF64(spacings, n);
      const k = nearest(spacing / period);
      if (k < 1 || k > 4) continue;
      const reach = round == 0 ? 0.012 * k : 3 * (FLOOR + JITTER * Math.sqrt(k));
      if (Math.abs(spacing - k * period) > reach) continue;
      sum += spacing;
      multiples += k;
    }
    if (multiples == 0) return from;
    period = sum / multiples;
  }
  return period;
}

/** Counts the spacings that are near a multiple of the period. */
export function supportOf(spacings: usize, count: i32, period: f64): f64 {
  let explained: f64 = 0;
  for (let n = 0; n < count; n++) {
    const spacing = getF64(spacings, n);
    const k = nearest(spacing / period);
    if (k >= 1 && k <= MOST_MULTIPLES && Math.abs(spacing - k * period) <= 3 * (FLOOR + JITTER * Math.sqrt(k))) explained += 1;
  }
  return explained;
}

/**
 * Scatter, in s, of the spacings that are near a multiple of the period: root mean square distance per interval. advDelay alone makes it
 * 2.9 ms; timestamps of a computer add their own delays.
 */
export function scatterOf(spacings: usize, count: i32, period: f64): f64 {
  let squares: f64 = 0;
  let multiples: f64 = 0;
  for (let n = 0; n < count; n++) {
    const spacing = getF64(spacings, n);
    const k = nearest(spacing / period);
    const off = spacing - k * period;
    if (k < 1 || k > MOST_MULTIPLES || Math.abs(off) > 3 * (FLOOR + JITTER * Math.sqrt(k))) continue;
    squares += off * off;
    multiples += k;
  }
  return Math.sqrt(squares / multiples);
}

/** Cache of the periods that were already scored for this address, because different quantiles often lead to the same one. */
const TRIED = memory.data(24 * 8, 8);
let triedCount: i32 = 0;

function tried(period: f64): bool {
  for (let n = 0; n < triedCount; n++) if (getF64(TRIED, n) == period) return true;
  setF64(TRIED, triedCount, period);
  triedCount++;
  return false;
}

/** Sum of the scores of all spacings; −Infinity as soon as it can no longer reach `least`. */
function total(spacings: usize, count: i32, period: f64, least: f64): f64 {
  let score: f64 = 0;
  for (let n = 0; n < count; n++) {
    if (score + <f64>(count - n) * HIGHEST < least) return -Infinity;
    score += spacingScore(getF64(spacings, n), period);
  }
  return score;
}

// @ts-ignore: decorator
@inline
function nearest(value: f64): f64 {
  return Math.floor(value + 0.5);
}

/** Copies at most `most` evenly sampled spacings into `out`; returns their number. */
export function thin(spacings: usize, count: i32, most: i32, out: usize): i32 {
  if (count <= most) {
    memory.copy(out, spacings, <usize>count << 3);
    return count;
  }
  for (let n = 0; n < most; n++) setF64(out, n, getF64(spacings, <i32>(<i64>n * <i64>count / <i64>most)));
  return most;
}
