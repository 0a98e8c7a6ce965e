/** Tests of means by Student's t, given a standard error and degrees of freedom. */
import { finite, log10, type Moments, type StatisticsMemory } from '../memory.ts';
import type { EffectFigure, JudgedTest, NumberTest, Tailed } from './contract.ts';

/** What the tests of means share within one call. Values are in the scale of the sums, which a power of two keeps near 1. */
export interface MeansContext {
  readonly memory: StatisticsMemory;
  /** The power of two by which the values of the data were multiplied. */
  readonly scale: number;
  readonly alpha: number;
  readonly null_value: number;
  readonly margin: number | null;
  readonly effects: boolean;
  /** How far the mean, or the difference of means, is from its value under the null hypothesis. */
  readonly off: number;
  /** Pooled standard deviation and its degrees of freedom, for Hedges' g. */
  readonly spread: { readonly sd: number; readonly df: number };
}

/** Sums terms that may nearly cancel, and compensates their rounding errors (Neumaier, ZAMM 54, 1974). */
export function carefulSum(terms: readonly number[]): number {
  let [sum, lost] = [0, 0];
  for (const term of terms) {
    const next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Tests a mean by Student's t. @param error  standard error of the mean in the scale of the sums */
export function meansTest(context: MeansContext, test: NumberTest, error: number, df: number): JudgedTest<NumberTest> {
  const { memory, scale, alpha, off, null_value, margin } = context;
  const estimate = finite(null_value + off / scale);
  const base = { test, method: 'approximate' as const, estimate, standard_error: finite(error / scale), df: finite(df) };
  if (!(error > 0) || !(df > 0)) return { ...base, ...UNTESTED, interval: null, equivalence: null, effect: null };
  const t = off / error;
  const reach = memory.quantile('t', alpha / 2, df) * error;
  const [low, high] = [null_value + (off - reach) / scale, null_value + (off + reach) / scale];
  return {
    ...base,
    ...tailsOf(memory, t, df),
    interval: Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null,
    equivalence:
      margin === null
        ? null
        : finite(
            Math.max(
              memory.tails('t', (off + margin * scale) / error, df).upper,
              memory.tails('t', (off - margin * scale) / error, df).lower,
            ),
          ),
    effect: standardized(context, error, df),
  };
}

const UNTESTED = { statistic: null, p: null, log10_p: null, below: null, above: null } as const;

function tailsOf(memory: StatisticsMemory, t: number, df: number): Pick<Tailed, 'statistic' | 'p' | 'log10_p' | 'below' | 'above'> {
  const { upper, log_upper } = memory.tails('t', Math.abs(t), df);
  const { lower: below, upper: above } = memory.tails('t', t, df);
  return { statistic: finite(t), p: finite(Math.min(1, 2 * upper)), log10_p: log10(Math.min(0, log_upper + memory.ln(2))), below, above };
}

/**
 * Hedges' g with an interval from the noncentral t distribution of the test: its noncentrality times the standard error divided by the
 * spread, which for Student's test is exact (Cumming and Finch, Educ. Psychol. Meas. 61, 2001).
 */
function standardized({ memory, off, spread, alpha, effects }: MeansContext, error: number, df: number): EffectFigure | null {
  if (!effects || !(spread.sd > 0) || spread.df < 2) return null;
  const correction = memory.run.hedgesCorrection(spread.df);
  const unit = (correction * error) / spread.sd;
  const t = off / error;
  const bounds = [alpha / 2, 1 - alpha / 2].map((share) => noncentrality(memory, t, df, share) * unit);
  const [low = NaN, high = NaN] = bounds;
  return { value: (correction * off) / spread.sd, interval: Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null };
}

/** Finds the noncentrality for which the probability of a noncentral t above `t` is `share`. NaN if `t` is too large for the integral. */
export function noncentrality(memory: StatisticsMemory, t: number, df: number, share: number): number {
  if (!(Math.abs(t) < 1e4)) return NaN;
  const tail = (delta: number): number => memory.noncentral('t', t, df, delta).upper - share;
  let width = 2;
  let [low, high] = [t - width, t + width];
  while (tail(low) > 0 && width < 1e6) low = t - (width *= 2);
  while (tail(high) < 0 && width < 1e6) high = t + (width *= 2);
  return rootOf(tail, low, high);
}

/** Finds the root of an increasing function between two bounds, by Ridders' method (IEEE Trans. Circuits Syst. 26, 1979). */
export function rootOf(of: (x: number) => number, low: number, high: number): number {
  let [a, b, fa, fb, last] = [low, high, of(low), of(high), NaN];
  if (!(fa <= 0 && fb >= 0)) return NaN;
  for (let n = 0; n < 100; n++) {
    const middle = a / 2 + b / 2;
    if (!(middle > a && middle < b)) return middle;
    const fm = of(middle);
    const bend = Math.sqrt(fm * fm - fa * fb);
    if (fm === 0 || bend === 0) return middle;
    const next = Math.min(b, Math.max(a, middle - ((middle - a) * fm) / bend));
    const fn = of(next);
    if (fn === 0 || Math.abs(next - last) <= 4e-16 * Math.abs(next)) return next;
    last = next;
    for (const [x, f] of [
      [middle, fm],
      [next, fn],
    ] as const) {
      if (f <= 0 && x >= a) [a, fa] = [x, f];
      if (f >= 0 && x <= b) [b, fb] = [x, f];
    }
    if (b - a <= 1e-15 * Math.max(1e-12, Math.abs(a) + Math.abs(b))) return a / 2 + b / 2;
  }
  return a / 2 + b / 2;
}

/** Degrees of freedom of the difference of two means whose variances are estimated separately (Welch, Biometrika 34, 1947). */
export function welchDf(first: number, second: number, n: number, m: number): number {
  const most = Math.max(first, second);
  const [a, b] = [first / most, second / most];
  return (a + b) ** 2 / ((a * a) / (n - 1) + (b * b) / (m - 1));
}

/** Estimated variance of the mean of a sample. */
export const meanVariance = ({ squares, rows }: Moments): number => squares / (rows - 1) / rows;
