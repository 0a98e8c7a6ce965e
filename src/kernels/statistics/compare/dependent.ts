/**
 * Standard errors of one mean or of a difference of two means for dependent rows: HAC errors if rows depend on earlier rows, CR2 errors if
 * rows of a cluster depend on each other. The means are a regression on the samples, so that errors agree with
 * `statistical_regression_tool`.
 */
import type { StatisticsMemory } from '../memory.ts';
import { clusterTest, lagTest } from '../regression/dependence.ts';
import { clusterVariances, type Clusters } from '../regression/clusters.ts';
import { clusterFields } from '../regression/scores.ts';
import { heldBy, LongRunVariance, movedTo, type LongRun } from '../regression/serial.ts';
import type { RowDependence } from './contract.ts';

export interface DependentInput {
  /** Residual of each row in the order of the rows: its value less the mean of its sample. */
  readonly residuals: Float64Array;
  readonly sample: (row: number) => number;
  /** How far the mean, or the difference of means, is from its value under the null hypothesis; undefined if there is no hypothesis. */
  readonly off?: number | undefined;
  /** Number of rows of each sample. */
  readonly sizes: readonly number[];
  readonly clusters: Uint32Array | null;
}

export interface DependentErrors {
  readonly figures: RowDependence;
  readonly serial: { readonly variance: number; readonly df: number };
  readonly clustered: { readonly variance: number; readonly df: number } | null;
}

/** Maximum number of points in a series; with more rows, neighbouring rows are summed into one point. */
export const MOST_POINTS = 16_384;

/** Computes standard errors that allow for dependent rows. Returns null if the residuals are all 0. */
export function dependentErrors(memory: StatisticsMemory, input: DependentInput): DependentErrors | null {
  const { residuals, sample, sizes, off } = input;
  const squares = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  if (!(squares > 0) || residuals.length <= sizes.length) return null;
  const series = new SampleSeries(memory, input);
  const serial = series.variance((row) => (sample(row) === 0 ? 1 : -1) / sizes[sample(row)]!, off);
  const clustered = input.clusters === null ? null : clusterError(memory, input, densely(input.clusters), squares);
  return {
    figures: { serial: series.tested, effective: serial.effective, clusters: clustered?.figures ?? null },
    serial,
    clustered,
  };
}

/** Residuals of samples in the order of the rows. Computes variances of weighted sums of values when rows depend on earlier ones. */
export class SampleSeries {
  /** The test of whether residuals depend on earlier ones, and the correlation between neighbouring residuals. */
  readonly tested: RowDependence['serial'];
  readonly #residuals: Float64Array;
  readonly #sample: (row: number) => number;
  readonly #spreads: readonly number[];
  readonly #standard: Float64Array;
  /** Number of neighbouring rows that are summed into one point. */
  readonly #per: number;
  readonly #points: number;
  readonly #longRun: LongRunVariance;
  readonly #correlations: Float64Array | null;

