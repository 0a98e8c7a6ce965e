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
  /** Complete rows in blocks of equal length, except that the last may be shorter. The arrays are transferred, so do not use them again. */
  readonly blocks: readonly RegressionRows[];
  /**
   * Columns of the model. The target is a data column of 0 and 1 or of counts. Weights are prior weights: how many rows a row counts for.
   */
  readonly design: RegressionDesign;
  /** Index of the data column that is added to the linear predictor; null if there is no offset. */
  readonly offset: number | null;
  /** For each term the indices of its design columns, which are tested together. */
  readonly terms: readonly (readonly number[])[];
  /** Whether to use Firth's penalty: half of ln |information| is added to the log likelihood (Biometrika 80, 1993). */
  readonly penalty: 'none' | 'firth';
  readonly precision: 'auto' | 'double' | 'exact';
  /** Error probability of intervals, which cover 1 − alpha. */
  readonly alpha: number;
  /** Number of consecutive rows that are one point of the series in tests of dependent rows; a power of 2 that divides the block length. */
  readonly per: number;
  /** Index of the data column whose values tell the clusters apart; null without clusters. */
  readonly cluster: number | null;
  /** Points at which to predict: one value per data column, with codes for levels. Target and weight are ignored, the offset is not. */
  readonly predict_at: readonly Float64Array[];
}

/** Results of a generalized linear model. A figure is null if it does not exist or exceeds the range of a double. */
export interface GeneralizedTable {
  readonly rows: number;
  readonly exact: boolean;
  readonly converged: boolean;
  readonly iterations: number;
  readonly dropped: readonly { readonly at: number; readonly reason: 'constant' | 'dependent' }[];
  readonly condition: number;
  /** Columns that separate the rows perfectly, with the sign of their effect; null if estimates are finite or this was not checked. */
  readonly separation: { readonly kind: 'complete' | 'quasi_complete'; readonly columns: readonly { at: number; sign: 1 | -1 }[] } | null;
  /** Figures of the fit; null if the rows are separated or the fit did not converge. */
  readonly figures: GeneralizedFigures | null;
}

export interface GeneralizedFigures {
  readonly coefficients: readonly CoefficientFigures[];
  /** Likelihood-ratio test of each term; null if all its columns were dropped, or the data are too large for one more fit per term. */
  readonly likelihood_ratio: readonly (TestFigures | null)[];
  /** The same test by quasi-likelihood: an F test, because the statistic is divided by the dispersion; null also for the binomial. */
  readonly quasi: readonly (TestFigures | null)[];
  /** Likelihood-ratio test of all terms together against the model that has only a constant. */
  readonly whole: TestFigures;
  readonly deviance: number | null;
  readonly null_deviance: number | null;
  /** Log likelihood of the fit; with Firth's penalty, the penalised log likelihood. */
  readonly log_likelihood: number | null;
  readonly aic: number | null;
  readonly bic: number | null;
  readonly df_residual: number;
  /** Sum of the prior weights, which is the number of rows that the given rows count for. */
  readonly weight: number;
  /** Dispersion: Pearson's statistic divided by the residual degrees of freedom. */
  readonly dispersion: number | null;
  /** Dean's test of whether counts vary more than a Poisson model allows (J. Am. Stat. Assoc. 87, 1992); null for the binomial. */
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
  /** Index of the coefficient's column in the design. */
  readonly at: number;
  readonly estimate: number | null;
  readonly standard_error: number | null;
  readonly z: number | null;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number] | null;
  /** How the interval was computed: `profile` has the values that a likelihood-ratio test accepts, `wald` uses the standard error. */
  readonly interval_kind: 'profile' | 'wald';
  /** Odds ratio or rate ratio per unit: the exponential of the coefficient, with the exponentials of its bounds as interval. */
  readonly ratio: number | null;
  readonly ratio_interval: readonly [number, number] | null;
  /** Standard deviation of the coefficient's column in the data. */
  readonly sd: number;
  /** The coefficient by quasi-likelihood: the error is multiplied by the root of the dispersion, and t is used; null for the binomial. */
  readonly quasi: JudgedRatio | null;
  /** The coefficient with an error that allows for dependent rows; null for the constant and if such errors were not requested. */
  readonly serial: JudgedRatio | null;
  readonly clustered: JudgedRatio | null;
}

/** A coefficient judged with an alternative standard error, and the resulting interval of its odds or rate ratio. */
export interface JudgedRatio extends DependentTerm {
  readonly ratio_interval: readonly [number, number] | null;
}
