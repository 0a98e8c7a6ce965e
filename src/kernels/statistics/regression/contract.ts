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
  /** Terms in order, the constant first where there is one, and last the target. */
  readonly columns: readonly DesignColumn[];
  readonly intercept: boolean;
  /** Data columns are taken times 2 to this power: magnitudes are 1 at most. Even for the weights. */
  readonly exponents: readonly number[];
  /** Position of the data column of weights, all above 0. */
  readonly weight: number | null;
  /** Taken off each design column, scaled: its value in the first row; 0 throughout without a constant. */
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

/** High parts row by row, then low parts; the rows' data come back. */
export interface FactoredBlock {
  readonly triangle: Float64Array;
  readonly data: Float64Array;
}

export interface MergeInput {
  readonly design: RegressionDesign;
  readonly exact: boolean;
  readonly rows: number;
  /** By number of block. */
  readonly triangles: readonly Float64Array[];
}

export interface RegressionModel {
  readonly rows: number;
  readonly exact: boolean;
  /** Positions of the design columns that stayed, the target last. */
  readonly kept: readonly number[];
  readonly dropped: readonly { readonly at: number; readonly reason: 'constant' | 'dependent' }[];
  /** Of the kept columns less their pivots. */
  readonly triangle: Float64Array;
  /** 2-norm, of the columns as they are brought to unit length. */
  readonly condition: number;
  /** Of the kept columns: means where there is a constant, else 0; high parts, then low parts. */
  readonly levels: Float64Array;
  /** Coefficients of the columns less their levels; high parts, then low parts. */
  readonly slopes: Float64Array;
  /** Of the scaled target. */
  readonly residual_squares: number;
  /** About the mean where there is a constant. */
  readonly total_squares: number;
}

export type RobustKind = 'HC0' | 'HC1' | 'HC2' | 'HC3';

export interface ResidualInput extends RegressionRows {
  readonly design: RegressionDesign;
  readonly model: RegressionModel;
  /** Position of the block's first row among all. */
  readonly first: number;
  /** Of the positions of all rows, which multiples are kept as points. */
  readonly every: number;
  readonly robust: RobustKind | null;
  /** What to keep for tests of dependent rows; null for none. */
  readonly dependence: DependenceInput | null;
}

export interface DependenceInput {
  /** Consecutive rows that are summed into one point of the series; a power of 2 that divides a block. */
  readonly per: number;
  /** Position of the data column whose values name clusters; null without. */
  readonly cluster: number | null;
}

/** Rows of Q times residuals (scores) of one block, as series in the order of the rows and as sums by cluster. */
export interface ScoredBlock {
  readonly points: number;
  /** [terms + 1][points]: rows of Q and residuals where a point is one row; sums of scores and of residuals where it is several. */
  readonly series: Float64Array;
  /** Of the block's rows of the largest influence: position among all rows, row of Q [terms]. */
  readonly leading: Float64Array;
  readonly keys: Float64Array;
  /** By key: rows, sum of residuals, sums of scores [terms], Q'Q of its rows [terms][terms]. */
  readonly clusters: Float64Array;
}

export interface ResidualBlock {
  /** As laid out by `assembly/statistics/residuals.ts`. */
  readonly sums: Float64Array;
  readonly scores: ScoredBlock | null;
  /** Σ ln w of the scaled weights; 0 without. */
  readonly log_weights: number;
  readonly data: Float64Array;
}

export interface ConcludeInput {
  readonly design: RegressionDesign;
  readonly model: RegressionModel;
  /** By number of block. */
  readonly blocks: readonly Pick<ResidualBlock, 'sums' | 'log_weights' | 'scores'>[];
  /** Rows of one point of the series of scores. */
  readonly per: number;
  readonly alpha: number;
  readonly robust: RobustKind | null;
  /** Whether coefficients are those of columns brought to mean 0 and sd 1: products do, levels stay. */
  readonly normalize: boolean;
  /** One value per data column each, codes for levels; the target's and weight's are not read. */
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
  /** Per sd of the column in sds of the target; by root mean squares without a constant. None for the constant. */
  readonly standardized: number | null;
  readonly vif: number | null;
  /** Errors that allow dependent rows; null for the constant and where no scores were kept. */
  readonly serial: DependentTerm | null;
  readonly clustered: DependentTerm | null;
  /** p of the plain errors without the row of the largest Cook's distance; null where it has no digits, or no scores were kept. */
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
  /** Independent rows, or clusters, that say as much. */
  readonly effective: number;
}

/** Whether residuals depend on each other. */
export interface Dependence {
  /** Of residuals with the ones before: Ljung and Box's test over `lags`, and the first correlation. */
  readonly serial: { readonly p: number; readonly lags: number; readonly first: number };
  /** Of residuals within clusters: F of their means. Null without clusters. */
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
  /** Rows that alone decide a coefficient: no residual of their own. */
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
  /** Every so many rows: position, fitted, residual over its own standard error (null where it has none). */
  readonly points: readonly {
    readonly row: number;
    readonly fitted: number | null;
    readonly residual: number | null;
    readonly standardized: number | null;
  }[];
}
