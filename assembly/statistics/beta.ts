import { add, divide, log, log1p, low, multiply, product2, sum2 } from './dd';
import { halve, logGamma, settle, settleEnd } from './gamma';

/**
 * Both tails of the regularised incomplete beta function at x = r/(1 + r), by Didonato and Morris's contracted continued fraction (ACM TOMS
 * 18, 1992, eq. 9) times a factor computed in double-double; F and Student's t are derived from it (DLMF 8.17).
 */
const ROUNDS: i32 = 2000000;

/** Continued fraction of the incomplete beta function, for x below the mean: I_x(a, b) = x^a y^b / B(a, b) divided by it. */
function fraction(x: f64, y: f64, a: f64, b: f64): f64 {
  let value = (a * (a * y - b * x + 1)) / (a + 1);
  if (value == 0) value = 1e-300;
  let c = value;
  let d: f64 = 0;
  for (let n: i32 = 1; n < ROUNDS; n++) {
    const m: f64 = n;
    const span = a + 2 * m - 1;
    const top = (((a + m - 1) * (a + b + m - 1)) / span) * ((m * (b - m) * x * x) / span);
    const bottom = m + (m * (b - m) * x) / span + ((a + m) * (a * y - b * x + 1 + m * (1 + y))) / (a + 2 * m + 1);
    d = bottom + top * d;
    if (d == 0) d = 1e-300;
    c = bottom + top / c;
    if (c == 0) c = 1e-300;
    d = 1 / d;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < 2e-16) break;
  }
  return value;
}

/**
 * Sets the tail probabilities of the ratio r = x/(1 − x), where x has a beta distribution.
 *
 * @param a,b   parameters of the distribution, of x and of 1 − x
 * @param rh,rl ln r as a double-double
 * @param vh,vl r itself as a double-double, used if ln r is within ±70
 */
function ratioTails(a: f64, b: f64, rh: f64, rl: f64, vh: f64, vl: f64): void {
  let sh: f64 = 0;
  let sl: f64 = 0;
  if (rh > 75) {
    sh = rh;
    sl = rl;
  } else if (rh > -75) {
    sh = log1p(vh, vl);
    sl = low();
  }
  const large = rh > 75;
  const ratio = large ? Infinity : vh;
  const x = large ? 1 : ratio / (1 + ratio);
  const y = large ? Math.exp(-rh) : 1 / (1 + ratio);
  // ln of x^a y^b / B(a, b) = a ln r − (a + b) ln(1 + r) − ln B
  let h = multiply(rh, rl, a, 0);
  const ah = h;
  const al = low();
  const both = sum2(a, b);
  const bothLow = low();
  h = multiply(sh, sl, both, bothLow);
  h = add(ah, al, -h, -low());
  const bh = h;
  const bl = low();
  let gh = logGamma(a, 0);
  const gl = low();
  const kh = logGamma(b, 0);
  gh = add(gh, gl, kh, low());
  const hl = low();
  const mh = logGamma(both, bothLow);
  gh = add(gh, hl, -mh, -low());
  h = add(bh, bl, -gh, -low());
  const l = low();
  if (x < (a + 1) / (a + b + 2)) settle(h, l, 1 / fraction(x, y, a, b), true);
  else settle(h, l, 1 / fraction(y, x, b, a), false);
}

/** Sets the tail probabilities of the F distribution with `n` and `m` degrees of freedom at `f`. */
export function fTails(f: f64, n: f64, m: f64): void {
  if (!(f > 0)) {
    settleEnd(true);
    return;
  }
  if (f == Infinity) {
    settleEnd(false);
    return;
  }
  let h = log(f, 0);
  let l = low();
  const nh = log(n, 0);
  h = add(h, l, nh, low());
  l = low();
  const mh = log(m, 0);
  h = add(h, l, -mh, -low());
  l = low();
  let vh: f64 = 0;
  let vl: f64 = 0;
  if (Math.abs(h) < 80) {
    vh = product2(f, n);
    vh = divide(vh, low(), m, 0);
    vl = low();
  }
  ratioTails(n / 2, m / 2, h, l, vh, vl);
}

/** Sets the tail probabilities of Student's t with `df` degrees of freedom at `t`. */
export function tTails(t: f64, df: f64): void {
  const reach = Math.abs(t);
  if (reach == 0) settleEnd(true);
  else if (reach == Infinity) settleEnd(false);
  else {
    let h = log(reach, 0);
    h = multiply(h, low(), 2, 0);
    let l = low();
    const mh = log(df, 0);
    h = add(h, l, -mh, -low());
    l = low();
    let vh: f64 = 0;
    let vl: f64 = 0;
    if (Math.abs(h) < 80) {
      vh = product2(reach, reach);
      vh = divide(vh, low(), df, 0);
      vl = low();
    }
    ratioTails(0.5, df / 2, h, l, vh, vl);
  }
  halve(t < 0);
}
