/**
 * Exact p-values for the difference of two means when rows of a cluster resemble each other. The statistic is t = z / √(r'r), where z is
 * the difference and r holds the adjusted sum of residuals of each cluster. With a few clusters of many rows, r'r is far from chi-square
 * and depends on z.
 */
import type { StatisticsMemory } from './memory.ts';

/** Covariance of r (adjusted sum of residuals by cluster) and z (difference of means): Cov(r) = diag(q) + XKX'. */
export interface Covariance {
  readonly q: Float64Array;
  /**
   * The four columns of X, one value per cluster: covariances of the cluster's entry of r with its sums in both samples, then what the sum
   * of all clusters in each sample subtracts from that entry through the mean.
   */
  readonly x: readonly [Float64Array, Float64Array, Float64Array, Float64Array];
  /** Covariance matrix of the two samples' sums: variance of the first, covariance, variance of the second. */
  readonly sums: readonly [number, number, number];
  /** Number of rows of each of the two samples. */
  readonly rows: readonly [number, number];
}

/** Number of points of the numerical integral; they give nine digits below 50 degrees of freedom. */
const NODES = 96;
/** Number of bisection steps. The ends of the first interval differ by the factor 1.5. */
const HALVINGS = 44;
/** A product is scaled down by 2 to this power whenever it becomes that large, so that it does not overflow. */
const SCALE = 500;
const LN2 = 0.6931471805599453;
const FOUR = [0, 1, 2, 3] as const;

const kernelOf = ([first, both, second]: Covariance['sums']): number[][] => [
  [0, 0, -1, 0],
  [0, 0, 0, -1],
  [-1, 0, first, both],
  [0, -1, both, second],
];

/** The matrix X'WX, where W is diagonal with a weight for each cluster. */
function gram({ q, x }: Covariance, weight: (q: number) => number): number[][] {
  const out = FOUR.map(() => [0, 0, 0, 0]);
  for (let at = 0; at < q.length; at++) {
    const own = weight(q[at]!);
    for (let i = 0; i < 4; i++) for (let j = 0; j <= i; j++) out[i]![j]! += own * x[i]![at]! * x[j]![at]!;
  }
  return FOUR.map((i) => FOUR.map((j) => out[Math.max(i, j)]![Math.min(i, j)]!));
}

const product = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, i) => sum + value * b[i]![j]!, 0)));

/** Satterthwaite's approximate degrees of freedom of the sum of squares r'r. */
export function degreesOf(covariance: Covariance): number {
  const { q, sums } = covariance;
  const kernel = kernelOf(sums);
  const of = (weight: (q: number) => number): number[][] => product(kernel, gram(covariance, weight));
  const traceOf = (matrix: number[][]): number => matrix.reduce((sum, row, at) => sum + row[at]!, 0);
  const plain = of(() => 1);
  const trace = q.reduce((sum, own) => sum + own, 0) + traceOf(plain);
  const squares = q.reduce((sum, own) => sum + own * own, 0) + 2 * traceOf(of((own) => own)) + traceOf(product(plain, plain));
  return (trace * trace) / squares;
}

/**
 * Computes P(z² > t² r'r), both tails together, for normally distributed z and r. It is exact: the probability of a quadratic form with one
 * positive eigenvalue, as an integral of its generating function along the branch cut.
 */
export function alikeTail(memory: StatisticsMemory, covariance: Covariance, t: number): { readonly p: number; readonly log_p: number } {
  const determinantAt = determinants(covariance, t * t);
  const start = branchOf(covariance, (s) => determinantAt(s).rest > 0);
  const parts = Array.from({ length: NODES }, (_, at) => {
    const stretch = 1 / memory.run.cosine(((at + 0.5) * Math.PI) / 2 / NODES) ** 2;
    const { rest, mantissa, scales } = determinantAt(start * stretch);
    return { value: 1 / Math.sqrt((-rest / (stretch - 1)) * mantissa), scales };
  });
  const least = Math.min(...parts.map(({ scales }) => scales));
  const sum = parts.reduce((all, { value, scales }) => all + value * 2 ** ((-SCALE / 2) * (scales - least)), 0) / NODES;
  const log_p = memory.ln(sum) - (SCALE / 2) * least * LN2;
  return { p: Math.min(1, sum * 2 ** ((-SCALE / 2) * least)), log_p: Math.min(0, log_p) };
}

/** A determinant in parts that cannot overflow: rest × mantissa × 2^(SCALE × scales). Only `rest` may be negative. */
interface Determinant {
  readonly rest: number;
  readonly mantissa: number;
  readonly scales: number;
}

/** Returns a function of s for det(I − 2s Q Cov(r, z)) with Q = diag(−c, …, −c, 1). Its time is proportional to the number of clusters. */
function determinants(covariance: Covariance, c: number): (s: number) => Determinant {
  const { q, sums } = covariance;
  const [first, both, second] = sums;
  const e = [1 / covariance.rows[0], -1 / covariance.rows[1]] as const;
  const f = [first * e[0] + both * e[1], both * e[0] + second * e[1]] as const;
  const withZ = [e[0], e[1], -f[0], -f[1], e[0] * f[0] + e[1] * f[1]];
  const kernel = [...kernelOf(sums), withZ.slice(0, 4)];
  return (s) => {
    let [mantissa, scales] = [1, 0];
    const weighted = gram(covariance, (own) => (2 * s * c) / (1 + 2 * s * c * own));
    for (const own of q) {
      mantissa *= 1 + 2 * s * c * own;
      if (mantissa > 2 ** SCALE) [mantissa, scales] = [mantissa * 2 ** -SCALE, scales + 1];
    }
    const inner = product(kernel, weighted).map((row, i) => [...row, -2 * s * withZ[i]!].map((value, j) => (i === j ? 1 + value : value)));
    return { rest: determinant(inner), mantissa, scales };
  };
}

/** Finds, by bisection, the only positive s at which the determinant is 0; there the branch cut begins. */
function branchOf({ rows: [n, m], sums: [first, both, second] }: Covariance, isBelow: (s: number) => boolean): number {
  const variance = first / n / n - (2 * both) / n / m + second / m / m;
  let [low, high] = [0.5 / variance, 0.5 / variance];
  // Multiply by 1.5 until the interval holds the zero. It is near 1 / variance, and 100 steps reach 1e+17 times that.
  for (let step = 0; step < 100 && isBelow(high); step++) [low, high] = [high, high * 1.5];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Computes the determinant of a matrix by elimination with row pivots. The matrix is overwritten. */
function determinant(rows: number[][]): number {
  let out = 1;
  for (let k = 0; k < rows.length; k++) {
    const largest = rows.slice(k).reduce((best, row, at) => (Math.abs(row[k]!) > Math.abs(rows[best]![k]!) ? k + at : best), k);
    if (largest !== k) [rows[k], rows[largest], out] = [rows[largest]!, rows[k]!, -out];
    const pivot = rows[k]![k]!;
    if (pivot === 0) return 0;
    out *= pivot;
    for (const row of rows.slice(k + 1)) {
      const share = row[k]! / pivot;
      for (let j = k; j < row.length; j++) row[j]! -= share * rows[k]![j]!;
    }
  }
  return out;
}
