/** Standard errors that allow any dependence within clusters and assume independence between clusters. */
import type { ScoredBlock } from './contract.ts';
import { clusterFields } from './scores.ts';

export interface Clusters {
  readonly count: number;
  /** Sums by cluster: one record per cluster with the fields of `ScoredBlock.clusters`, ordered by the clusters' first rows. */
  readonly table: Float64Array;
}

/** Adds up the records of each cluster over all blocks. */
export function joinedClusters(blocks: readonly ScoredBlock[], terms: number): Clusters {
  const fields = clusterFields(terms);
  const places = new Map<number, number>();
  for (const { keys } of blocks) for (const key of keys) if (!places.has(key)) places.set(key, places.size);
  const table = new Float64Array(places.size * fields);
  for (const { keys, clusters } of blocks)
    keys.forEach((key, own) => {
      const start = (places.get(key) ?? 0) * fields;
      for (let at = 0; at < fields; at++) table[start + at] = table[start + at]! + clusters[own * fields + at]!;
    });
  return { count: places.size, table };
}

/** Returns the sum of squares between clusters: Σ (sum of a cluster's residuals)² / its rows. */
export function squaresBetween({ count, table }: Clusters, terms: number): number {
  const fields = clusterFields(terms);
  let sum = 0;
  for (let at = 0; at < count; at++) sum += table[at * fields + 1]! ** 2 / table[at * fields]!;
  return sum;
}

export interface ClusterVariance {
  readonly variance: number;
  readonly df: number;
}

/** If CR2 errors would take more operations than this, the cheaper CR1 errors are used. */
const MOST_WORK = 3e8;

/**
 * Cluster-robust variance and degrees of freedom of each combination t'Q'e: CR2 with Satterthwaite degrees of freedom (Bell and McCaffrey,
 * Survey Methodology 28, 2002; Pustejovsky and Tipton, J. Bus. Econ. Stat. 36, 2018), whose working model has independent rows of equal
 * variance. Only Q'Q of each cluster is needed. For very many clusters and terms: CR1 with clusters − 1.
 */
export function clusterVariances(
  { count, table }: Clusters,
  terms: number,
  rows: number,
  combinations: readonly Float64Array[],
): ClusterVariance[] {
  const fields = clusterFields(terms);
  const scores = (cluster: number): Float64Array => table.subarray(cluster * fields + 2, cluster * fields + 2 + terms);
  const lower = (cluster: number): Float64Array => table.subarray(cluster * fields + 2 + terms, (cluster + 1) * fields);
  if (count * terms ** 3 > MOST_WORK) {
    const scale = (count / (count - 1)) * ((rows - 1) / (rows - terms));
    // The matrices Q'Q of all clusters sum to the identity, so at most `terms` clusters can determine a direction alone.
    const deciders = [...Array(count).keys()]
      .filter((cluster) => traceOf(lower(cluster), terms) > WHOLE)
      .map((cluster) => eigen(lower(cluster), terms));
    return combinations.map((t) => {
      let sum = 0;
      for (let cluster = 0; cluster < count; cluster++) sum += product(t, scores(cluster)) ** 2;
      return { variance: sum * scale, df: deciders.some((basis) => isDecided(basis, t)) ? 1 : count - 1 };
    });
  }
  const found = combinations.map(() => ({ variance: 0, trace: 0, squares: 0, between: new Float64Array(terms * terms), alone: false }));
  for (let cluster = 0; cluster < count; cluster++) {
    const { values, vectors } = eigen(lower(cluster), terms);
    combinations.forEach((t, at) => {
      addCluster(found[at]!, t, scores(cluster), values, vectors);
      found[at]!.alone ||= isDecided({ values, vectors }, t);
    });
  }
  return found.map(({ variance, trace, squares, between, alone }) => ({
    variance,
    // If one cluster alone determines a part, it leaves no residuals to estimate its error; so allow no verdict from the other clusters.
    df: alone ? 1 : (trace * trace) / (squares + product(between, between)),
  }));
}

