/**
 * Errors by cluster of each group's mean less that of all other rows: CR2 as `clusterVariances` has it, where the columns are two disjoint
 * samples and each cluster's Q'Q is diagonal. Linear in the rows, plus groups times clusters.
 */
import type { DenseClusters } from './compare/dependent.ts';
import type { ClusterVariance } from './regression/clusters.ts';
import { clusterFields } from './regression/scores.ts';

/** Share of a sample above which it is of one cluster. */
const WHOLE = 1 - 1e-10;

export interface GroupClusters {
  /** Rows and sum of residuals of each cluster, as `clusterTest` reads them without terms. */
  readonly table: Float64Array;
  /** The variance is 0, and degrees of freedom are 1, of a group that one cluster makes. */
  readonly of: (group: number) => ClusterVariance;
}

/** @param rowsOf  of the groups that are compared */
export function groupClusters(residuals: Float64Array, rowsOf: readonly Uint32Array[], { count, of }: DenseClusters): GroupClusters {
  const fields = clusterFields(0);
  const [sizes, sums] = [new Float64Array(count), new Float64Array(count)];
  for (const own of rowsOf)
    for (const row of own) {
      sizes[of[row]!]!++;
      sums[of[row]!]! += residuals[row]!;
    }
  const rows = rowsOf.reduce((sum, own) => sum + own.length, 0);
  const table = new Float64Array(count * fields);
  for (let at = 0; at < count; at++) table.set([sizes[at]!, sums[at]!], at * fields);
  const [inGroup, sumInGroup] = [new Float64Array(count), new Float64Array(count)];
  const variances = (group: number): ClusterVariance => {
    const own = rowsOf[group]!;
    inGroup.fill(0);
    sumInGroup.fill(0);
    for (const row of own) {
      inGroup[of[row]!]!++;
      sumInGroup[of[row]!]! += residuals[row]!;
    }
    const [n, others] = [own.length, rows - own.length];
    const found = { variance: 0, trace: 0, squares: 0, first: 0, mixed: 0, second: 0 };
    for (let at = 0; at < count; at++) {
      const [first, second] = [inGroup[at]! / n, (sizes[at]! - inGroup[at]!) / others];
      if (first > WHOLE || second > WHOLE) return { variance: 0, df: 1 };
      // Leverage λ of the cluster in a sample becomes (1 − λ)^(−½).
      const [a, b] = [1 / Math.sqrt(1 - first), 1 / Math.sqrt(1 - second)];
      const [u, v] = [(first * a) / Math.sqrt(n), (-second * b) / Math.sqrt(others)];
      const whole = (first * a * a) / n + (second * b * b) / others;
      const length = u * u + v * v;
      found.variance += ((a * sumInGroup[at]!) / n - (b * (sums[at]! - sumInGroup[at]!)) / others) ** 2;
      found.trace += whole - length;
      found.squares += whole * whole - 2 * whole * length;
      found.first += u * u;
      found.mixed += u * v;
      found.second += v * v;
    }
    const between = found.first ** 2 + 2 * found.mixed ** 2 + found.second ** 2;
    return { variance: found.variance, df: found.trace ** 2 / (found.squares + between) };
  };
  return { table, of: variances };
}
