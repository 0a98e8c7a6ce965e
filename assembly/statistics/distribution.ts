import { setF64 } from '../lib/arena';
import { fTails, tTails } from './beta';
import { chiSquareTails, logFront, logLower, logUpper, lower, normalTails, upper } from './gamma';
import { rangeTail } from './range';

/** Which distribution; the numbers are those of `DISTRIBUTIONS` in the host. */
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
 * Both tails at x and their natural logarithms.
 *
 * @param a,b  degrees of freedom; of the studentized range: groups and degrees of freedom
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

/** ln of the upper tail, and its slope per unit of ln x where the front gives one; `enough` as in `rangeTail`. */
let slope: f64 = 0;
function logTail(kind: i32, x: f64, a: f64, b: f64, enough: f64 = Infinity): f64 {
  if (kind == RANGE) return Math.log(rangeTail(x, a, b, enough));
  evaluate(kind, x, a, b);
  slope = -Math.exp(logFront() - logUpper());
  return logUpper();
}

/**
 * The positive x whose upper tail is `p`: Newton on the logarithm of the tail over ln x, kept inside a bracket. The
 * symmetric distributions take p up to 1/2. NaN when p is not inside (0, 1).
 */
export function upperQuantile(kind: i32, p: f64, a: f64, b: f64): f64 {
  if (!(p > 0 && p < 1)) return NaN;
  const symmetric = kind == NORMAL || kind == T;
  if (symmetric && p == 0.5) return 0;
  if (symmetric && p > 0.5) return -upperQuantile(kind, 1 - p, a, b);
  const aim = Math.log(p);
  let low: f64 = -700;
  let high: f64 = 700;
  // A bracket around 1 that doubles. It needs signs only: a tail clearly above p need not be summed to its end.
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
    // The density's own slope is per unit of ln of the beta ratio or gamma variable; t and normal square x.
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

/** ln x: hosts compute no transcendental function of their own, as engines differ in the last bit. */
export function logarithm(x: f64): f64 {
  return Math.log(x);
}

/** cos x, for the same reason. */
export function cosine(x: f64): f64 {
  return Math.cos(x);
}
