import type { WorkOptions } from '../../base/progress.ts';

/**
 * Statistics over columns, computed with twice the digits of a double. A NaN in a column is a missing value; infinite values are counted
 * and left out. Figures that do not exist (such as the spread of one value) or exceed the range of a double are `null`.
 */
export interface Statistics {
  /** Computes descriptive figures of each column, over all rows and per group, and correlations of pairs of columns. */
  describe(input: DescribeInput, options?: WorkOptions): Promise<Description>;
  /** Computes a one-way analysis of variance, tests of its assumptions, and comparisons of pairs of groups. */
  oneWay(input: OneWayInput, options?: WorkOptions): Promise<OneWay>;
  /** Computes an analysis of variance with two crossed factors and sums of squares of type I, II or III. */
  twoWay(input: TwoWayInput, options?: WorkOptions): Promise<TwoWay>;
  /** Computes a repeated-measures analysis of variance with one factor, tests and corrections of sphericity, and Friedman's rank test. */
  repeated(input: RepeatedInput, options?: WorkOptions): Promise<Repeated>;
}

export type CorrelationMethod = 'pearson' | 'spearman' | 'kendall';

export interface DescribeInput {
  /** The columns to describe, of equal length; each has its own buffer. */
  readonly columns: readonly Float64Array[];
  /** For each row the number of its group, below `count`; null if there are no groups. */
  readonly groups: { readonly ids: Uint32Array; readonly count: number } | null;
  /** Probabilities in [0, 1] of the requested quantiles. */
  readonly quantiles: readonly number[];
  /** Type of quantile, 1 to 9, as numbered by Hyndman and Fan (The American Statistician 50, 1996). */
  readonly quantile_type: number;
  readonly correlation: readonly CorrelationMethod[];
}

export interface Description {
  readonly whole: readonly ColumnFigures[];
  /** The figures of each group: one list per group, with one entry per column. */
  readonly groups: readonly (readonly ColumnFigures[])[];
  readonly correlation: readonly Correlation[];
}

export interface ColumnFigures {
  /** Number of finite values in the column. */
  readonly count: number;
  readonly missing: number;
  readonly infinite: number;
  readonly mean: number | null;
  /** Sample standard deviation and variance (n − 1). */
  readonly sd: number | null;
  readonly variance: number | null;
  /** Skewness g₁ = m₃ / m₂^1.5 and excess kurtosis g₂ = m₄ / m₂² − 3, where the moments m divide by n. */
  readonly skewness: number | null;
  readonly kurtosis: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly quantiles: readonly (number | null)[];
  readonly median: number | null;
  /** Median absolute deviation: the median of |x − median|, without a scale factor. */
  readonly mad: number | null;
  /** Mean without the lowest and the highest tenth of the values. */
  readonly trimmed_mean: number | null;
  /** The most frequent value, or the smallest of several equally frequent ones; null if every value occurs once. */
  readonly mode: number | null;
  readonly entropy: number | null;
  /** Autocorrelation at lag 1 in the order of the rows: Σ dᵢdᵢ₊₁ / Σ dᵢ², where d is the distance from the mean. */
  readonly autocorrelation_lag1: number | null;
  /** Histogram with bins of equal width; the last bin includes its upper edge. It has no bins if there are no values. */
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
}

export interface Correlation {
  readonly method: CorrelationMethod;
  /** Positions of the two columns that are correlated. */
  readonly a: number;
  readonly b: number;
  /** Number of rows in which both columns have a finite value. */
  readonly count: number;
  readonly coefficient: number | null;
  /** Two-sided p-value: from Student's t for Pearson and Spearman, from the normal distribution corrected for ties for Kendall's tau-b. */
  readonly p: number | null;
  readonly log10_p: number | null;
}

export type PostHoc = 'tukey_kramer' | 'games_howell' | 'holm' | 'bonferroni';

export interface OneWayInput {
  /** The values whose group means are compared; all must be finite. */
  readonly response: Float64Array;
  /** For each value the number of its group; every group has at least one value. */
  readonly groups: Uint32Array;
  readonly count: number;
  /** Error probability of intervals, which cover 1 − alpha. */
  readonly alpha: number;
  readonly post_hoc: readonly PostHoc[];
  /** Present if rows may depend on earlier rows or on rows of their cluster. `clusters` has the cluster number of each row. */
  readonly dependence?: { readonly clusters: Uint32Array | null };
}

/** Result of a test: the statistic, its degrees of freedom, and the p-value (upper tail) with its decimal logarithm. */
export interface TestFigures {
  readonly statistic: number | null;
  readonly df: readonly number[];
  readonly p: number | null;
  readonly log10_p: number | null;
}

export interface MeanSquare {
  readonly df: number;
  readonly sum_sq: number;
  readonly mean_sq: number;
}

