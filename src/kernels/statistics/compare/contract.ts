import type { WorkOptions } from '../../../base/progress.ts';
import type { TestFigures } from '../contract.ts';

/** Kernels of `statistical_comparison_tool`: tests of one or two samples against each other or a value, and tests of tables of counts. */
export interface Comparing {
  /** Tests the numbers of one sample against a value, or those of two samples against each other. */
  compareNumbers(input: NumbersInput, options?: WorkOptions): Promise<NumbersCompared>;
  /** Tests a table of counts by two categories, or the shares of one or two samples. */
  compareCounts(input: CountsInput, options?: WorkOptions): Promise<CountsCompared>;
}

export interface NumbersInput {
  /** The values of one or two samples, all finite. For paired samples these are the differences of the pairs. */
  readonly values: Float64Array;
  /** For each row the number of its sample, 0 or 1; both must occur. Null if there is one sample. */
  readonly groups: Uint32Array | null;
  /** For each row the number of its cluster; rows of one cluster may depend on each other. Null if the call names no column of clusters. */
  readonly clusters: Uint32Array | null;
  /** The value that the null hypothesis states for the mean, or for the difference of the first mean less the second. */
  readonly null_value: number;
  /** Equivalence margin: half the width of the range around `null_value` that counts as equal; null if equivalence is not tested. */
  readonly margin: number | null;
  /** Error probability of intervals, which cover 1 − alpha. */
  readonly alpha: number;
  /** Whether to also run permutation tests, which take up to some 10^7 steps. */
  readonly permute: boolean;
  /** Whether to compute intervals of Hedges’ g, each of which costs some tens of ms. */
  readonly effects: boolean;
}

export type NumberTest = 'student' | 'welch' | 'hac' | 'cluster' | 'mann_whitney' | 'brunner_munzel' | 'wilcoxon' | 'sign' | 'permutation';

/** How a p-value is computed; `sampled`: from permutations drawn with a fixed seed. */
export type Method = 'exact' | 'approximate' | 'sampled';

/** The two-sided p-value of a test and the p-values of both one-sided alternatives. */
export interface Tailed {
  readonly statistic: number | null;
  readonly df: number | null;
  readonly method: Method;
  readonly p: number | null;
  readonly log10_p: number | null;
  /** p-values of the one-sided alternatives: the quantity is below, or above, its value under the hypothesis. */
  readonly below: number | null;
  readonly above: number | null;
}

export interface JudgedTest<Name extends string> extends Tailed {
  readonly test: Name;
  /** Estimate of the tested quantity in the units of the values: mean, difference or shift; for `brunner_munzel` a probability. */
  readonly estimate: number | null;
  readonly standard_error: number | null;
  readonly interval: readonly [number, number] | null;
  /** The p-value of the equivalence test, which is the larger p of its two one-sided tests; null without an equivalence margin. */
  readonly equivalence: number | null;
  /** Effect size: Hedges' g for tests of means, rank-biserial correlation for tests of ranks. */
  readonly effect: EffectFigure | null;
}

export interface EffectFigure {
  readonly value: number;
  readonly interval: readonly [number, number] | null;
}

export interface SampleFigures {
  readonly count: number;
  readonly mean: number;
  readonly sd: number | null;
  readonly median: number;
  readonly interval: readonly [number, number] | null;
  /** Shapiro and Wilk's test of normality with its statistic W, for 3 to 5000 values that are not all equal. */
  readonly normality: TestFigures | null;
  /** Share of the sum of squares about the mean that comes from the value farthest from the mean. */
  readonly largest_share: number;
  readonly skewness: number | null;
}

/** Whether rows depend on earlier rows or on rows of their cluster, by tests of the residuals. */
export interface RowDependence {
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** How many independent rows would carry as much information as these, judged by how rows correlate with earlier ones. */
  readonly effective: number;
  readonly clusters: {
    readonly p: number;
    readonly count: number;
    /** Number of clusters that have rows in each sample; `both` counts the clusters that have rows in both samples. */
    readonly by_sample: readonly number[];
    readonly shared: number;
  } | null;
}

export interface NumbersCompared {
  readonly samples: readonly SampleFigures[];
  /** Brown and Forsythe's test of whether two samples have equal spreads; null for one sample. */
  readonly spreads: TestFigures | null;
  readonly tests: readonly JudgedTest<NumberTest>[];
  readonly dependence: RowDependence | null;
}

export interface CountsInput {
  /** For each observation its row and column in the table of counts, numbered from 0. */
  readonly row: Uint32Array;
  readonly column: Uint32Array;
  readonly rows: number;
  readonly columns: number;
  readonly clusters: Uint32Array | null;
  /** For a table of one row, the share of the first column under the null hypothesis; null for other tables. */
  readonly null_share: number | null;
  readonly alpha: number;
  readonly permute: boolean;
}

export type CountTest = 'chi_square' | 'g' | 'fisher' | 'binomial' | 'permutation' | 'hac' | 'cluster';

export interface CountsCompared {
  /** The counted observations as a table, row by row: [rows][columns]. */
  readonly counts: Float64Array;
  /** The counts that are expected if rows and columns are independent; null for a table of one row. */
  readonly expected: Float64Array | null;
  /** For each row the share of the first column, with Wilson's interval; empty unless the table has two columns. */
  readonly shares: readonly EffectFigure[];
  readonly tests: readonly JudgedTest<CountTest>[];
  /** Difference of the shares of the two rows, with Newcombe's interval; null unless the table is two by two. */
  readonly difference: EffectFigure | null;
  /** Odds ratio by conditional maximum likelihood, with its exact interval; null unless the table is two by two. */
  readonly odds_ratio: { readonly value: number | null; readonly interval: readonly [number | null, number | null] } | null;
  readonly cramers_v: EffectFigure | null;
  readonly dependence: RowDependence | null;
}
