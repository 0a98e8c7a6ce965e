/**
 * Student's t: two-sided tail and its inverse, over the regularised incomplete beta function (Abramowitz and
 * Stegun 26.7.1; continued fraction of DLMF 8.17.22 by Lentz's method). The tail is computed as a tail, so
 * that small probabilities keep their digits.
 */

/** P(|T| > |t|) with `df` degrees of freedom. */
export function twoSidedTail(t: number, df: number): number {
  if (t === 0) return 1;
  const ratio = (t * t) / df;
  if (ratio === Infinity) return 0;
  // x = df / (df + t²), its complement and their logarithms, each without cancellation.
  const logX = -Math.log1p(ratio);
  return incompleteBeta({ x: 1 / (1 + ratio), y: ratio / (1 + ratio), logX, logY: Math.log(ratio) + logX }, df / 2, 0.5);
}

/** The t whose two-sided tail is `alpha`; bisection on a monotone function. */
export function twoSidedQuantile(alpha: number, df: number): number {
  let low = 0;
  let high = 1;
  while (twoSidedTail(high, df) > alpha && high < 1e300) high *= 2;
  for (let step = 0; step < 200; step++) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (twoSidedTail(middle, df) > alpha) low = middle;
    else high = middle;
  }
  return high;
}

/** I_x(a, b); `y` is 1 − x. */
function incompleteBeta(at: { x: number; y: number; logX: number; logY: number }, a: number, b: number): number {
  const { x, y } = at;
  const front = Math.exp(a * at.logX + b * at.logY - logBeta(a, b));
  // The fraction converges fast on this side of the mean.
  if (x < (a + 1) / (a + b + 2)) return (front * fraction(x, a, b)) / a;
  return 1 - (front * fraction(y, b, a)) / b;
}

const TINY = 1e-300;

function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    product *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    const change = d * c;
    product *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return product;
}

const guarded = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** ln B(a, b); for a large `a` by the difference of two Stirling series, where ln Γ itself would cancel. */
function logBeta(a: number, b: number): number {
  if (a < 20) return logGamma(a) + logGamma(b) - logGamma(a + b);
  const sum = a + b;
  const difference = (a - 0.5) * Math.log1p(-b / sum) - b * Math.log(sum) + b + stirling(a) - stirling(sum);
  return logGamma(b) + difference;
}

/** What Stirling's formula leaves out: Σ B₂ₖ / (2k(2k−1) z²ᵏ⁻¹). */
function stirling(z: number): number {
  const inverse = 1 / z;
  const square = inverse * inverse;
  return inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
}

/** ln Γ(z) for z > 0: Stirling after moving up to where it is exact to double precision. */
function logGamma(z: number): number {
  let shift = 0;
  let at = z;
  while (at < 20) {
    shift += Math.log(at);
    at += 1;
  }
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + stirling(at) - shift;
}
