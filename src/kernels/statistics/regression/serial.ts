/**
 * The variance of a coefficient whose rows depend on the ones before: of a sum of scores, each a row's part of the coefficient times its
 * residual. Heteroscedasticity and autocorrelation consistent: scores are prewhitened (Andrews and Monahan, Econometrica 60, 1992) by
 * what autoregressions of both factors say, their variance at frequency 0 is the mean of the squares of ν cosine transforms, and t has ν
 * degrees of freedom (Müller, J. Econometrics 141, 2007), with ν = .4 n^(2/3) (Lazarus, Lewis, Stock and Watson, J. Bus. Econ. Stat. 36,
 * 2018).
 *
 * Residuals of a fit are too small where it follows a burst of rows, and tests that take the hypothesis as true reject too seldom. So
 * the variance is the mean of two: with residuals of the fit, and with those where the coefficient is nearer to the hypothesis.
 * `npm run evaluate:statistics` has the rates.
 */
import { autocorrelations, noisyAutocorrelations, partialAutocorrelations, predictionOf } from './autoregression.ts';

export interface LongRun {
  /** Variance of the sum of the scores. */
  readonly variance: number;
  readonly df: number;
  /** Effective number of independent points. */
  readonly effective: number;
}

export interface Transcendental {
  readonly ln: (x: number) => number;
  readonly cosine: (x: number) => number;
}

/** The coefficient is moved towards the hypothesis by this many standard errors at most, so that strong relations keep narrow intervals. */
const MOVED = 2;
/**
 * Largest factor by which moved residuals may widen the variance. Independent draws seldom exceed it; without it, two periodic series that
 * go together would lose all evidence, because the moved residuals repeat with the weights.
 */
const MOST_WIDER = 9;

/** How far to move an estimate towards the hypothesis, from which it differs by `off`. */
export function movedTo(off: number, variance: number): number {
  const reach = MOVED * Math.sqrt(variance);
  return Math.max(-reach, Math.min(reach, off));
}

/** The mean of the variance with residuals of the fit, and with those nearer to the hypothesis. */
export const heldBy = (fitted: LongRun, held: LongRun): LongRun =>
  meanOf(fitted, { ...held, variance: Math.min(held.variance, MOST_WIDER * fitted.variance) });

export const meanOf = (a: LongRun, b: LongRun): LongRun => ({
  variance: (a.variance + b.variance) / 2,
  df: Math.min(a.df, b.df),
  effective: Math.min(a.effective, b.effective),
});

/** Long-run variances by cosine transforms, for series of one length. */
export class LongRunVariance {
  readonly #points: number;
  readonly #terms: number;
  readonly #functions: Transcendental;
  /** cos(πk / 2n) for k in 0 … 4n − 1. */
  readonly #cosines: Float64Array;
  /** Number of cosine transforms, ν. */
  readonly #transforms: number;
  readonly #mostOrder: number;
  readonly #noisy: boolean;

  /**
   * @param terms  coefficients of the model, which residuals have lost as degrees of freedom
   * @param noisy  whether the series may be read through noise: counts, values of two kinds, measurements
   */
  constructor(points: number, terms: number, functions: Transcendental, noisy = false) {
    this.#noisy = noisy;
    this.#points = points;
    this.#terms = terms;
    this.#functions = functions;
    this.#cosines = Float64Array.from({ length: 4 * points }, (_, k) => functions.cosine((Math.PI * k) / (2 * points)));
    let transforms = 1;
    // The largest ν with ν ≤ .4 n^(2/3).
    while ((2.5 * (transforms + 1)) ** 3 <= points * points) transforms++;
    this.#transforms = transforms;
    this.#mostOrder = Math.max(1, Math.min(20, Math.floor(points / 10)));
  }

