import type { WorkOptions } from '../../../base/progress.ts';

/**
 * Least squares over rows that come in blocks, each pass over the rows in any order and on any thread: `factorBlock` for
 * every block, `mergeFactors`, `residualBlock` for every block, `conclude`. Blocks are cut and merged by their number
 * alone, so that results have the same bits on every machine and number of threads. Exact means double-double throughout.
 */
export interface Regression {
  /** How many blocks are worth being worked on at once. */
  readonly lanes: number;
  factorBlock(input: FactorInput, options?: WorkOptions): Promise<FactoredBlock>;
  mergeFactors(input: MergeInput, options?: WorkOptions): Promise<RegressionModel>;
  residualBlock(input: ResidualInput, options?: WorkOptions): Promise<ResidualBlock>;
  conclude(input: ConcludeInput, options?: WorkOptions): Promise<RegressionFigures>;
}

/** A column of the design: a product of powers of data columns (none: the constant), or a level of a coded column. */
export type DesignColumn =
  | { readonly kind: 'product'; readonly factors: readonly { readonly column: number; readonly power: number }[] }
  /** 1 where the data column holds `code`, −1 where it holds `reference` (null: nowhere), else 0. */
  | { readonly kind: 'level'; readonly column: number; readonly code: number; readonly reference: number | null };

export interface RegressionDesign {
  /** Columns of the terms in order: the constant first, where there is one, and the target last. */
  readonly columns: readonly DesignColumn[];
  readonly intercept: boolean;
  /** Each data column is multiplied by 2 to this power, so that magnitudes are 1 at most. The power is even for weights. */
  readonly exponents: readonly number[];
  /** Position of the data column of weights, all above 0. */
  readonly weight: number | null;
  /** Origin subtracted from each scaled design column: its value in the first row; all 0 in a model without a constant. */
  readonly pivots: readonly number[];
}

/** Rows without missing or infinite values; one data column behind the other. */
export interface RegressionRows {
  readonly rows: number;
  readonly data: Float64Array;
}

export interface FactorInput extends RegressionRows {
  readonly design: RegressionDesign;
  readonly exact: boolean;
}

/** The triangle: high parts row by row, then low parts. `data` is the input's array, transferred back. */
export interface FactoredBlock {
  readonly triangle: Float64Array;
  readonly data: Float64Array;
}

export interface MergeInput {
  readonly design: RegressionDesign;
  readonly exact: boolean;
  readonly rows: number;
  /** Triangle of each block, by the block's number. */
  readonly triangles: readonly Float64Array[];
}

export interface RegressionModel {
  readonly rows: number;
  readonly exact: boolean;
  /** Positions of the design columns that were not dropped, the target last. */
  readonly kept: readonly number[];
  readonly dropped: readonly { readonly at: number; readonly reason: 'constant' | 'dependent' }[];
  /** Triangle R of the kept columns after their pivots were subtracted. */
  readonly triangle: Float64Array;
  /** Condition number (2-norm) of the columns, pivots not subtracted, each scaled to unit length. */
  readonly condition: number;
  /** Means of the kept columns where there is a constant, else 0; high parts, then low parts. */
  readonly levels: Float64Array;
  /** Coefficients of the columns less their levels; high parts, then low parts. */
  readonly slopes: Float64Array;
  /** Sum of squared residuals of the scaled target. */
  readonly residual_squares: number;
  /** Sum of squares of the target, about its mean where there is a constant. */
  readonly total_squares: number;
}

export type RobustKind = 'HC0' | 'HC1' | 'HC2' | 'HC3';

export interface ResidualInput extends RegressionRows {
  readonly design: RegressionDesign;
  readonly model: RegressionModel;
  /** Position of the block's first row among all. */
  readonly first: number;
  /** Every how many rows a point is kept for plots. */
  readonly every: number;
  readonly robust: RobustKind | null;
  /** What to compute for tests of dependent rows; null skips it. */
  readonly dependence: DependenceInput | null;
}

