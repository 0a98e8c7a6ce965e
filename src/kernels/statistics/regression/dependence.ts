/** Tests whether rows depend on each other, and computes variances of coefficients that allow for such dependence. */
import type { StatisticsMemory } from '../memory.ts';
import { clusterVariances, joinedClusters, squaresBetween, type Clusters, type ClusterVariance } from './clusters.ts';
import type { Dependence, ScoredBlock } from './contract.ts';
import { LongRunVariance, type LongRun } from './serial.ts';

/** Number of lags in the Ljung–Box test of the residuals. */
const LAGS = 10;

/** Facts about all residuals that the tests need. */
export interface Residuals {
  readonly terms: number;
  readonly rows: number;
  /** Number of rows that are summed into one point of the series. */
  readonly per: number;
  /** Sum of squared residuals, each multiplied by the root of its row's weight, as in the sums by cluster. */
  readonly squares: number;
  /** Durbin and Watson's statistic d: the sum of squared differences of neighbouring residuals divided by the sum of their squares. */
  readonly steps: number;
  /** Whether residuals may be an autoregressive series plus white noise. */
  readonly noisy?: boolean;
}

/** The series of scores of all blocks, and the long-run variances of combinations of these scores. */
export class ScoreSeries {
  readonly #longRun: LongRunVariance;
  readonly #terms: number;
  readonly #per: number;
  readonly #points: number;
  /** The series as [terms + 1][points], in the layout of `ScoredBlock.series`. */
  readonly #series: Float64Array;
  /** Autocorrelations of the residuals; null if a point of the series is more than one row. */
  readonly #residual: Float64Array | null;

  constructor(
    longRun: LongRunVariance,
    { terms, per }: Pick<Residuals, 'terms' | 'per'>,
    scored: readonly Pick<ScoredBlock, 'points' | 'series'>[],
  ) {
    this.#longRun = longRun;
    this.#terms = terms;
    this.#per = per;
    this.#points = pointsOf(scored);
    this.#series = joinedSeries(scored, terms, this.#points);
    this.#residual = per === 1 ? longRun.correlationsOf(this.residuals) : null;
  }

  get residuals(): Float64Array {
    return this.#column(this.#terms);
  }

  #column(j: number): Float64Array {
    return this.#series.subarray(j * this.#points, (j + 1) * this.#points);
  }

  /** Variance of the combination t'Q'e if rows depend on earlier ones. `LongRunVariance.weighted` explains `off`. */
  variance(t: Float64Array, off?: number): LongRun {
    const points = this.#points;
    const weights = new Float64Array(points);
    for (let j = 0; j < t.length; j++) {
      const own = this.#column(j);
      for (let at = 0; at < points; at++) weights[at] = weights[at]! + t[j]! * own[at]!;
    }
    if (this.#residual !== null) return this.#longRun.weighted(weights, this.residuals, off, this.#residual);
    const found = this.#longRun.of(weights, this.#longRun.correlationsOf(weights));
    return { ...found, effective: found.effective * this.#per };
  }
}

const pointsOf = (scored: readonly { readonly points: number }[]): number => scored.reduce((sum, { points }) => sum + points, 0);

export class DependentRows {
  readonly figures: Dependence;
  /** The tables for long-run variances. Other fits of the same rows share them. */
  readonly longRun: LongRunVariance;
  readonly #terms: number;
  readonly #rows: number;
  readonly #series: ScoreSeries;
  readonly #clusters: Clusters | null;
  readonly #scored: readonly ScoredBlock[];

  constructor(memory: StatisticsMemory, { terms, rows, per, squares, steps, noisy }: Residuals, scored: readonly ScoredBlock[]) {
    this.#terms = terms;
    this.#rows = rows;
    this.#scored = scored;
    const functions = { ln: (x: number) => memory.ln(x), cosine: (x: number) => memory.run.cosine(x) };
    this.longRun = new LongRunVariance(pointsOf(scored), terms, functions, noisy);
    this.#series = new ScoreSeries(this.longRun, { terms, per }, scored);
    const clusters = joinedClusters(scored, this.#terms);
    this.#clusters = clusters.count > 1 ? clusters : null;
    this.figures = {
      serial: { ...lagTest(memory, this.#series.residuals), first: 1 - steps / 2 },
      clusters: this.#clusters && { p: clusterTest(memory, this.#clusters, terms, rows, squares), count: this.#clusters.count },
    };
  }

  /** Returns the row of Q for `row`, which must be one of the most influential rows. */
  rowOf(row: number): Float64Array {
    const size = this.#terms + 1;
    for (const { leading } of this.#scored)
      for (let at = 0; at < leading.length; at += size) if (leading[at] === row) return leading.subarray(at + 1, at + size);
    return new Float64Array(this.#terms);
  }

  /** Variance of the combination t'Q'e if rows depend on earlier ones. `LongRunVariance.weighted` explains `off`. */
  serial(t: Float64Array, off?: number): LongRun {
    return this.#series.variance(t, off);
  }

  /** Cluster-robust variances of several combinations; null without clusters. */
  clustered(combinations: readonly Float64Array[]): readonly ClusterVariance[] | null {
    return this.#clusters && clusterVariances(this.#clusters, this.#terms, this.#rows, combinations);
  }
}

function joinedSeries(scored: readonly Pick<ScoredBlock, 'points' | 'series'>[], terms: number, points: number): Float64Array {
  const out = new Float64Array((terms + 1) * points);
  let from = 0;
  for (const { points: own, series } of scored) {
    for (let j = 0; j <= terms; j++) out.set(series.subarray(j * own, (j + 1) * own), j * points + from);
    from += own;
  }
  return out;
}

/** Ljung–Box test of autocorrelation in residuals (Biometrika 65, 1978). */
export function lagTest(memory: StatisticsMemory, residuals: Float64Array): { readonly p: number; readonly lags: number } {
  const n = residuals.length;
  const lags = Math.min(LAGS, Math.floor(n / 5));
  let squares = 0;
  for (const value of residuals) squares += value * value;
  if (lags < 1 || !(squares > 0)) return { p: 1, lags };
  let statistic = 0;
  for (let lag = 1; lag <= lags; lag++) {
    let products = 0;
    for (let at = lag; at < n; at++) products += residuals[at]! * residuals[at - lag]!;
    statistic += (products / squares) ** 2 / (n - lag);
  }
  return { p: memory.tails('chi_square', n * (n + 2) * statistic, lags).upper, lags };
}

/** Tests whether residuals of the same cluster resemble each other, by an F test of the clusters' means. */
export function clusterTest(memory: StatisticsMemory, clusters: Clusters, terms: number, rows: number, squares: number): number {
  const between = squaresBetween(clusters, terms);
  const [df, rest] = [clusters.count - 1, rows - clusters.count];
  const f = between / df / ((squares - between) / rest);
  return rest > 0 && Number.isFinite(f) && f > 0 ? memory.tails('f', f, df, rest).upper : 1;
}
