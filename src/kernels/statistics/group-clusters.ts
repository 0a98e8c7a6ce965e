/**
 * Standard errors, by cluster, of the difference of each group's mean from that of all other rows: CR2 as in `clusterVariances`, but fast
 * because each cluster's Q'Q is diagonal. Degrees of freedom assume that rows of a cluster resemble each other, because a cluster then
 * counts for more the more rows it has (Imbens and Kolesár, Rev. Econ. Stat. 98, 2016). Time is linear in the rows, plus groups times
 * clusters.
 */
import { degreesOf, type Covariance } from './alike-tail.ts';
import type { DenseClusters } from './compare/dependent.ts';
import type { ClusterVariance } from './regression/clusters.ts';
import { clusterFields } from './regression/scores.ts';

/** If a cluster has at least this share of a sample's rows, the whole sample counts as one cluster. */
const WHOLE = 1 - 1e-10;

export interface GroupError extends ClusterVariance {
  readonly covariance: Covariance;
}

export interface GroupClusters {
  /** For each cluster its number of rows and sum of residuals, in the layout that `clusterTest` reads for a model without terms. */
  readonly table: Float64Array;
  /** Returns the error of a group's difference; null if the group, or all the other rows, belong to one cluster. */
  readonly of: (group: number) => GroupError | null;
}

/** The rows of one cluster that are in one group. */
interface Cell {
  readonly cluster: number;
  readonly rows: number;
  /** Sum of the residuals of these rows. */
  readonly sum: number;
  /** Factor (1 − leverage)^(−½) that corrects the residuals for the leverage of these rows on the mean of the group. */
  readonly adjust: number;
}

/** Variance components of the residuals: of a cluster's level in all groups, of its additional level in one group, and of single rows. */
interface Components {
  readonly level: number;
  readonly own: number;
  readonly rows: number;
}

/** Groups the residuals by cluster. @param rowsOf  for each compared group the positions of its rows */
export function groupClusters(residuals: Float64Array, rowsOf: readonly Uint32Array[], clusters: DenseClusters): GroupClusters {
  const { count } = clusters;
  const fields = clusterFields(0);
  const table = new Float64Array(count * fields);
  const cells = rowsOf.map((own) => cellsOf(residuals, own, clusters));
  for (const own of cells)
    for (const { cluster, rows, sum } of own) {
      table[cluster * fields]! += rows;
      table[cluster * fields + 1]! += sum;
    }
  const alike = componentsOf(residuals, rowsOf, cells, table);
  const whole = totals(count, cells.flat(), alike);
  const all = rowsOf.reduce((sum, own) => sum + own.length, 0);
  return { table, of: (group) => varianceOf(cells[group]!, whole, alike, rowsOf[group]!.length, all - rowsOf[group]!.length) };
}

function cellsOf(residuals: Float64Array, own: Uint32Array, { of }: DenseClusters): Cell[] {
  const found = new Map<number, [rows: number, sum: number]>();
  for (const row of own) {
    const cell = found.get(of[row]!);
    if (cell === undefined) found.set(of[row]!, [1, residuals[row]!]);
    else {
      cell[0]++;
      cell[1] += residuals[row]!;
    }
  }
  return [...found].map(([cluster, [rows, sum]]) => {
    const share = rows / own.length;
    // If a cluster is the whole group, its residuals sum to 0, so no adjustment is needed.
    return { cluster, rows, sum, adjust: share > WHOLE ? 1 : 1 / Math.sqrt(1 - share) };
  });
}

