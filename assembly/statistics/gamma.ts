/**
 * Computes ln Γ in double-double, and both tails of the regularised incomplete gamma function (DLMF 5.11.1, 8.7.1, 8.9.2). The power in
 * front is computed in double-double, so that its digits do not depend on the size of the exponents.
 */
import { add, divide, exp, log, low, multiply, product2, sum2 } from './dd';

const LN_2PI_HALF_HIGH: f64 = 0.9189385332046727;
const LN_2PI_HALF_LOW: f64 = 3.8782941580672414e-17;

/** Numerators, and below denominators, of the Bernoulli numbers B₂ₖ for k = 12 … 1. */
function bernoulliTop(k: i32): f64 {
  if (k == 1) return 1;
  if (k == 2) return -1;
  if (k == 3) return 1;
  if (k == 4) return -1;
  if (k == 5) return 5;
  if (k == 6) return -691;
  if (k == 7) return 7;
  if (k == 8) return -3617;
  if (k == 9) return 43867;
  if (k == 10) return -174611;
  if (k == 11) return 854513;
  return -236364091;
}

function bernoulliBottom(k: i32): f64 {
  if (k == 1) return 6;
  if (k == 2) return 30;
  if (k == 3) return 42;
  if (k == 4) return 30;
  if (k == 5) return 66;
  if (k == 6) return 2730;
  if (k == 7) return 6;
  if (k == 8) return 510;
  if (k == 9) return 798;
  if (k == 10) return 330;
  if (k == 11) return 138;
  return 2730;
}

/** Returns ln Γ(z + zl) for z > 0, where zl is the rounding error of z: from 40 up by Stirling's series, below by the recurrence. */
export function logGamma(z: f64, zl: f64): f64 {
  let shiftHigh: f64 = 0;
  let shiftLow: f64 = 0;
  let at = z;
  let offset = zl;
  if (z < 40) {
    let ph: f64 = 1;
    let pl: f64 = 0;
    for (let n: f64 = 1; at < 40; n++) {
      ph = multiply(ph, pl, at, offset);
      pl = low();
      at = sum2(z, n);
      offset = low() + zl;
    }
    shiftHigh = log(ph, pl);
    shiftLow = low();
  }
  const ih = divide(1, 0, at, 0);
  const il = low();
  const qh = multiply(ih, il, ih, il);
  const ql = low();
  let sh: f64 = 0;
  let sl: f64 = 0;
  for (let k: i32 = 12; k >= 1; k--) {
    const even: f64 = 2 * k;
    sh = multiply(sh, sl, qh, ql);
    sl = low();
    const ch = divide(bernoulliTop(k), 0, bernoulliBottom(k) * even * (even - 1), 0);
    sh = add(sh, sl, ch, low());
    sl = low();
  }
  sh = multiply(sh, sl, ih, il);
  sl = low();
  const lh = log(at, 0);
  let h = multiply(lh, low(), at - 0.5, 0);
  h = add(h, low(), -at, 0);
  h = add(h, low(), LN_2PI_HALF_HIGH, LN_2PI_HALF_LOW);
  h = add(h, low(), sh, sl);
  // The series was evaluated at the rounded z. Correct by zl times the derivative, which is near ln z.
  h = add(h, low(), offset * lh, 0);
  return add(h, low(), -shiftHigh, -shiftLow);
}

/** Results of the last call: both tail probabilities, their logarithms, and the logarithm of the factor in front of both. */
let lowerTail: f64 = 0;
let upperTail: f64 = 0;
let lowerLog: f64 = 0;
let upperLog: f64 = 0;
let frontLog: f64 = 0;

export function lower(): f64 {
  return lowerTail;
}
export function upper(): f64 {
  return upperTail;
}
export function logLower(): f64 {
  return lowerLog;
}
export function logUpper(): f64 {
  return upperLog;
}
/** Returns ln of the density by ln x (gamma distribution) or by ln(x/(1 − x)) (beta distribution). */
export function logFront(): f64 {
  return frontLog;
}

