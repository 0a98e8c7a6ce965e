/**
 * One or two means as a regression on their samples, whose orthonormal columns are known: errors for rows that depend on those before (HAC)
 * and for rows of clusters (CR2), as `statistical_regression_tool` has them.
 */
import type { StatisticsMemory } from '../memory.ts';
import { clusterTest, lagTest } from '../regression/dependence.ts';
import { clusterVariances, type Clusters } from '../regression/clusters.ts';
import { clusterFields } from '../regression/scores.ts';
import { LongRunVariance } from '../regression/serial.ts';
import type { RowDependence } from './contract.ts';

export interface DependentInput {
  /** About the mean of their sample, in the order of the rows. */
  readonly residuals: Float64Array;
  readonly sample: (row: number) => number;
  /** Mean, or difference of means, less its value under the hypothesis; undefined where none is tested. */
  readonly off?: number | undefined;
  /** Rows of each sample. */
  readonly sizes: readonly number[];
  readonly clusters: Uint32Array | null;
}

export interface DependentErrors {
  readonly figures: RowDependence;
  readonly serial: { readonly variance: number; readonly df: number };
  readonly clustered: { readonly variance: number; readonly df: number } | null;
}

/** Points of a series at most; beyond them neighbouring rows are summed. */
const MOST_POINTS = 16_384;

/** Null where the residuals are all 0. */
export function dependentErrors(memory: StatisticsMemory, input: DependentInput): DependentErrors | null {
  const { residuals, sizes } = input;
  const rows = residuals.length;
  const squares = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  if (!(squares > 0) || rows <= sizes.length) return null;
  const spreads = spreadsOf(input);
  const standard = Float64Array.from(residuals, (residual, row) => residual / spreads[input.sample(row)]!);
  const serial = serialError(memory, input, spreads, standard);
  const tested = lagTest(memory, serial.series);
  const clustered = clusterError(memory, input, squares);
  return {
    figures: {
      serial: { ...tested, first: firstCorrelation(standard) },
      effective: serial.effective,
      clusters: clustered?.figures ?? null,
    },
    serial,
    clustered,
  };
}

/** Correlation of each value with the one before. */
function firstCorrelation(values: Float64Array): number {
  let [squares, steps] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    squares += values[at]! ** 2;
    if (at > 0) steps += (values[at]! - values[at - 1]!) ** 2;
  }
  return 1 - steps / squares / 2;
}

function serialError(
  memory: StatisticsMemory,
  { residuals, sample, sizes, off }: DependentInput,
  spreads: readonly number[],
  standard: Float64Array,
) {
  const rows = residuals.length;
  let per = 1;
  while (rows / per > MOST_POINTS) per *= 2;
  const points = Math.ceil(rows / per);
  // The estimate is the sum of these times the values.
  const weight = (row: number): number => (sample(row) === 0 ? 1 : -1) / sizes[sample(row)]!;
  const scores = new Float64Array(points);
  const series = new Float64Array(points);
  for (let row = 0; row < rows; row++) {
    const at = Math.floor(row / per);
    scores[at] = scores[at]! + weight(row) * residuals[row]!;
    series[at] = series[at]! + standard[row]!;
  }
  const longRun = new LongRunVariance(points, sizes.length, { ln: (x) => memory.ln(x), cosine: (x) => memory.run.cosine(x) }, per === 1);
  if (per > 1) {
    const { effective, ...found } = longRun.of(scores, longRun.correlationsOf(scores));
    return { ...found, series, effective: effective * per };
  }
  const weights = Float64Array.from(residuals, (_, row) => weight(row) * spreads[sample(row)]!);
  return { ...longRun.weighted(weights, standard, off), series };
}

/** Standard deviation of each sample; dependence is measured on standardised residuals, because spreads may differ. 1 where one is 0. */
function spreadsOf({ residuals, sample, sizes }: DependentInput): readonly number[] {
  const squares = new Float64Array(sizes.length);
  residuals.forEach((residual, row) => (squares[sample(row)] = squares[sample(row)]! + residual ** 2));
  const spreads = sizes.map((size, at) => Math.sqrt(squares[at]! / size));
  return spreads.every((spread) => spread > 0) ? spreads : sizes.map(() => 1);
}

function clusterError(memory: StatisticsMemory, { residuals, sample, sizes, clusters }: DependentInput, squares: number) {
  if (clusters === null) return null;
  const terms = sizes.length;
  const joined = joinedTable({ residuals, sample, sizes, clusters }, terms);
  const { table, count } = joined;
  if (count < 2) return null;
  const direction = Float64Array.from(sizes, (size, at) => (at === 0 ? 1 : -1) / Math.sqrt(size));
  const [found] = clusterVariances(joined, terms, residuals.length, [direction]);
  const fields = clusterFields(terms);
  // Rows of a sample within a cluster, as part of Q'Q.
  const rowsIn = (cluster: number, at: number): number => table[cluster * fields + 2 + terms + at * (terms + 1)]! * sizes[at]!;
  const has = Array.from({ length: count }, (_, cluster) => sizes.map((_, at) => rowsIn(cluster, at) > 0.5));
  return {
    ...found!,
    figures: {
      p: clusterTest(memory, joined, terms, residuals.length, squares),
      count,
      by_sample: sizes.map((_, at) => has.filter((own) => own[at]).length),
      shared: terms === 1 ? 0 : has.filter((own) => own.every(Boolean)).length,
    },
  };
}

function joinedTable({ residuals, sample, sizes, clusters }: DependentInput, terms: number): Clusters {
  const fields = clusterFields(terms);
  const places = new Map<number, number>();
  for (const key of clusters!) if (!places.has(key)) places.set(key, places.size);
  const table = new Float64Array(places.size * fields);
  for (let row = 0; row < residuals.length; row++) {
    const start = places.get(clusters![row]!)! * fields;
    const own = sample(row);
    const add = (field: number, value: number): void => {
      table[start + field] = table[start + field]! + value;
    };
    add(0, 1);
    add(1, residuals[row]!);
    add(2 + own, residuals[row]! / Math.sqrt(sizes[own]!));
    add(2 + terms + own * (terms + 1), 1 / sizes[own]!);
  }
  return { count: places.size, table };
}
