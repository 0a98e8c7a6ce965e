import type { WorkOptions } from '../../../base/progress.ts';

/**
 * Least-squares regression over rows that come in blocks. Each pass over the blocks may use any order and thread: `factorBlock` for every
 * block, `mergeFactors`, `residualBlock` for every block, `conclude`. Blocks are cut and merged by their number alone, so that results have
 * the same bits on every machine. `exact` means pairs of doubles throughout.
 */
export interface Regression {
  /** How many blocks can usefully be processed at the same time. */
  readonly lanes: number;
  factorBlock(input: FactorInput, options?: WorkOptions): Promise<FactoredBlock>;
  mergeFactors(input: MergeInput, options?: WorkOptions): Promise<RegressionModel>;
  residualBlock(input: ResidualInput, options?: WorkOptions): Promise<ResidualBlock>;
  conclude(input: ConcludeInput, options?: WorkOptions): Promise<RegressionFigures>;
}

/** A column of the design matrix: a product of data columns (of none for the constant), or an indicator of one level of a coded column. */
export type DesignColumn =
  | { readonly kind: 'product'; readonly factors: readonly { readonly column: number; readonly power: number }[] }
  /** An indicator of a level: 1 in rows with the value `code`, −1 in rows with the value `reference` (null: in no rows), else 0. */
  | { readonly kind: 'level'; readonly column: number; readonly code: number; readonly reference: number | null };

export interface RegressionDesign {
  /** Columns of the design matrix in the order of the terms: the constant, if there is one, comes first and the target last. */
  readonly columns: readonly DesignColumn[];
  readonly intercept: boolean;
  /** For each data column the power of 2 by which it is multiplied, so that magnitudes are at most 1. For weights the power is even. */
  readonly exponents: readonly number[];
  /** Index of the data column of weights, which are all above 0; null without weights. */
  readonly weight: number | null;
  /** For each scaled design column the value that is subtracted from it: that of the first row; 0 in a model without a constant. */
  readonly pivots: readonly number[];
}

/** A block of rows without missing or infinite values. Its data columns are stored one after another. */
export interface RegressionRows {
  readonly rows: number;
  readonly data: Float64Array;
}

export interface FactorInput extends RegressionRows {
  readonly design: RegressionDesign;
  readonly exact: boolean;
}

/** The triangle R of a block: high parts row by row, then low parts. `data` is the input's array, transferred back. */
export interface FactoredBlock {
  readonly triangle: Float64Array;
  readonly data: Float64Array;
}

export interface MergeInput {
  readonly design: RegressionDesign;
  readonly exact: boolean;
  readonly rows: number;
  /** The triangles R of all blocks, in the order of the blocks. */
  readonly triangles: readonly Float64Array[];
}

export interface RegressionModel {
  readonly rows: number;
  readonly exact: boolean;
  /** Indices of the design columns that were kept, the target last. */
  readonly kept: readonly number[];
  readonly dropped: readonly { readonly at: number; readonly reason: 'constant' | 'dependent' }[];
  /** Triangle R of the kept columns, whose origins (pivots) were subtracted. */
  readonly triangle: Float64Array;
  /** Condition number (2-norm) of the original columns, each scaled to unit length. */
  readonly condition: number;
  /** Means of the kept columns; 0 in a model without a constant. High parts, then low parts. */
  readonly levels: Float64Array;
  /** Coefficients of the kept columns, which are measured from their means. High parts, then low parts. */
  readonly slopes: Float64Array;
  readonly residual_squares: number;
  /** Sum of squares of the scaled target, about its mean if there is a constant. */
  readonly total_squares: number;
}

export type RobustKind = 'HC0' | 'HC1' | 'HC2' | 'HC3';

export interface ResidualInput extends RegressionRows {
  readonly design: RegressionDesign;
  readonly model: RegressionModel;
  /** Index of the block's first row among all rows. */
  readonly first: number;
  /** One of every this many rows is kept as a point for plots. */
  readonly every: number;
  readonly robust: RobustKind | null;
  /** What to compute for the tests of dependent rows; null if these tests were not requested. */
  readonly dependence: DependenceInput | null;
}

export interface DependenceInput {
  /** Number of consecutive rows that are summed into one point of the series; a power of 2 that divides the block length. */
  readonly per: number;
  /** Index of the data column whose values tell the clusters apart; null without clusters. */
  readonly cluster: number | null;
}

/** Scores (rows of Q times residuals) of one block, as a series in the order of the rows and as sums by cluster. */
export interface ScoredBlock {
  readonly points: number;
  /**
   * The series as [terms + 1][points]. If a point is one row: rows of Q and residuals; if several rows: sums of scores and of residuals.
   */
  readonly series: Float64Array;
  /** The most influential rows of this block: for each the position among all rows, then the row of Q [terms]. */
  readonly leading: Float64Array;
  readonly keys: Float64Array;
  /** For each cluster: number of rows, sum of residuals, sums of scores [terms], Q'Q of its rows [terms][terms]. */
  readonly clusters: Float64Array;
}

