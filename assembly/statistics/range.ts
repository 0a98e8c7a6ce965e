import { add, log, low, multiply, product2 } from './dd';
import { logGamma } from './gamma';

/**
 * Upper tail of the studentized range as an integral of 1 − W, never as 1 − (integral of W): trapezoid rules in z and
 * in ln s, which converge geometrically for these integrands.
 */
const STEP: f64 = 0.22;
const REACH: f64 = 9.6;
const ROOT_HALF: f64 = 0.7071067811865476;
const INVERSE_ROOT_2PI: f64 = 0.3989422804014327;

/**
 * erfc(x) by the midpoint rule for ∫ e^(−t²)/(t² + x²) with its pole term (Matta and Reichel, Math. Comp. 25, 1971);
 * relative error near 1e-15 for every x.
 */
function erfc(x: f64): f64 {
  if (x < 0) return 2 - erfc(-x);
  if (x > 27.5) return 0;
  const squares = product2(x, x);
  const part = low();
  let sum: f64 = 0;
  for (let n: i32 = 0; n < 13; n++) {
    const t: f64 = (n + 0.5) * 0.5;
    sum += Math.exp(-t * t) / (t * t + squares);
  }
  let value = (x / Math.PI) * Math.exp(-squares) * (1 - part) * sum;
  if (x < 6) value += 2 / (1 + Math.exp(4 * Math.PI * x));
  return value;
}

const phi = (z: f64): f64 => 0.5 * erfc(-z * ROOT_HALF);

/** 1 − W(w): P(range of k standard normal values > w). */
function beyond(w: f64, k: f64): f64 {
  const from = Math.max(-REACH, w / 2 - REACH);
  const count = Math.ceil((w / 2 + REACH - from) / STEP);
  let sum: f64 = 0;
  for (let j: f64 = 0; j <= count; j++) {
    const z = from + j * STEP;
    const below = phi(z);
    const share = Math.min(1, phi(z - w) / below);
    const all = Math.exp((k - 1) * Math.log(below));
    const kept = share == 1 ? -1 : Math.expm1((k - 1) * Math.log1p(-share));
    sum -= Math.exp(-z * z / 2) * all * kept;
  }
  return Math.min(1, k * INVERSE_ROOT_2PI * STEP * sum);
}

/** P(Q > q) for `k` groups and `df` degrees of freedom (Infinity: known variance). */
export function rangeTail(q: f64, k: f64, df: f64): f64 {
  if (!(q > 0)) return 1;
  if (q == Infinity) return 0;
  if (df == Infinity) return beyond(q, k);
  // Density of u = ln s: 2 (df/2)^(df/2) / Γ(df/2) · e^(df·u − df·e^(2u)/2), written around u = 0.
  const half = df / 2;
  const gamma = logGamma(half, 0);
  const gammaLow = low();
  const ln = log(half, 0);
  let h = multiply(ln, low(), half, 0);
  h = add(h, low(), -half, 0);
  h = add(h, low(), -gamma, -gammaLow);
  const constant = Math.log(2) + h;
  const step = Math.min(0.1, 0.5 / Math.sqrt(2 * df));
  // The mode lies near s² = df/(df + q²/2) in a far tail and at 1 near the middle; walk from there both ways.
  const mode = -0.5 * Math.log(1 + (q * q) / (2 * df));
  let sum: f64 = 0;
  let largest: f64 = 0;
  for (let side: i32 = 0; side < 2; side++) {
    for (let j: f64 = side; j < 4000; j++) {
      const u = mode + (side == 0 ? -j : j) * step;
      const density = Math.exp(constant + half * (2 * u - Math.expm1(2 * u)));
      const term = density * beyond(q * Math.exp(u), k);
      sum += term;
      largest = Math.max(largest, term);
      // Rightwards the terms may grow first, to the middle of the density.
      if (term < largest * 1e-18 && (side == 0 || u > 0 || j > 40)) break;
      if (side == 1 && u > 0 && term == 0) break;
    }
  }
  return Math.min(1, sum * step);
}