export interface DependenceInput {
  /** Consecutive rows that are summed into one point of the series; a power of 2 that divides a block. */
  readonly per: number;
  /** Position of the data column whose values name clusters; null without clusters. */
  readonly cluster: number | null;
}

/** Rows of Q times residuals (scores) of one block, as series in the order of the rows and as sums by cluster. */
export interface ScoredBlock {
  readonly points: number;
  /** [terms + 1][points]: rows of Q and residuals where a point is one row; sums of scores and of residuals where it is several. */
  readonly series: Float64Array;
  /** Rows of largest influence in this block: position among all rows, then the row of Q [terms]. */
  readonly leading: Float64Array;
  readonly keys: Float64Array;
  /** Per key: number of rows, sum of residuals, sums of scores [terms], Q'Q of its rows [terms][terms]. */
  readonly clusters: Float64Array;
}

export interface ResidualBlock {
  /** Sums in the order of `assembly/statistics/residuals.ts`. */
  readonly sums: Float64Array;
  readonly scores: ScoredBlock | null;
  /** Σ ln w of the scaled weights; 0 without weights. */
  readonly log_weights: number;
  readonly data: Float64Array;
}

export interface ConcludeInput {
  readonly design: RegressionDesign;
  readonly model: RegressionModel;
  /** Results of each block, by the block's number. */
  readonly blocks: readonly Pick<ResidualBlock, 'sums' | 'log_weights' | 'scores'>[];
  /** Number of rows that are summed into one point of the series of scores. */
  readonly per: number;
  readonly alpha: number;
  readonly robust: RobustKind | null;
  /** Whether coefficients are for standardised columns: products of data columns are scaled to mean 0 and sd 1, levels are not. */
  readonly normalize: boolean;
  /** Places to predict at: one value per data column, codes for levels; values of the target and the weight are ignored. */
  readonly predict_at: readonly Float64Array[];
}

/** Figures are `null` where they do not exist or no double holds them. */
export interface TermFigures {
  /** Position in the design. */
  readonly at: number;
  readonly estimate: number | null;
  readonly standard_error: number | null;
  readonly t: number | null;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number] | null;
  /** In the units of the data, not on the scale of the fit. */
  readonly unscaled: number | null;
  /** Change of the target in its sds per sd of the column; by root mean squares without a constant. Null for the constant. */
  readonly standardized: number | null;
  readonly vif: number | null;
  /** Errors that allow dependent rows; null for the constant and where no scores were kept. */
  readonly serial: DependentTerm | null;
  readonly clustered: DependentTerm | null;
  /** p by the plain error without the row of the largest Cook's distance; null if it cannot be computed, or no scores were kept. */
  readonly without_first: number | null;
}

/** A term judged with errors for dependent rows. */
export interface DependentTerm {
  readonly standard_error: number | null;
  readonly t: number | null;
  readonly df: number;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number] | null;
  /** Effective number of independent rows, or clusters. */
  readonly effective: number;
}

/** Whether residuals depend on each other. */
export interface Dependence {
  /** Of residuals with the ones before: Ljung and Box's test over `lags`, and the first correlation. */
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** Test of dependence within clusters: F of the clusters' mean residuals. Null without clusters. */
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
  /** Gaussian likelihood; the variance counts as a parameter. */
  readonly aic: number | null;
  readonly bic: number | null;
  readonly durbin_watson: number | null;
  /** Koenker's studentised form on the terms of the model; none with weights or without a constant. */
  readonly breusch_pagan: JudgedFigure;
  /** Null where no scores were kept, or the fit is perfect. */
  readonly dependence: Dependence | null;
  readonly jarque_bera: JudgedFigure;
  /** Number of rows that alone determine a coefficient, so that they have no residual. */
  readonly unit_leverages: number;
  /** Largest Cook's distances, largest first; rows by position. */
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
  /** Some rows for plots: position, fitted value, residual over its own standard error (null where it has none). */
  readonly points: readonly {
    readonly row: number;
    readonly fitted: number | null;
    readonly residual: number | null;
    readonly standardized: number | null;
  }[];
}
