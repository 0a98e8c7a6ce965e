import type { WorkOptions } from '../../../base/progress.ts';
import type { TestFigures } from '../contract.ts';
import type { Dependence, DependentTerm, RegressionDesign, RegressionRows } from '../regression/contract.ts';

/** Logistic and Poisson regression: maximum likelihood, or Firth's penalised likelihood, of rows that are all in memory. */
export interface Generalizing {
  generalized(input: GeneralizedInput, options?: WorkOptions): Promise<GeneralizedTable>;
}

export type GeneralizedFamily = 'binomial' | 'poisson';

export interface GeneralizedInput {
  readonly family: GeneralizedFamily;
  /** Complete rows in blocks of one length, the last of which may be shorter; the arrays are transferred and unusable afterwards. */
  readonly blocks: readonly RegressionRows[];
  /** The target is a product of one data column: 0 and 1, or counts. Its weights are prior weights: rows that a row counts for. */
  readonly design: RegressionDesign;
  /** Position of the data column that is added to the linear predictor; null without an offset. */
  readonly offset: number | null;
  /** Positions of the design columns of each term; columns of one term are tested together. */
  readonly terms: readonly (readonly number[])[];
  /** firth: half the logarithm of the determinant of the information is added to the log likelihood (Biometrika 80, 1993). */
  readonly penalty: 'none' | 'firth';
  readonly precision: 'auto' | 'double' | 'exact';
  /** Intervals cover 1 − alpha. */
  readonly alpha: number;
  /** Consecutive rows of one point of the series for tests of dependent rows; a power of 2 that divides a block. */
  readonly per: number;
  /** Position of the data column whose values name clusters; null without clusters. */
  readonly cluster: number | null;
  /** Places to predict at: one value per data column, codes for levels; values of target and weight are ignored, the offset's is not. */
  readonly predict_at: readonly Float64Array[];
}

/** Figures are `null` where they do not exist or no double holds them. */
export interface GeneralizedTable {
  readonly rows: number;
  readonly exact: boolean;
  readonly converged: boolean;
  readonly iterations: number;
  readonly dropped: readonly { readonly at: number; readonly reason: 'constant' | 'dependent' }[];
  readonly condition: number;
  /** Columns that separate the rows perfectly, with the sign of the effect; null where estimates are finite, or no search was made. */
  readonly separation: { readonly kind: 'complete' | 'quasi_complete'; readonly columns: readonly { at: number; sign: 1 | -1 }[] } | null;
  /** Null where the rows are separated or the fit did not converge. */
  readonly figures: GeneralizedFigures | null;
}

export interface GeneralizedFigures {
  readonly coefficients: readonly CoefficientFigures[];
  /** Likelihood-ratio test of each term; null where none of its columns is left, or the data are too large to fit once more per term. */
  readonly likelihood_ratio: readonly (TestFigures | null)[];
  /** The same test with the statistic divided by the dispersion: F of quasi-likelihood; null for the binomial too. */
  readonly quasi: readonly (TestFigures | null)[];
  /** Test of all terms together against a model of the constant alone. */
  readonly whole: TestFigures;
  readonly deviance: number | null;
  readonly null_deviance: number | null;
  /** Log likelihood; the penalised one for a fit with Firth's penalty. */
  readonly log_likelihood: number | null;
  readonly aic: number | null;
  readonly bic: number | null;
  readonly df_residual: number;
  /** Sum of prior weights: the rows that they count for. */
  readonly weight: number;
  /** Pearson's statistic over the residual degrees of freedom. */
  readonly dispersion: number | null;
  /** Dean's test that counts spread no more than Poisson (J. Am. Stat. Assoc. 87, 1992), upper tail; null for the binomial. */
  readonly overdispersion: TestFigures | null;
  readonly dependence: Dependence | null;
  readonly predictions: readonly {
    readonly fit: number | null;
    readonly interval: readonly [number, number] | null;
    readonly predictor: number;
    readonly standard_error: number;
  }[];
}

export interface CoefficientFigures {
  /** Position in the design. */
  readonly at: number;
  readonly estimate: number | null;
  readonly standard_error: number | null;
  readonly z: number | null;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number] | null;
  /** profile: values that the likelihood ratio does not reject; wald: estimate and standard error. */
  readonly interval_kind: 'profile' | 'wald';
  /** Odds or rate ratio per unit: the exponential of the estimate; its interval has the exponentials of the bounds. */
  readonly ratio: number | null;
  readonly ratio_interval: readonly [number, number] | null;
  /** Standard deviation of the column, in units of the data. */
  readonly sd: number;
  /** Judged with quasi-likelihood: error times the root of the dispersion, t with residual degrees of freedom; null for the binomial. */
  readonly quasi: JudgedRatio | null;
  /** Judged with an error that allows for dependent rows; null for the constant, and where such errors were not requested. */
  readonly serial: JudgedRatio | null;
  readonly clustered: JudgedRatio | null;
}

/** A coefficient judged with other errors, with the bounds of its ratio. */
export interface JudgedRatio extends DependentTerm {
  readonly ratio_interval: readonly [number, number] | null;
}