  constructor(memory: StatisticsMemory, { residuals, sample, sizes }: Pick<DependentInput, 'residuals' | 'sample' | 'sizes'>) {
    this.#residuals = residuals;
    this.#sample = sample;
    this.#spreads = spreadsOf({ residuals, sample, sizes });
    this.#standard = Float64Array.from(residuals, (residual, row) => residual / this.#spreads[sample(row)]!);
    const rows = residuals.length;
    let per = 1;
    while (rows / per > MOST_POINTS) per *= 2;
    this.#per = per;
    this.#points = Math.ceil(rows / per);
    const series = this.#summed((row) => this.#standard[row]!);
    this.tested = { ...lagTest(memory, series), first: firstCorrelation(this.#standard) };
    const functions = { ln: (x: number) => memory.ln(x), cosine: (x: number) => memory.run.cosine(x) };
    this.#longRun = new LongRunVariance(this.#points, sizes.length, functions, per === 1);
    this.#correlations = per === 1 ? this.#longRun.correlationsOf(this.#standard) : null;
  }

  /**
   * Returns the variance of the sum of weight times value over all rows.
   * @param off  how far this sum is from its value under the null hypothesis; undefined if there is no hypothesis
   */
  variance(weight: (row: number) => number, off?: number): LongRun {
    if (this.#correlations === null) {
      const scores = this.#summed((row) => weight(row) * this.#residuals[row]!);
      const found = this.#longRun.of(scores, this.#longRun.correlationsOf(scores));
      return { ...found, effective: found.effective * this.#per };
    }
    const weights = Float64Array.from(this.#residuals, (_, row) => weight(row) * this.#spreads[this.#sample(row)]!);
    return this.#longRun.weighted(weights, this.#standard, off, this.#correlations);
  }

  /**
   * Returns the variance of each sample's difference from all others, under the hypothesis that all means are equal. Residuals are moved
   * towards that hypothesis in all samples at once, because a short sample at a burst of rows fits its mean to that burst. Needs a series
   * of single rows, because the residuals within a sample sum to about 0.
   * @param offs  difference of the mean of each sample from that of all other rows
   */
  eachAgainstOthers(sizes: readonly number[], offs: readonly number[]): LongRun[] {
    const rows = this.#residuals.length;
    const weightOf =
      (at: number) =>
      (row: number): number =>
        this.#sample(row) === at ? 1 / sizes[at]! : -1 / (rows - sizes[at]!);
    const correlations = this.#correlations;
    if (correlations === null) throw new RangeError('sums of rows do not tell how the mean of a group varies');
    const asked = sizes.map((_, at) => {
      const weight = weightOf(at);
      const weights = Float64Array.from(this.#residuals, (_, row) => weight(row) * this.#spreads[this.#sample(row)]!);
      const own = this.#longRun.correlationsOf(weights);
      return { weights, own, fitted: this.#longRun.product(weights, own, this.#standard, correlations) };
    });
    const shifts = asked.map(({ fitted }, at) => (movedTo(offs[at]!, fitted.variance) * (rows - sizes[at]!)) / rows / this.#spreads[at]!);
    const nearer = this.#standard.map((value, row) => value + shifts[this.#sample(row)]!);
    const held = this.#longRun.correlationsOf(nearer);
    return asked.map(({ weights, own, fitted }) => {
      const both = heldBy(fitted, this.#longRun.product(weights, own, nearer, held));
      return { ...both, df: Math.min(both.df, this.#longRun.transformsOf(weights.map((weight) => weight * weight))) };
    });
  }

  #summed(value: (row: number) => number): Float64Array {
    const out = new Float64Array(this.#points);
    for (let row = 0; row < this.#residuals.length; row++) {
      const at = Math.floor(row / this.#per);
      out[at] = out[at]! + value(row);
    }
    return out;
  }
}

/** Computes the correlation of each value with the one before it (lag 1). */
export function firstCorrelation(values: Float64Array): number {
  let [squares, steps] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    squares += values[at]! ** 2;
    if (at > 0) steps += (values[at]! - values[at - 1]!) ** 2;
  }
  return 1 - steps / squares / 2;
}

/**
 * Standard deviation of each sample, by which residuals are divided before their dependence is measured, because spreads may differ. If any
 * of them is 0, all are returned as 1.
 */
export function spreadsOf({ residuals, sample, sizes }: Pick<DependentInput, 'residuals' | 'sample' | 'sizes'>): readonly number[] {
  const squares = new Float64Array(sizes.length);
  residuals.forEach((residual, row) => (squares[sample(row)] = squares[sample(row)]! + residual ** 2));
  const spreads = sizes.map((size, at) => Math.sqrt(squares[at]! / size));
  return spreads.every((spread) => spread > 0) ? spreads : sizes.map(() => 1);
}

/** The clusters of all rows, renumbered from 0 in the order in which they first occur. */
export interface DenseClusters {
  readonly count: number;
  readonly of: Uint32Array;
}

export function densely(keys: Uint32Array): DenseClusters {
  const places = new Map<number, number>();
  const of = keys.map((key) => {
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  return { count: places.size, of };
}

/**
 * Returns the variance of a mean, or of the difference of two means, if rows of a cluster depend on each other; null for fewer than two
 * clusters.
 * @param squares  sum of the squares of all residuals
 */
export function clusterError(
  memory: StatisticsMemory,
  { residuals, sample, sizes }: Pick<DependentInput, 'residuals' | 'sample' | 'sizes'>,
  { count, of }: DenseClusters,
  squares: number,
) {
  if (count < 2) return null;
  const terms = sizes.length;
  const fields = clusterFields(terms);
  const table = new Float64Array(count * fields);
  for (let row = 0; row < residuals.length; row++) {
    const start = of[row]! * fields;
    const own = sample(row);
    const add = (field: number, value: number): void => {
      table[start + field] = table[start + field]! + value;
    };
    add(0, 1);
    add(1, residuals[row]!);
    add(2 + own, residuals[row]! / Math.sqrt(sizes[own]!));
    add(2 + terms + own * (terms + 1), 1 / sizes[own]!);
  }
  const joined: Clusters = { count, table };
  const direction = Float64Array.from(sizes, (size, at) => (at === 0 ? 1 : -1) / Math.sqrt(size));
  const [found] = clusterVariances(joined, terms, residuals.length, [direction]);
  // Number of rows of a sample within a cluster, read from the diagonal of its Q'Q.
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
