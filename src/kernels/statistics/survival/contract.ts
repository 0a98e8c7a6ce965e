import type { WorkOptions } from '../../../base/progress.ts';
import type { TestFigures } from '../contract.ts';

/** Survival analysis of times until an event that may be censored: product-limit curves, rank tests and proportional hazards. */
export interface Surviving {
  survival(input: SurvivalInput, options?: WorkOptions): Promise<SurvivalTable>;
}

export interface SurvivalInput {
  /** Time at which each row came under observation, before its exit; null where all rows did so at time 0. */
  readonly entry: Float64Array | null;
  /** Time of the event or of the end of observation; finite. */
  readonly exit: Float64Array;
  /** 1 if the event was observed, 0 if the row is censored. */
  readonly event: Uint8Array;
  /** Group of each row, below `group_count`. */
  readonly groups: Uint32Array;
  readonly group_count: number;
  /** Stratum of each row, below `strata_count`; rank tests and hazards compare rows within a stratum only. Null for a single stratum. */
  readonly strata: Uint32Array | null;
  readonly strata_count: number;
  /** Covariates of proportional hazards, finite values; with no columns the model is not fitted. */
  readonly covariates: readonly Float64Array[];
  /** Times, ascending, at which the rows at risk are to be counted. */
  readonly at: Float64Array;
  /** Intervals cover 1 − alpha. */
  readonly alpha: number;
}

export interface SurvivalTable {
  readonly curves: readonly SurvivalCurve[];
  /** Tests between groups; null unless at least two groups have expected events. */
  readonly ranks: { readonly log_rank: TestFigures; readonly peto_peto: TestFigures; readonly groups: readonly RankFigures[] } | null;
  readonly hazards: Hazards | null;
}

/** Kaplan and Meier's estimate of one group (J. Am. Stat. Assoc. 53, 1958). Arrays have one value per distinct event time. */
export interface SurvivalCurve {
  readonly rows: number;
  readonly events: number;
  readonly times: Float64Array;
  readonly at_risk: Float64Array;
  readonly deaths: Float64Array;
  readonly survival: Float64Array;
  /** Greenwood's standard error; NaN where survival is 0. */
  readonly error: Float64Array;
  /** Bounds of survival from an interval of ln(−ln S); NaN where survival is 0. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Time by which half of the rows had the event, with its interval; null where the curve, or a bound of it, does not fall to one half. */
  readonly median: { readonly value: number | null; readonly low: number | null; readonly high: number | null };
  /** Number of rows at risk at each time in `at`. */
  readonly counts: Float64Array;
  /** First time at which no row is at risk although rows enter later; the curve is undefined after it. */
  readonly emptied: number | null;
}

/** Events of a group beside those expected if all groups had one hazard. */
export interface RankFigures {
  readonly observed: number;
  readonly expected: number;
}

/** Proportional hazards with Efron's ties. */
export interface Hazards {
  /** One term per covariate; null if it was left out. */
  readonly terms: readonly (HazardTerm | null)[];
  /** Positions of covariates that are constant or depend on earlier ones. */
  readonly dropped: readonly number[];
  /** Positions of covariates whose coefficient diverges, because they order the events perfectly. */
  readonly unbounded: readonly number[];
  readonly iterations: number;
  readonly log_likelihood: { readonly null_model: number; readonly fitted: number };
  readonly likelihood_ratio: TestFigures;
  readonly wald: TestFigures;
  readonly score: TestFigures;
  /** Test of all terms together; null if it cannot be computed. */
  readonly proportional: TestFigures | null;
}

/** Logarithm of the ratio of hazards per unit. */
export interface HazardTerm {
  readonly coefficient: number;
  readonly error: number;
  readonly z: number;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number];
  /** The hazard ratio per unit and its interval. */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
  /** Score test of a coefficient that changes with 1 − S(t) (Grambsch and Therneau, Biometrika 81, 1994). */
  readonly proportional: TestFigures | null;
}
