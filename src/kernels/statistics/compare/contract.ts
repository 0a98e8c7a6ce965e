import type { WorkOptions } from '../../../base/progress.ts';
import type { TestFigures } from '../contract.ts';

/** Tests that compare one or two samples with each other or with a value, and tables of counts. */
export interface Comparing {
  /** One sample of numbers against a value, or two against each other. */
  compareNumbers(input: NumbersInput, options?: WorkOptions): Promise<NumbersCompared>;
  /** Counts by two categories, or shares of one or two samples. */
  compareCounts(input: CountsInput, options?: WorkOptions): Promise<CountsCompared>;
}

export interface NumbersInput {
  /** Finite values of one or two samples; differences, when pairs are compared. */
  readonly values: Float64Array;
  /** Sample of each row, 0 or 1, with at least one row of each; null for one sample. */
  readonly groups: Uint32Array | null;
  /** Cluster of each row; rows of one cluster may depend on each other. Null where the call names no column of clusters. */
  readonly clusters: Uint32Array | null;
  /** The mean, or the difference of first less second, under the hypothesis. */
  readonly null_value: number;
  /** Half width of the range around `null_value` that counts as equal; null where equivalence is not tested. */
  readonly margin: number | null;
  /** Intervals cover 1 − alpha. */
  readonly alpha: number;
  /** Whether to run tests by permutations too, which cost up to some 10^7 steps. */
  readonly permute: boolean;
  /** Whether to compute intervals of Hedges’ g, each of which costs some tens of ms. */
  readonly effects: boolean;
}

export type NumberTest = 'student' | 'welch' | 'hac' | 'cluster' | 'mann_whitney' | 'brunner_munzel' | 'wilcoxon' | 'sign' | 'permutation';

/** How a p-value is computed; `sampled`: from permutations drawn with a fixed seed. */
export type Method = 'exact' | 'approximate' | 'sampled';

/** One-sided tails and the two-sided p-value of a test. */
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
  /** The larger p of the two one-sided tests of equivalence; null without a margin. */
  readonly equivalence: number | null;
  /** Hedges' g for tests of means, rank-biserial correlation for tests of ranks. */
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
  /** Shapiro and Wilk's test, W, for 3 to 5000 values that are not all equal. */
  readonly normality: TestFigures | null;
  /** Share of the sum of squares about the mean that the most distant value contributes. */
  readonly largest_share: number;
  /** Skewness g1. */
  readonly skewness: number | null;
}

/** Whether rows depend on each other. */
export interface RowDependence {
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** Effective number of independent rows, from the correlation with earlier rows. */
  readonly effective: number;
  readonly clusters: {
    readonly p: number;
    readonly count: number;
    /** Number of clusters with rows in each sample, and (`both`) in both samples. */
    readonly by_sample: readonly number[];
    readonly shared: number;
  } | null;
}

export interface NumbersCompared {
  readonly samples: readonly SampleFigures[];
  /** Brown and Forsythe's test of equal spreads; null for one sample. */
  readonly spreads: TestFigures | null;
  readonly tests: readonly JudgedTest<NumberTest>[];
  readonly dependence: RowDependence | null;
}

export interface CountsInput {
  /** Row and column of the table for each observation, below `rows` and `columns`. */
  readonly row: Uint32Array;
  readonly column: Uint32Array;
  readonly rows: number;
  readonly columns: number;
  readonly clusters: Uint32Array | null;
  /** Share under the hypothesis, of the first column in a table of one row; null otherwise. */
  readonly null_share: number | null;
  readonly alpha: number;
  readonly permute: boolean;
}

export type CountTest = 'chi_square' | 'g' | 'fisher' | 'binomial' | 'permutation' | 'hac' | 'cluster';

export interface CountsCompared {
  /** [rows][columns]. */
  readonly counts: Float64Array;
  /** Counts expected under independence; null for a table of one row. */
  readonly expected: Float64Array | null;
  /** Share of the first column in each row, by Wilson's interval; only in tables of two columns. */
  readonly shares: readonly EffectFigure[];
  readonly tests: readonly JudgedTest<CountTest>[];
  /** Difference of the shares of the two rows, by Newcombe's interval; only in tables of two by two. */
  readonly difference: EffectFigure | null;
  /** Odds ratio by conditional maximum likelihood with the exact interval; only in tables of two by two. */
  readonly odds_ratio: { readonly value: number | null; readonly interval: readonly [number | null, number | null] } | null;
  readonly cramers_v: EffectFigure | null;
  readonly dependence: RowDependence | null;
}