/**
 * Sets both tails and their logarithms from the smaller tail, which is front · factor.
 *
 * @param h,l     ln of the front, as a double-double
 * @param factor  what the front is multiplied by
 * @param isLower whether the smaller tail is the lower one
 */
export function settle(h: f64, l: f64, factor: f64, isLower: bool): void {
  frontLog = h + l;
  const tail = Math.min(1, exp(h, l) * factor);
  const ln = Math.min(0, h + (l + Math.log(factor)));
  const other = 1 - tail;
  const otherLn = Math.log1p(-tail);
  lowerTail = isLower ? tail : other;
  upperTail = isLower ? other : tail;
  lowerLog = isLower ? ln : otherLn;
  upperLog = isLower ? otherLn : ln;
}

/** Sets the tails at an end of the distribution's range: 0 and 1. */
export function settleEnd(atLowerEnd: bool): void {
  frontLog = -Infinity;
  lowerTail = atLowerEnd ? 0 : 1;
  upperTail = atLowerEnd ? 1 : 0;
  lowerLog = atLowerEnd ? -Infinity : 0;
  upperLog = atLowerEnd ? 0 : -Infinity;
}

const ROUNDS: i32 = 2000000;

/** Sets the tails to P(a, x) and Q(a, x) of the incomplete gamma function for a > 0, x ≥ 0, where x is a double-double. */
export function gammaTails(a: f64, xh: f64, xl: f64): void {
  if (!(xh > 0)) {
    settleEnd(true);
    return;
  }
  if (xh == Infinity) {
    settleEnd(false);
    return;
  }
  // ln of x^a e^−x / Γ(a)
  let h = log(xh, xl);
  h = multiply(h, low(), a, 0);
  h = add(h, low(), -xh, -xl);
  const fh = h;
  const fl = low();
  const gh = logGamma(a, 0);
  h = add(fh, fl, -gh, -low());
  const l = low();
  if (xh < a + 1) {
    let term: f64 = 1 / a;
    let sum = term;
    for (let n: i32 = 1; n < ROUNDS; n++) {
      term *= xh / (a + n);
      sum += term;
      if (term < sum * 1e-17) break;
    }
    settle(h, l, sum, true);
    return;
  }
  // Evaluate the continued fraction by Lentz's method.
  let b = xh + 1 - a;
  let c: f64 = 1e300;
  let d = 1 / b;
  let f = d;
  for (let n: i32 = 1; n < ROUNDS; n++) {
    const t: f64 = n;
    const an = -t * (t - a);
    b += 2;
    d = an * d + b;
    if (Math.abs(d) < 1e-300) d = 1e-300;
    c = b + an / c;
    if (Math.abs(c) < 1e-300) c = 1e-300;
    d = 1 / d;
    const change = d * c;
    f *= change;
    if (Math.abs(change - 1) < 2e-16) break;
  }
  settle(h, l, f, false);
}

/** Sets the tail probabilities of the chi-square distribution. */
export function chiSquareTails(x: f64, df: f64): void {
  gammaTails(df / 2, x / 2, 0);
}

/** Sets the tail probabilities of the normal distribution. P(1/2, x²/2) is its two-sided probability. */
export function normalTails(x: f64): void {
  const reach = Math.min(Math.abs(x), 1e6);
  const h = product2(reach, reach);
  gammaTails(0.5, h / 2, low() / 2);
  halve(x < 0);
}

/** Converts the tails of |x| to the tails of x, for a symmetric distribution. */
export function halve(negative: bool): void {
  const far = upperTail / 2;
  const farLog = upperLog - 0.6931471805599453;
  const near = 1 - far;
  const nearLog = Math.log1p(-far);
  lowerTail = negative ? far : near;
  upperTail = negative ? near : far;
  lowerLog = negative ? farLog : nearLog;
  upperLog = negative ? nearLog : farLog;
}