export interface ResidualBlock {
  /** Sums over the block's residuals, in the order of `assembly/statistics/residuals.ts`. */
  readonly sums: Float64Array;
  readonly scores: ScoredBlock | null;
  /** Sum of ln w over the scaled weights; 0 without weights. */
  readonly log_weights: number;
  readonly data: Float64Array;
}

export interface ConcludeInput {
  readonly design: RegressionDesign;
  readonly model: RegressionModel;
  /** Results of the second pass over each block, in the order of the blocks. */
  readonly blocks: readonly Pick<ResidualBlock, 'sums' | 'log_weights' | 'scores'>[];
  /** Number of rows that are summed into one point of the series of scores. */
  readonly per: number;
  readonly alpha: number;
  readonly robust: RobustKind | null;
  /** Whether to report coefficients of standardised columns: products of data columns get mean 0 and standard deviation 1, levels stay. */
  readonly normalize: boolean;
  /** Points at which to predict: one value per data column, with codes for levels. The values of target and weight are ignored. */
  readonly predict_at: readonly Float64Array[];
}

/** Figures of one term. A figure is null if it does not exist or exceeds the range of a double. */
export interface TermFigures {
  /** Index of the term's column in the design. */
  readonly at: number;
  readonly estimate: number | null;
  readonly standard_error: number | null;
  readonly t: number | null;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number] | null;
  /** The coefficient in the units of the data, even if those of standardised columns were requested. */
  readonly unscaled: number | null;
  /** Change of the target per standard deviation of the column, in its own standard deviations (root mean squares without a constant). */
  readonly standardized: number | null;
  readonly vif: number | null;
  /** The term with an error that allows for rows that depend on earlier ones; null for the constant and if no scores were kept. */
  readonly serial: DependentTerm | null;
  readonly clustered: DependentTerm | null;
  /** p-value by the plain error without the row of the largest Cook's distance; null if it cannot be computed, or no scores were kept. */
  readonly without_first: number | null;
}

/** A term judged with a standard error that allows for dependent rows. */
export interface DependentTerm {
  readonly standard_error: number | null;
  readonly t: number | null;
  readonly df: number;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number] | null;
  /** Number of independent rows that would carry as much information, or number of clusters. */
  readonly effective: number;
}

/** Whether residuals depend on earlier residuals or on those of their cluster. */
export interface Dependence {
  /** Dependence of residuals on earlier ones: p of the Ljung–Box test over `lags`, and `first`, the correlation of neighbours. */
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** F test of whether the mean residuals of clusters differ more than by chance; null without clusters. */
  readonly clusters: { readonly p: number; readonly count: number } | null;
}

export interface JudgedFigure {
  readonly statistic: number | null;
  readonly df: number;
  readonly p: number | null;
  readonly log10_p: number | null;
}

export interface RegressionFigures {
  readonly terms: readonly TermFigures[];
  readonly df_model: number;
  readonly df_residual: number;
  readonly r_squared: number;
  readonly adjusted_r_squared: number | null;
  readonly residual_standard_error: number | null;
  readonly f: { readonly statistic: number | null; readonly p: number | null; readonly log10_p: number | null };
  /** Akaike's information criterion with the Gaussian likelihood; the residual variance counts as a parameter. */
  readonly aic: number | null;
  readonly bic: number | null;
  readonly durbin_watson: number | null;
  /** Breusch and Pagan's test of equal variances, studentised by Koenker, on the model's terms; none with weights or without a constant. */
  readonly breusch_pagan: JudgedFigure;
  /** Tests of dependent rows; null if no scores were kept or the fit is perfect. */
  readonly dependence: Dependence | null;
  readonly jarque_bera: JudgedFigure;
  /** Number of rows of leverage 1: such a row alone determines a coefficient and has no residual. */
  readonly unit_leverages: number;
  /** The rows with the largest Cook's distances, largest first; rows are given by position. */
  readonly influence: readonly {
    readonly row: number;
    readonly leverage: number;
    readonly cook: number;
    readonly studentized: number | null;
  }[];
  readonly predictions: readonly {
    readonly fit: number | null;
    readonly standard_error: number | null;
    readonly confidence: readonly [number, number] | null;
    readonly prediction: readonly [number, number] | null;
  }[];
  /** Some rows for plots: position, fitted value, and residual divided by its standard error (null if it has none). */
  readonly points: readonly {
    readonly row: number;
    readonly fitted: number | null;
    readonly residual: number | null;
    readonly standardized: number | null;
  }[];
}