  /** Autocorrelations of a series by its autoregression. */
  correlationsOf(series: Float64Array): Float64Array {
    const [most, lags] = [this.#mostOrder, Math.floor(this.#points / 2)];
    const { ln } = this.#functions;
    if (this.#noisy) return noisyAutocorrelations(series, most, lags, ln);
    return autocorrelations(partialAutocorrelations(series, most, ln), lags);
  }

  /**
   * Variance of an estimate, a sum of weights times values of single rows.
   *
   * @param off           estimate less its value under the hypothesis; undefined for residuals as they are
   * @param correlations  of the residuals
   */
  weighted(
    weights: Float64Array,
    residuals: Float64Array,
    off: number | undefined,
    correlations: Float64Array = this.correlationsOf(residuals),
  ): LongRun {
    const own = this.correlationsOf(weights);
    const fitted = this.product(weights, own, residuals, correlations);
    const squares = weights.reduce((sum, weight) => sum + weight * weight, 0);
    if (off === undefined || !(squares > 0)) return fitted;
    const moved = movedTo(off, fitted.variance) / squares;
    const nearer = residuals.map((residual, at) => residual + moved * weights[at]!);
    return heldBy(fitted, this.product(weights, own, nearer, this.correlationsOf(nearer)));
  }

  /** Variance of the sum of weights times values, by the autocorrelations of both. */
  product(weights: Float64Array, own: Float64Array, values: Float64Array, correlations: Float64Array): LongRun {
    return this.of(
      weights.map((weight, at) => weight * values[at]!),
      own.map((value, lag) => value * correlations[lag]!),
    );
  }

  /**
   * @param scores        their sum is what varies
   * @param correlations  of the scores: products of those of both factors
   */
  of(scores: Float64Array, correlations: Float64Array): LongRun {
    const n = this.#points;
    let inflation = 1;
    for (let lag = 1; lag < correlations.length; lag++) inflation += 2 * correlations[lag]! * (1 - lag / n);
    const effective = Math.min(n, n / Math.max(inflation, 0.05));
    const prediction = predictionOf(correlations, Math.min(this.#mostOrder, correlations.length - 1));
    const white = scores.slice();
    for (const [j, coefficient] of prediction.entries())
      for (let at = n - 1; at > j; at--) white[at] = white[at]! - coefficient * scores[at - j - 1]!;
    const kept = prediction.reduce((sum, value) => sum - value, 1);
    let squares = 0;
    for (let j = 1; j <= this.#transforms; j++) squares += this.#transform(white, j) ** 2;
    const rest = Math.max(1, effective - this.#terms);
    // n · mean of (2 / n) Λ², back through the filter, with the degrees of freedom that the residuals have lost.
    const variance = ((2 * squares) / this.#transforms / (kept * kept)) * (effective / rest);
    return { variance, df: Math.min(this.#transforms, rest), effective };
  }

  /**
   * Degrees of freedom of the mean square of ν transforms of scores with these variances, by Satterthwaite: transforms of scores that come
   * in a burst resemble each other.
   */
  transformsOf(variances: Float64Array): number {
    const most = this.#transforms;
    const waves = Array.from({ length: 2 * most + 1 }, (_, j) => this.#transform(variances, j));
    let [trace, squares] = [0, 0];
    for (let i = 1; i <= most; i++) {
      trace += (waves[0]! + waves[2 * i]!) / 2;
      for (let j = 1; j <= most; j++) squares += ((waves[Math.abs(i - j)]! + waves[i + j]!) / 2) ** 2;
    }
    return squares > 0 ? (trace * trace) / squares : most;
  }

  /** Σ u cos(πj(t + ½) / n) */
  #transform(series: Float64Array, j: number): number {
    const cosines = this.#cosines;
    const period = cosines.length;
    let sum = 0;
    let place = j % period;
    const step = (2 * j) % period;
    for (let at = 0; at < series.length; at++) {
      sum += series[at]! * cosines[place]!;
      place += step;
      if (place >= period) place -= period;
    }
    return sum;
  }
}
