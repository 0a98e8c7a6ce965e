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
  /** Finite values; of pairs their differences. */
  readonly values: Float64Array;
  /** 0 or 1 by row, with at least one row of each; null for one sample. */
  readonly groups: Uint32Array | null;
  /** Cluster of each row, whose rows may depend on each other; null where no column names any. */
  readonly clusters: Uint32Array | null;
  /** The mean, or the difference of first less second, under the hypothesis. */
  readonly null_value: number;
  /** Half width of the range around `null_value` that counts as equal; null where equivalence is not tested. */
  readonly margin: number | null;
  /** Intervals cover 1 − alpha. */
  readonly alpha: number;
  /** Tests by permutations; costs up to some 10^7 steps. */
  readonly permute: boolean;
  /** Intervals of Hedges’ g, each of which costs some tens of ms. */
  readonly effects: boolean;
}

export type NumberTest = 'student' | 'welch' | 'hac' | 'cluster' | 'mann_whitney' | 'brunner_munzel' | 'wilcoxon' | 'sign' | 'permutation';

/** `sampled`: by permutations drawn from a fixed seed. */
export type Method = 'exact' | 'approximate' | 'sampled';

/** One-sided tails and the two-sided p-value of a test. */
export interface Tailed {
  readonly statistic: number | null;
  readonly df: number | null;
  readonly method: Method;
  readonly p: number | null;
  readonly log10_p: number | null;
  /** p of the alternative that the quantity is below, or above, its value under the hypothesis. */
  readonly below: number | null;
  readonly above: number | null;
}

export interface JudgedTest<Name extends string> extends Tailed {
  readonly test: Name;
  /** What the test is about, in the units of the values: mean, difference, shift; a probability for `brunner_munzel`. */
  readonly estimate: number | null;
  readonly standard_error: number | null;
  readonly interval: readonly [number, number] | null;
  /** The two one-sided tests of equivalence: the larger p; null without a margin. */
  readonly equivalence: number | null;
  /** Hedges' g of the means' tests, rank-biserial correlation of tests by ranks. */
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
  /** Shapiro and Wilk's W of 3 to 5000 values that are not all equal. */
  readonly normality: TestFigures | null;
  /** Share of the squares about the mean that the most distant value has. */
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
    /** Clusters with rows in each sample, and in both. */
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
  /** Under independence; null for one row. */
  readonly expected: Float64Array | null;
  /** Share of the first column in each row, by Wilson's interval; of two columns only. */
  readonly shares: readonly EffectFigure[];
  readonly tests: readonly JudgedTest<CountTest>[];
  /** Difference of the shares by Newcombe's interval; of two rows and two columns. */
  readonly difference: EffectFigure | null;
  /** Conditional maximum likelihood with the exact interval; of two rows and two columns. */
  readonly odds_ratio: { readonly value: number | null; readonly interval: readonly [number | null, number | null] } | null;
  readonly cramers_v: EffectFigure | null;
  readonly dependence: RowDependence | null;
}
