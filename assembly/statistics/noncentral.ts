/** Noncentral t and chi-square distributions, for intervals of effect sizes, and Hedges' correction. */
import { setF64 } from '../lib/arena';
import { add, exp, log, low, multiply } from './dd';
import { chiSquareTails, logGamma, lower, normalTails, upper } from './gamma';

/** Nodes of the trapezoid rule are left out if ln of their weight is below this, because they add nothing. */
const NEGLIGIBLE: f64 = -50;
const MOST_NODES: f64 = 200000;

/** Natural logarithm of the density of u = ln(chi / √df), less its value at 0. */
function logWeight(df: f64, u: f64): f64 {
  return df * (u - Math.expm1(2 * u) / 2);
}

/** Returns where the weight becomes negligible, going from 0 in the direction of `sign`. */
function reach(df: f64, sign: f64): f64 {
  let near: f64 = 0;
  let far: f64 = sign;
  while (logWeight(df, far) > NEGLIGIBLE) far *= 2;
  for (let n: i32 = 0; n < 40; n++) {
    const middle = (near + far) / 2;
    if (logWeight(df, middle) > NEGLIGIBLE) near = middle;
    else far = middle;
  }
  return far;
}

/**
 * Computes both tails of noncentral t: the mean of the normal tail at t·s − delta over the distribution of s = chi / √df, by the trapezoid
 * rule over ln s, which converges exponentially for such integrands. Weights are divided by their sum.
 *
 * @param out f64[2]: lower, upper
 */
export function noncentralT(t: f64, df: f64, delta: f64, out: usize): void {
  const from = reach(df, -1);
  const to = reach(df, 1);
  const widest = Math.max(Math.abs(t), Math.abs(delta));
  // The rule's error falls as exp(−2π² / (step · sharpness)²); the weight has sharpness √(2 df), and the tail has t or delta.
  let step = Math.min(0.06, Math.min(0.4 / Math.sqrt(df), 1 / (2 * (1 + widest))));
  step = Math.max(step, (to - from) / MOST_NODES);
  const nodes = Math.ceil((to - from) / step);
  let total: f64 = 0;
  let below: f64 = 0;
  let above: f64 = 0;
  for (let n: f64 = 0; n <= nodes; n++) {
    const u = from + n * step;
    const weight = Math.exp(logWeight(df, u));
    normalTails(t * Math.exp(u) - delta);
    total += weight;
    below += weight * lower();
    above += weight * upper();
  }
  setF64(out, 0, below / total);
  setF64(out, 1, above / total);
}

/** Natural logarithm of x^a e^−x / Γ(a + 1), rounded from a double-double. */
function logTerm(a: f64, x: f64): f64 {
  let h = log(x, 0);
  h = multiply(h, low(), a, 0);
  h = add(h, low(), -x, 0);
  const fh = h;
  const fl = low();
  const gh = logGamma(a + 1, 0);
  h = add(fh, fl, -gh, -low());
  return h + low();
}

/**
 * Computes both tails of noncentral chi-square: a Poisson mixture of central ones, each computed from its neighbour by adding positive
 * terms only (DLMF 8.8.5, 8.8.6).
 *
 * @param lambda noncentrality, above 0
 * @param out f64[2]: lower, upper
 */
export function noncentralChiSquare(x: f64, df: f64, lambda: f64, out: usize): void {
  const mean = lambda / 2;
  const spread = 10 * Math.sqrt(mean + 1) + 20;
  const first = Math.max(0, Math.floor(mean - spread));
  const last = Math.ceil(mean + spread);
  const half = x / 2;
  // Go upwards from the largest weight for the upper tail, and downwards for the lower tail.
  chiSquareTails(x, df + 2 * first);
  let tail = upper();
  let front = Math.exp(logTerm(df / 2 + first, half));
  let weight = Math.exp(logTerm(first, mean));
  let above: f64 = 0;
  for (let j = first; j <= last; j++) {
    above += weight * tail;
    tail = Math.min(1, tail + front);
    front *= half / (df / 2 + j + 1);
    weight *= mean / (j + 1);
  }
  chiSquareTails(x, df + 2 * last);
  tail = lower();
  front = Math.exp(logTerm(df / 2 + last - 1, half));
  weight = Math.exp(logTerm(last, mean));
  let below: f64 = 0;
  for (let j = last; j >= first; j--) {
    below += weight * tail;
    tail = Math.min(1, tail + front);
    front *= (df / 2 + j - 1) / half;
    weight *= j / mean;
  }
  setF64(out, 0, below);
  setF64(out, 1, above);
}

/** Hedges' correction of a difference in standard deviations: Γ(df/2) / (√(df/2) Γ((df − 1)/2)) (J. Educ. Stat. 6, 1981). */
export function hedgesCorrection(df: f64): f64 {
  let h = logGamma(df / 2, 0);
  const fl = low();
  const gh = logGamma((df - 1) / 2, 0);
  h = add(h, fl, -gh, -low());
  const kh = h;
  const kl = low();
  const rh = log(df / 2, 0);
  h = add(kh, kl, -rh / 2, -low() / 2);
  return exp(h, low());
}

/** Returns e^x. The host calls this instead of `Math.exp`, because JavaScript engines differ in the last bit. */
export function exponential(x: f64): f64 {
  return Math.exp(x);
}
