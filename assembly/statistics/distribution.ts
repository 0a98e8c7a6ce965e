import { setF64 } from '../lib/arena';
import { fTails, tTails } from './beta';
import { chiSquareTails, logFront, logLower, logUpper, lower, normalTails, upper } from './gamma';
import { rangeTail } from './range';

/** The distributions by number; the numbers are positions in `DISTRIBUTIONS` of the host. */
const NORMAL: i32 = 0;
const T: i32 = 1;
const F: i32 = 2;
const CHI_SQUARE: i32 = 3;
const RANGE: i32 = 4;

function evaluate(kind: i32, x: f64, a: f64, b: f64): void {
  if (kind == NORMAL) normalTails(x);
  else if (kind == T) tTails(x, a);
  else if (kind == F) fTails(x, a, b);
  else if (kind == CHI_SQUARE) chiSquareTails(x, a);
}

/**
 * Computes both tail probabilities at x and their natural logarithms.
 *
 * @param a,b  degrees of freedom; for the studentized range: number of groups and degrees of freedom
 * @param out  f64[4]: lower, upper, ln lower, ln upper
 */
export function tails(kind: i32, x: f64, a: f64, b: f64, out: usize): void {
  if (kind == RANGE) {
    const tail = rangeTail(x, a, b);
    setF64(out, 0, 1 - tail);
    setF64(out, 1, tail);
    setF64(out, 2, Math.log1p(-tail));
    setF64(out, 3, Math.log(tail));
    return;
  }
  evaluate(kind, x, a, b);
  setF64(out, 0, lower());
  setF64(out, 1, upper());
  setF64(out, 2, logLower());
  setF64(out, 3, logUpper());
}

/**
 * `logTail` returns ln of the upper tail and sets this to its derivative by ln x, except for the studentized range; `enough` as in
 * `rangeTail`.
 */
let slope: f64 = 0;
function logTail(kind: i32, x: f64, a: f64, b: f64, enough: f64 = Infinity): f64 {
  if (kind == RANGE) return Math.log(rangeTail(x, a, b, enough));
  evaluate(kind, x, a, b);
  slope = -Math.exp(logFront() - logUpper());
  return logUpper();
}

/**
 * Finds the positive x whose upper tail is `p`, by Newton's method on the logarithm of the tail as a function of ln x, kept inside a
 * bracket. For symmetric distributions p is at most 1/2. NaN if p is not between 0 and 1.
 */
export function upperQuantile(kind: i32, p: f64, a: f64, b: f64): f64 {
  if (!(p > 0 && p < 1)) return NaN;
  const symmetric = kind == NORMAL || kind == T;
  if (symmetric && p == 0.5) return 0;
  if (symmetric && p > 0.5) return -upperQuantile(kind, 1 - p, a, b);
  const aim = Math.log(p);
  let low: f64 = -700;
  let high: f64 = 700;
  // Find a bracket by doubling from 1. It needs only signs, so a tail that is clearly above p need not be summed to its end.
  const enough = p * (1 + 1e-12);
  let at: f64 = 0;
  let reach: f64 = 1;
  if (logTail(kind, 1, a, b, enough) > aim) {
    low = 0;
    while (reach < 700 && logTail(kind, Math.exp(reach), a, b, enough) > aim) {
      low = reach;
      reach *= 2;
    }
    high = Math.min(reach, 700);
  } else {
    high = 0;
    while (reach < 700 && logTail(kind, Math.exp(-reach), a, b, enough) < aim) {
      high = -reach;
      reach *= 2;
    }
    low = Math.max(-reach, -700);
  }
  at = (low + high) / 2;
  let best = at;
  let previous: f64 = NaN;
  let previousGap: f64 = NaN;
  for (let n: i32 = 0; n < 200; n++) {
    const gap = logTail(kind, Math.exp(at), a, b) - aim;
    best = at;
    if (gap == 0) break;
    if (gap > 0) low = at;
    else high = at;
    // The derivative is by ln of the beta ratio or gamma variable, which for t and normal is the square of x.
    let rate = slope;
    if (kind == RANGE) rate = (gap - previousGap) / (at - previous);
    previous = at;
    previousGap = gap;
    let next = at - gap / rate;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - at) <= 1e-16 * Math.max(1, Math.abs(at)) || high - low <= 2e-16 * Math.max(1, Math.abs(at))) {
      best = next;
      break;
    }
    at = next;
  }
  return Math.exp(best);
}

/** Returns ln x. The host calls this instead of `Math.log`, because JavaScript engines differ in the last bit. */
export function logarithm(x: f64): f64 {
  return Math.log(x);
}

/** Returns cos x. The host calls this instead of `Math.cos`, because JavaScript engines differ in the last bit. */
export function cosine(x: f64): f64 {
  return Math.cos(x);
}