interface Basis {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

function traceOf(lower: Float64Array, terms: number): number {
  let sum = 0;
  for (let at = 0; at < terms; at++) sum += lower[at * terms + at]!;
  return sum;
}

/** Whether one cluster alone determines part of a combination of coefficients: along an eigenvector of its Q'Q with eigenvalue 1. */
function isDecided({ values, vectors }: Basis, t: Float64Array): boolean {
  const terms = t.length;
  const along = (k: number): number => product(vectors.subarray(k * terms, (k + 1) * terms), t);
  return values.some((value, k) => value > WHOLE && along(k) ** 2 > PART * product(t, t));
}

interface Sums {
  variance: number;
  trace: number;
  squares: number;
  readonly between: Float64Array;
  /** Whether some cluster alone determines part of the combination. */
  alone: boolean;
}

/** If an eigenvalue of a cluster's Q'Q is at least this, it counts as 1: the cluster alone determines that direction. */
const WHOLE = 1 - 1e-10;

/** A combination depends on such directions if at least this share of its squared length lies along them. */
const PART = 1e-8;

function addCluster(sums: Sums, t: Float64Array, scores: Float64Array, values: Float64Array, vectors: Float64Array): void {
  const terms = t.length;
  // In the eigenbasis of the cluster's Q'Q, the CR2 adjustment of eigenvalue λ is (1 − λ)^(−½). With λ = 1 there is no residual to
  // adjust.
  const u = new Float64Array(terms);
  let [adjusted, own] = [0, 0];
  for (let k = 0; k < terms; k++) {
    const vector = vectors.subarray(k * terms, (k + 1) * terms);
    const value = Math.max(0, values[k]!);
    const left = 1 - value;
    const root = value > WHOLE ? 0 : 1 / Math.sqrt(left);
    const along = product(vector, t);
    adjusted += root * along * product(vector, scores);
    own += value * root * root * along * along;
    for (let j = 0; j < terms; j++) u[j] = u[j]! + value * root * along * vector[j]!;
  }
  const length = product(u, u);
  sums.variance += adjusted * adjusted;
  sums.trace += own - length;
  sums.squares += own * own - 2 * own * length;
  for (let a = 0; a < terms; a++)
    for (let b = 0; b < terms; b++) sums.between[a * terms + b] = sums.between[a * terms + b]! + u[a]! * u[b]!;
}

/** Eigenvalues and eigenvectors (as rows) of a symmetric matrix, given by its lower triangle, by Jacobi rotations. */
function eigen(lower: Float64Array, size: number): Basis {
  const matrix = Float64Array.from({ length: size * size }, (_, at) => {
    const [a, b] = [Math.floor(at / size), at % size];
    return lower[Math.max(a, b) * size + Math.min(a, b)]!;
  });
  const vectors = Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
  for (let sweep = 0; sweep < 30; sweep++) {
    let turned = false;
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) turned = rotate(matrix, vectors, size, a, b) || turned;
    if (!turned) break;
  }
  return { values: Float64Array.from({ length: size }, (_, at) => matrix[at * (size + 1)]!), vectors };
}

function rotate(matrix: Float64Array, vectors: Float64Array, size: number, a: number, b: number): boolean {
  const off = matrix[a * size + b]!;
  const [first, second] = [matrix[a * (size + 1)]!, matrix[b * (size + 1)]!];
  if (Math.abs(off) <= 1e-16 + 1e-15 * Math.sqrt(Math.abs(first * second))) return false;
  const zeta = (second - first) / (2 * off);
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + tangent * tangent);
  const s = c * tangent;
  const turn = (values: Float64Array, x: number, y: number): void => {
    const [p, q] = [values[x]!, values[y]!];
    values[x] = c * p - s * q;
    values[y] = s * p + c * q;
  };
  for (let k = 0; k < size; k++) turn(matrix, k * size + a, k * size + b);
  for (let k = 0; k < size; k++) turn(matrix, a * size + k, b * size + k);
  for (let k = 0; k < size; k++) turn(vectors, a * size + k, b * size + k);
  return true;
}

function product(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < x.length; at++) sum += x[at]! * y[at]!;
  return sum;
}