/** Estimates the variance components from sums of squares within and between cells, and from products of the cells of one cluster. */
function componentsOf(
  residuals: Float64Array,
  rowsOf: readonly Uint32Array[],
  cells: readonly (readonly Cell[])[],
  table: Float64Array,
): Components {
  const fields = clusterFields(0);
  let [within, between, df, weight, products, pairs, number, all] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const [group, own] of cells.entries()) {
    const size = rowsOf[group]!.length;
    for (const row of rowsOf[group]!) within += residuals[row]! ** 2;
    weight += size;
    all += size;
    df += own.length - 1;
    number += own.length;
    for (const { rows, sum } of own) {
      between += sum ** 2 / rows;
      weight -= rows ** 2 / size;
      products -= sum ** 2;
      pairs -= rows ** 2;
    }
  }
  for (let at = 0; at < table.length; at += fields) {
    pairs += table[at]! ** 2;
    products += table[at + 1]! ** 2;
  }
  const rows = all > number ? Math.max(0, within - between) / (all - number) : 0;
  const likeness = weight > 0 ? Math.max(0, (between - rows * df) / weight) : 0;
  const level = pairs > 0 ? Math.min(likeness, Math.max(0, products / pairs)) : likeness;
  return { level, own: likeness - level, rows };
}

/** Sums over all groups, with one value per cluster. */
interface Totals {
  readonly rows: Float64Array;
  readonly adjustedRows: Float64Array;
  readonly adjustedSums: Float64Array;
  /** Variance that a cluster's sums would have without its common level: with unadjusted residuals, adjusted once and adjusted twice. */
  readonly apart: readonly [Float64Array, Float64Array, Float64Array];
}

const apartOf = ({ rows }: Cell, alike: Components): number => rows * alike.rows + rows ** 2 * alike.own;

function totals(count: number, cells: readonly Cell[], alike: Components): Totals {
  const zeros = (): Float64Array => new Float64Array(count);
  const out: Totals = { rows: zeros(), adjustedRows: zeros(), adjustedSums: zeros(), apart: [zeros(), zeros(), zeros()] };
  for (const cell of cells) {
    const at = cell.cluster;
    const apart = apartOf(cell, alike);
    out.rows[at]! += cell.rows;
    out.adjustedRows[at]! += cell.adjust * cell.rows;
    out.adjustedSums[at]! += cell.adjust * cell.sum;
    out.apart[0][at]! += apart;
    out.apart[1][at]! += cell.adjust * apart;
    out.apart[2][at]! += cell.adjust ** 2 * apart;
  }
  return out;
}

/** Variance of a group's difference from all others. @param n,others  number of rows of the group, and of all other groups */
function varianceOf(own: readonly Cell[], whole: Totals, alike: Components, n: number, others: number): GroupError | null {
  const { level } = alike;
  const inGroup = new Map(own.map((cell) => [cell.cluster, cell]));
  const count = whole.rows.length;
  const zeros = (): Float64Array => new Float64Array(count);
  const q = zeros();
  const x = [zeros(), zeros(), zeros(), zeros()] as const;
  let [variance, first, both, second] = [0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const cell = inGroup.get(at) ?? { cluster: at, rows: 0, sum: 0, adjust: 0 };
    const { rows, sum, adjust } = cell;
    const apart = apartOf(cell, alike);
    const rest = whole.rows[at]! - rows;
    if (rest / others > WHOLE || rows / n > WHOLE) return null;
    const restRows = whole.adjustedRows[at]! - adjust * rows;
    const [plain, once, twice] = whole.apart.map((sums, power) => sums[at]! - adjust ** power * apart) as [number, number, number];
    const common = (adjust * rows) / n - restRows / others;
    variance += ((adjust * sum) / n - (whole.adjustedSums[at]! - adjust * sum) / others) ** 2;
    q[at] = (adjust ** 2 * apart) / n ** 2 + twice / others ** 2 + level * common ** 2;
    x[0][at] = (adjust * apart) / n + level * rows * common;
    x[1][at] = -once / others + level * rest * common;
    x[2][at] = (adjust * rows) / n ** 2;
    x[3][at] = -restRows / others ** 2;
    first += apart + level * rows ** 2;
    both += level * rows * rest;
    second += plain + level * rest ** 2;
  }
  const covariance: Covariance = { q, x, sums: [first, both, second], rows: [n, others] };
  return { variance, df: degreesOf(covariance), covariance };
}
