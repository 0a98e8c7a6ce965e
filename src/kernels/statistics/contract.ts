import type { WorkOptions } from '../../base/progress.ts';

/**
 * Statistics over columns: sums in double-double, tails as tails. A NaN in a column is a missing value; infinite values
 * are counted and left out. Figures that do not exist (a spread of one value) or leave the range of a double are `null`.
 */
export interface Statistics {
  /** Figures of each column, whole and per group, and how pairs of columns go together. */
  describe(input: DescribeInput, options?: WorkOptions): Promise<Description>;
  /** One-way analysis of variance with its assumption tests and comparisons of pairs. */
  oneWay(input: OneWayInput, options?: WorkOptions): Promise<OneWay>;
  /** Two crossed factors with sums of squares of type I, II or III. */
  twoWay(input: TwoWayInput, options?: WorkOptions): Promise<TwoWay>;
  /** One factor within subjects, with sphericity, its corrections and the test by ranks. */
  repeated(input: RepeatedInput, options?: WorkOptions): Promise<Repeated>;
}

export type CorrelationMethod = 'pearson' | 'spearman' | 'kendall';

export interface DescribeInput {
  /** Columns of equal length; each has a buffer of its own. */
  readonly columns: readonly Float64Array[];
  /** Number of each row's group, below `count`; null without groups. */
  readonly groups: { readonly ids: Uint32Array; readonly count: number } | null;
  /** Probabilities in [0, 1]. */
  readonly quantiles: readonly number[];
  /** 1 to 9 as numbered by Hyndman and Fan (The American Statistician 50, 1996). */
  readonly quantile_type: number;
  readonly correlation: readonly CorrelationMethod[];
}

export interface Description {
  readonly whole: readonly ColumnFigures[];
  /** Figures of each group, then of each column within it. */
  readonly groups: readonly (readonly ColumnFigures[])[];
  readonly correlation: readonly Correlation[];
}

export interface ColumnFigures {
  /** Finite values. */
  readonly count: number;
  readonly missing: number;
  readonly infinite: number;
  readonly mean: number | null;
  /** Sample standard deviation and variance (n − 1). */
  readonly sd: number | null;
  readonly variance: number | null;
  /** m₃ / m₂^1.5 and m₄ / m₂² − 3 over moments with n (g₁ and g₂). */
  readonly skewness: number | null;
  readonly kurtosis: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** One quantile per requested probability. */
  readonly quantiles: readonly (number | null)[];
  readonly median: number | null;
  /** Median of |x − median|, unscaled. */
  readonly mad: number | null;
  /** Mean without the tenth of the values at each end. */
  readonly trimmed_mean: number | null;
  /** The most frequent value, the smallest of several; null when every value occurs once. */
  readonly mode: number | null;
  /** Shannon entropy of the distinct values, in bits. */
  readonly entropy: number | null;
  /** Σ dᵢdᵢ₊₁ / Σ dᵢ² over the values in the order of the rows. */
  readonly autocorrelation_lag1: number | null;
  /** Bins of equal width, the last one closed; none without values. */
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
}

export interface Correlation {
  readonly method: CorrelationMethod;
  /** Positions of the two columns. */
  readonly a: number;
  readonly b: number;
  /** Rows with a finite value in both. */
  readonly count: number;
  readonly coefficient: number | null;
  /** Two-sided: Student's t for Pearson and Spearman, normal with ties for Kendall's tau-b. */
  readonly p: number | null;
  readonly log10_p: number | null;
}

export type PostHoc = 'tukey_kramer' | 'games_howell' | 'holm' | 'bonferroni';

export interface OneWayInput {
  /** Finite values. */
  readonly response: Float64Array;
  /** Group of each value; every group has at least one. */
  readonly groups: Uint32Array;
  readonly count: number;
  /** Intervals cover 1 − alpha. */
  readonly alpha: number;
  readonly post_hoc: readonly PostHoc[];
  /** Present where rows may depend on each other: on earlier rows, or within clusters. `clusters` has the cluster number of each row. */
  readonly dependence?: { readonly clusters: Uint32Array | null };
}