export interface OneWay {
  readonly groups: readonly GroupFigures[];
  readonly grand_mean: number;
  readonly between: MeanSquare;
  readonly residual: MeanSquare;
  readonly classic: TestFigures;
  readonly welch: TestFigures;
  readonly levene: TestFigures;
  readonly brown_forsythe: TestFigures;
  readonly bartlett: TestFigures;
  readonly kruskal_wallis: TestFigures;
  readonly comparisons: readonly Comparison[];
  /** Tests that allow for dependent rows; null if the caller did not request them or no group has values that differ. */
  readonly dependence: GroupDependence | null;
}

/** Whether rows depend on each other, and tests of equal means that allow for it. Their statistic is the t of the clearest difference. */
export interface GroupDependence {
  /** Ljung–Box test of the residuals. Where groups are short, residuals look more independent than the rows are. */
  readonly ljung_box: { readonly p: number; readonly lags: number };
  /** The test that decides whether rows count as dependent: as `ljung_box`, or by a correlation corrected for short groups. */
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** Effective number of independent rows for the tested difference for which that number is smallest. */
  readonly effective: number;
  readonly hac: GroupTests;
  /** p-values of the tests for independent rows if rows depended on earlier ones as strongly as the data allow; null if hardly changed. */
  readonly ordered: OrderedTests | null;
  readonly clusters: (GroupTests & { readonly p: number; readonly count: number }) | null;
}

export type OrderedTests = Readonly<Record<'classic' | 'welch' | 'kruskal_wallis', number | null>>;

/** Tests of each group against all other groups. */
export interface GroupTests {
  /** One test over all groups that can be tested; its p is 1 if there are none. */
  readonly test: TestFigures;
  /** Numbers of the groups that cannot be tested, because they have too few independent rows or clusters. */
  readonly untested: readonly number[];
}

export interface GroupFigures {
  readonly count: number;
  readonly mean: number;
  readonly sd: number | null;
  /** Interval of the group's mean from the group's own spread; null for a group of one value. */
  readonly interval: readonly [number, number] | null;
}

export interface Comparison {
  readonly method: PostHoc;
  /** The two compared groups; the difference is the mean of `a` less the mean of `b`. */
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  readonly standard_error: number;
  /** Interval of the difference, simultaneous over all pairs for Tukey–Kramer and Games–Howell; null for Holm, which has none. */
  readonly interval: readonly [number, number] | null;
  readonly p: number | null;
}

export type SumsOfSquares = 'I' | 'II' | 'III';

export interface TwoWayInput {
  /** The values whose cell means are compared; all must be finite. */
  readonly response: Float64Array;
  /** For each value the number of its cell (combination of two levels); every cell has at least one value. */
  readonly groups: Uint32Array;
  /** For each cell its level of the first and of the second factor. Any two levels are connected by a chain of cells that share a level. */
  readonly cells: readonly (readonly [number, number])[];
  readonly levels: readonly [number, number];
  readonly ss_type: SumsOfSquares;
  readonly alpha: number;
  readonly post_hoc: readonly PostHoc[];
}

export interface TwoWay extends Pick<OneWay, 'groups' | 'levene' | 'brown_forsythe' | 'bartlett' | 'comparisons'> {
  /** Tests of the first factor, the second, and their interaction if every cell has rows and some cell has two or more. */
  readonly effects: readonly (MeanSquare & { readonly test: TestFigures })[];
  readonly residual: MeanSquare;
  /** Total sum of squares about the grand mean. The effects' sums add up to it in type I, and in all types if cells are of equal size. */
  readonly total_sum_sq: number;
}

export interface RepeatedInput {
  /** The measured values, all finite, ordered by cell: subject by subject, and within a subject level by level. */
  readonly response: Float64Array;
  /** For each cell the position of its first value and, as the last entry, the number of values. Values of a cell are averaged. */
  readonly starts: Uint32Array;
  readonly subjects: number;
  readonly levels: number;
  readonly alpha: number;
  /** Methods that adjust p-values of the paired t-tests between pairs of levels. */
  readonly post_hoc: readonly ('holm' | 'bonferroni')[];
}

export interface SphericityCorrection {
  /** Estimate of how far the data are from sphericity, by which degrees of freedom are multiplied; at most 1. */
  readonly epsilon: number;
  readonly test: TestFigures;
}

export interface Repeated {
  /** Figures of each level, computed over the subjects' means. */
  readonly groups: readonly GroupFigures[];
  readonly levels: MeanSquare & { readonly test: TestFigures };
  readonly subjects: MeanSquare;
  readonly residual: MeanSquare;
  /** Mauchly's test of sphericity with its statistic W; null for two levels, which are always spherical. */
  readonly mauchly: TestFigures | null;
  readonly greenhouse_geisser: SphericityCorrection | null;
  readonly huynh_feldt: SphericityCorrection | null;
  readonly friedman: TestFigures;
  readonly comparisons: readonly Comparison[];
}
