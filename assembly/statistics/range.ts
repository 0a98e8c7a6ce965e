import { getF64, setF64 } from '../lib/arena';
import { add, log, low, multiply, product2 } from './dd';
import { logGamma } from './gamma';

/**
 * Upper tail of the studentized range, computed as an integral of 1 − W rather than as 1 − (integral of W), which would lose digits. W is
 * the distribution of the range of normal values. Trapezoid rules in z and in ln s converge geometrically for these integrands.
 */
const STEP: f64 = 0.22;
const REACH: f64 = 9.6;
const ROOT_HALF: f64 = 0.7071067811865476;
const INVERSE_ROOT_2PI: f64 = 0.3989422804014327;
/** A term below this share of a sum, 2^−55, does not change any bit of it. */
const NO_CHANGE: f64 = 2.7755575615628914e-17;
/** The same limit for terms that are added before the larger ones; it is far smaller, because the rounding of early sums carries on. */
const LEFT_END: f64 = 1e-45;

const ERFC_NODES: i32 = 13;
/** For each node t of the erfc rule, t² and e^(−t²), each stored twice for both lanes. The first call fills them. */
const SQUARES: usize = memory.data(ERFC_NODES * 16, 16);
const WEIGHTS: usize = memory.data(ERFC_NODES * 16, 16);
let filled: bool = false;

function fill(): void {
  for (let n: i32 = 0; n < ERFC_NODES; n++) {
    const t: f64 = (n + 0.5) * 0.5;
    v128.store(SQUARES + (<usize>n << 4), f64x2.splat(t * t));
    v128.store(WEIGHTS + (<usize>n << 4), f64x2.splat(Math.exp(-t * t)));
  }
  filled = true;
}

/** Computes erfc(x) from Σ e^(−t²)/(t² + x²) for x ≥ 0, or erfc(−x) if `negative`. */
function fromNodes(x: f64, sum: f64, negative: bool): f64 {
  let value: f64 = 0;
  if (x <= 27.5) {
    const squares = product2(x, x);
    value = (x / Math.PI) * Math.exp(-squares) * (1 - low()) * sum;
    if (x < 6) value += 2 / (1 + Math.exp(4 * Math.PI * x));
  }
  return negative ? 2 - value : value;
}

/**
 * Computes Φ(a) and Φ(b), one per lane, from erfc by the midpoint rule for ∫ e^(−t²)/(t² + x²) with its pole term (Matta and Reichel, Math.
 * Comp. 25, 1971). The relative error is near 1e-15 everywhere.
 */
function phiPair(a: f64, b: f64): v128 {
  const x = -a * ROOT_HALF;
  const y = -b * ROOT_HALF;
  const both = f64x2.abs(f64x2(x, y));
  const squares = f64x2.mul(both, both);
  let sum = f64x2.splat(0);
  for (let n: usize = 0; n < <usize>ERFC_NODES << 4; n += 16)
    sum = f64x2.add(sum, f64x2.div(v128.load(WEIGHTS + n), f64x2.add(v128.load(SQUARES + n), squares)));
  return f64x2(
    0.5 * fromNodes(Math.abs(x), f64x2.extract_lane(sum, 0), x < 0),
    0.5 * fromNodes(Math.abs(y), f64x2.extract_lane(sum, 1), y < 0),
  );
}

/** Integrand of 1 − W at z, without its constant factor. */
function integrand(z: f64, w: f64, k: f64): f64 {
  const pair = phiPair(z, z - w);
  const below = f64x2.extract_lane(pair, 0);
  const share = Math.min(1, f64x2.extract_lane(pair, 1) / below);
  const all = Math.exp((k - 1) * Math.log(below));
  const kept = share == 1 ? -1 : Math.expm1((k - 1) * Math.log1p(-share));
  return -(Math.exp(-z * z / 2) * all * kept);
}

/** The terms of one sum: at most 2 · REACH / STEP + 2. */
const TERMS: usize = memory.data(96 * 8, 16);

/**
 * Computes 1 − W(w): the probability that the range of k standard normal values exceeds w. The integrand is log-concave, as the marginal of
 * a log-concave density over a convex set (Prékopa, Acta Sci. Math. 34, 1973), so it only falls beyond its mode, and the sum stops once
 * terms no longer change it. Terms are computed from the middle outwards and added from left to right.
 */
function beyond(w: f64, k: f64): f64 {
  // The result would be below the smallest double.
  if (w > 80) return 0;
  if (!filled) fill();
  const from = Math.max(-REACH, w / 2 - REACH);
  const count = <i32>Math.ceil((w / 2 + REACH - from) / STEP);
  const middle = <i32>Math.min(count, Math.ceil((Math.max(1, w / 2) - from) / STEP));
  let largest: f64 = 0;
  let end = middle;
  for (; end <= count; end++) {
    const term = integrand(from + <f64>end * STEP, w, k);
    setF64(TERMS, end, term);
    if (term < largest * NO_CHANGE) break;
    largest = Math.max(largest, term);
  }
  let start = middle;
  while (start > 0) {
    const term = integrand(from + <f64>(start - 1) * STEP, w, k);
    if (term < largest * LEFT_END) break;
    start--;
    setF64(TERMS, start, term);
    largest = Math.max(largest, term);
  }
  let sum: f64 = 0;
  for (let j = start; j < end; j++) sum += getF64(TERMS, j);
  return Math.min(1, k * INVERSE_ROOT_2PI * STEP * sum);
}

/**
 * Computes P(Q > q) for `k` groups and `df` degrees of freedom (Infinity: known variance).
 *
 * @param enough  if the tail exceeds this, any result between `enough` and the tail is allowed
 */
export function rangeTail(q: f64, k: f64, df: f64, enough: f64 = Infinity): f64 {
  if (!(q > 0)) return 1;
  if (q == Infinity) return 0;
  if (df == Infinity) return beyond(q, k);
  // The density of u = ln s is 2 (df/2)^(df/2) / Γ(df/2) · e^(df·u − df·e^(2u)/2); it is expanded around u = 0.
  const half = df / 2;
  const gamma = logGamma(half, 0);
  const gammaLow = low();
  const ln = log(half, 0);
  let h = multiply(ln, low(), half, 0);
  h = add(h, low(), -half, 0);
  h = add(h, low(), -gamma, -gammaLow);
  const constant = Math.log(2) + h;
  const step = Math.min(0.1, 0.5 / Math.sqrt(2 * df));
  // The mode of the integrand is near s² = df/(df + q²/2) in a far tail, and near 1 in the middle. Go in both directions from there.
  const mode = -0.5 * Math.log(1 + (q * q) / (2 * df));
  const bound = 2 * Math.log(k) + 3;
  let sum: f64 = 0;
  for (let side: i32 = 0; side < 2; side++) {
    for (let j: f64 = side; j < 4000; j++) {
      const u = mode + (side == 0 ? -j : j) * step;
      const exponent = constant + half * (2 * u - Math.expm1(2 * u));
      const w = q * Math.exp(u);
      // 1 − W(w) is at most k²/2 · e^(−w²/4). This bound of the term falls away from the mode, so no later term changes the sum either.
      if (Math.exp(exponent - (w * w) / 4 + bound) <= sum * NO_CHANGE) break;
      const term = Math.exp(exponent) * beyond(w, k);
      sum += term;
      if (sum * step > enough) return Math.min(1, sum * step);
      // Terms are log-concave in u, so once one is this small, all later ones are smaller.
      if (term < sum * NO_CHANGE) break;
    }
  }
  return Math.min(1, sum * step);
}
