import { readFileSync } from 'node:fs';

/** Reference data of statistics; how it was made: tests/evaluate/make-statistics-fixtures.ts. */
const read = (name: string): unknown => JSON.parse(readFileSync(`tests/fixtures/statistics/${name}`, 'utf8'));

export interface UnivariateSet {
  readonly name: string;
  readonly y: readonly number[];
  readonly certified: { readonly mean: string; readonly sd: string; readonly lag1_autocorrelation: string };
  /** Digits that exact arithmetic on the binary64 input keeps. */
  readonly ceiling: { readonly mean: number; readonly sd: number; readonly r1: number };
}

export interface AnovaSet {
  readonly name: string;
  readonly groups: readonly (readonly number[])[];
  readonly certified: {
    readonly between: Readonly<Record<'df' | 'ss' | 'ms' | 'F', string>>;
    readonly within: Readonly<Record<'df' | 'ss' | 'ms', string>>;
    readonly r_squared: string;
    readonly residual_sd: string;
  };
  readonly ceiling: Readonly<Record<'ssb' | 'ssw' | 'F' | 'r2' | 'rsd', number>>;
  /** A power of ten that makes the response whole numbers, 0 where there is none. */
  readonly multiply: number;
}

export interface RegressionSet {
  readonly name: string;
  /** The target is `y`. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  /** Powers of the one feature, up to this. */
  readonly degree: number;
  readonly intercept: boolean;
  readonly certified: {
    readonly coefficients: readonly { readonly name: string; readonly estimate: string; readonly std_error: string }[];
    readonly residual_sd: string;
    readonly r_squared: string;
    readonly anova: { readonly regression: Readonly<Record<string, string>> };
  };
  readonly ceiling: RegressionCeiling;
  /** The same where powers are rounded to doubles first. */
  readonly ceiling_design: RegressionCeiling;
}

export type RegressionCeiling = Readonly<Record<'coef' | 'se' | 'r2' | 'F', number>>;

export interface Point {
  readonly fn: 'pt' | 'pf' | 'pchisq' | 'ptukey' | 'qt' | 'qf';
  readonly args: Readonly<Record<string, string>>;
  readonly lower_tail: boolean;
  readonly r_value: string;
  readonly mp_value: string;
}

export const univariateSets = (): UnivariateSet[] => read('nist-univariate.json') as UnivariateSet[];
export const regressionSets = (): RegressionSet[] => read('nist-regression.json') as RegressionSet[];
/** Robust standard errors in exact arithmetic. */
export const longleyRobust = (): Readonly<Record<string, readonly string[]>> =>
  read('longley-robust.json') as Readonly<Record<string, readonly string[]>>;
export const points = (): Point[] => read('distributions.json') as Point[];
export const rModels = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  read('r-models.json') as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Groups are stored as how often some values repeat. */
export const anovaSets = (): AnovaSet[] =>
  (read('nist-anova.json') as (Omit<AnovaSet, 'groups'> & { groups: [number, number[]][][] })[]).map(({ groups, ...set }) => ({
    ...set,
    groups: groups.map((parts) => parts.flatMap(([times, values]) => Array.from({ length: times }, () => values).flat())),
  }));

/** Correct decimal digits: −log₁₀ of the relative error (absolute where the true value is 0), at most 15. */
export function digits(found: number | null | undefined, text: string | number): number {
  const truth = Number(text);
  const error = Math.abs((found ?? NaN) - truth) / (truth === 0 ? 1 : Math.abs(truth));
  if (Number.isNaN(error)) return 0;
  return error === 0 ? 15 : Math.min(15, Math.max(0, -Math.log10(error)));
}
