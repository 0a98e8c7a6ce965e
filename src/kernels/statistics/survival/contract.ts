import type { WorkOptions } from '../../../base/progress.ts';
import type { TestFigures } from '../contract.ts';

/** Survival analysis of times until an event, which may be censored: Kaplan–Meier curves, log-rank tests and Cox's proportional hazards. */
export interface Surviving {
  survival(input: SurvivalInput, options?: WorkOptions): Promise<SurvivalTable>;
}

export interface SurvivalInput {
  /** Time at which each row came under observation, which is before its exit; null if all rows were observed from time 0. */
  readonly entry: Float64Array | null;
  /** For each row the time of its event or of the end of its observation; finite. */
  readonly exit: Float64Array;
  /** For each row, 1 if its event was observed, 0 if it is censored. */
  readonly event: Uint8Array;
  /** Number of each row's group, below `group_count`. */
  readonly groups: Uint32Array;
  readonly group_count: number;
  /** Number of each row's stratum, below `strata_count`; tests and hazards compare rows within a stratum only. Null: one stratum. */
  readonly strata: Uint32Array | null;
  readonly strata_count: number;
  /** Covariates of the proportional hazards model, with finite values. If there are none, the model is not fitted. */
  readonly covariates: readonly Float64Array[];
  /** Times, ascending, at which to count the rows at risk. */
  readonly at: Float64Array;
  /** Error probability of intervals, which cover 1 − alpha. */
  readonly alpha: number;
}

export interface SurvivalTable {
  readonly curves: readonly SurvivalCurve[];
  /** Tests whether groups have equal survival; null unless at least two groups have expected events. */
  readonly ranks: { readonly log_rank: TestFigures; readonly peto_peto: TestFigures; readonly groups: readonly RankFigures[] } | null;
  readonly hazards: Hazards | null;
}

/** Kaplan–Meier curve of one group (J. Am. Stat. Assoc. 53, 1958). Arrays have one value per distinct event time. */
export interface SurvivalCurve {
  readonly rows: number;
  readonly events: number;
  readonly times: Float64Array;
  readonly at_risk: Float64Array;
  readonly deaths: Float64Array;
  readonly survival: Float64Array;
  /** Greenwood's standard error of the survival estimate; NaN where survival is 0. */
  readonly error: Float64Array;
  /** Lower and upper bound of survival, from an interval of ln(−ln S); NaN where survival is 0. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Median time to the event, with its interval; null if the curve, or the curve of a bound, does not fall to one half. */
  readonly median: { readonly value: number | null; readonly low: number | null; readonly high: number | null };
  /** Number of rows at risk at each of the times in `at`. */
  readonly counts: Float64Array;
  /** First time at which no row is at risk although rows enter later, so that the curve is undefined after it; null if there is none. */
  readonly emptied: number | null;
}

/** Events of a group, and how many would be expected if all groups had the same hazard. */
export interface RankFigures {
  readonly observed: number;
  readonly expected: number;
}

/** Cox's proportional hazards model, with Efron's method for tied event times. */
export interface Hazards {
  /** Figures of each covariate; null if it was left out of the model. */
  readonly terms: readonly (HazardTerm | null)[];
  /** Indices of covariates that were left out because they are constant or depend on earlier ones. */
  readonly dropped: readonly number[];
  /** Indices of covariates whose coefficient has no finite estimate, because they order the events perfectly. */
  readonly unbounded: readonly number[];
  readonly iterations: number;
  readonly log_likelihood: { readonly null_model: number; readonly fitted: number };
  readonly likelihood_ratio: TestFigures;
  readonly wald: TestFigures;
  readonly score: TestFigures;
  /** Test of whether all hazards are proportional; null if it cannot be computed. */
  readonly proportional: TestFigures | null;
}

/** A coefficient of the hazards model: the natural logarithm of the hazard ratio per unit of the covariate. */
export interface HazardTerm {
  readonly coefficient: number;
  readonly error: number;
  readonly z: number;
  readonly p: number | null;
  readonly log10_p: number | null;
  readonly interval: readonly [number, number];
  /** The hazard ratio per unit of the covariate, with its interval. */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
  /** Test of whether the hazard ratio is constant, against one that changes with 1 − S(t) (Grambsch and Therneau, Biometrika 81, 1994). */
  readonly proportional: TestFigures | null;
}