/** A test: its statistic, degrees of freedom, and the upper tail with its decimal logarithm. */
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
  /** Null where the caller did not request it, or nothing varies within the groups. */
  readonly dependence: GroupDependence | null;
}

/** Whether rows depend on each other, and tests of all means that allow for it; their statistic is the t of the clearest difference. */
export interface GroupDependence {
  /** Ljung–Box test of the residuals. Where groups are short, residuals look more independent than the rows are. */
  readonly ljung_box: { readonly p: number; readonly lags: number };
  /** The test that decides whether rows count as dependent: as `ljung_box`, or by a correlation corrected for short groups. */
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** Effective number of independent rows for the tested difference that has the fewest. */
  readonly effective: number;
  readonly hac: GroupTests;
  /** p-values of the tests for independent rows if rows depended on earlier ones as strongly as the data allow; null if hardly changed. */
  readonly ordered: OrderedTests | null;
  readonly clusters: (GroupTests & { readonly p: number; readonly count: number }) | null;
}

export type OrderedTests = Readonly<Record<'classic' | 'welch' | 'kruskal_wallis', number | null>>;

/** Each group against all others. */
export interface GroupTests {
  /** One test of all testable groups together, with p = 1 where there are none. */
  readonly test: TestFigures;
  /** Groups that cannot be tested with these rows. */
  readonly untested: readonly number[];
}

export interface GroupFigures {
  readonly count: number;
  readonly mean: number;
  readonly sd: number | null;
  /** Interval from the group's own spread; null for a group of one value. */
  readonly interval: readonly [number, number] | null;
}

export interface Comparison {
  readonly method: PostHoc;
  /** The difference is mean of `a` less mean of `b`. */
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  readonly standard_error: number;
  /** Simultaneous for Tukey–Kramer and Games–Howell; null for Holm, which has none. */
  readonly interval: readonly [number, number] | null;
  readonly p: number | null;
}

export type SumsOfSquares = 'I' | 'II' | 'III';

export interface TwoWayInput {
  /** Finite values. */
  readonly response: Float64Array;
  /** Cell of each value; every cell has at least one. */
  readonly groups: Uint32Array;
  /** Level of the first and of the second factor in each cell; chains of cells connect all levels. */
  readonly cells: readonly (readonly [number, number])[];
  readonly levels: readonly [number, number];
  readonly ss_type: SumsOfSquares;
  readonly alpha: number;
  /** Methods by which pairs of cells are compared. */
  readonly post_hoc: readonly PostHoc[];
}

export interface TwoWay extends Pick<OneWay, 'groups' | 'levene' | 'brown_forsythe' | 'bartlett' | 'comparisons'> {
  /** First factor, second factor and, where every cell has rows and some cell has two, their interaction. */
  readonly effects: readonly (MeanSquare & { readonly test: TestFigures })[];
  readonly residual: MeanSquare;
  /** Sum of squares about the grand mean; the effects' sums add up to it in type I and where cells are of equal size. */
  readonly total_sum_sq: number;
}

export interface RepeatedInput {
  /** Finite values, cell by cell: subject by subject, in each level by level. */
  readonly response: Float64Array;
  /** First value of each cell and, last, the number of values; values of a cell are averaged. */
  readonly starts: Uint32Array;
  readonly subjects: number;
  readonly levels: number;
  readonly alpha: number;
  /** Pairs of levels by the paired t-test. */
  readonly post_hoc: readonly ('holm' | 'bonferroni')[];
}

export interface SphericityCorrection {
  /** At most 1. */
  readonly epsilon: number;
  readonly test: TestFigures;
}

export interface Repeated {
  /** Figures of each level over the means of the subjects. */
  readonly groups: readonly GroupFigures[];
  readonly levels: MeanSquare & { readonly test: TestFigures };
  readonly subjects: MeanSquare;
  readonly residual: MeanSquare;
  /** Mauchly's W; null with two levels, where sphericity holds by itself. */
  readonly mauchly: TestFigures | null;
  readonly greenhouse_geisser: SphericityCorrection | null;
  readonly huynh_feldt: SphericityCorrection | null;
  readonly friedman: TestFigures;
  readonly comparisons: readonly Comparison[];
}
