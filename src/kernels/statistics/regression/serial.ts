/**
 * The long-run (HAC) variance of a coefficient whose rows depend on earlier ones: that of a sum of scores, where a row's score is its part
 * of the coefficient times its residual. Scores are prewhitened (Andrews and Monahan, Econometrica 60, 1992) by autoregressions of both
 * factors. Their variance at frequency 0 is the mean square of ν cosine transforms, and t has ν degrees of freedom (Müller, J. Econometrics
 * 141, 2007), with ν = .4 n^(2/3) (Lazarus, Lewis, Stock and Watson, J. Bus. Econ. Stat. 36, 2018).
 *
 * Residuals are too small where the fit follows a burst of rows, while tests with residuals under the null hypothesis reject too seldom. So
 * the variance is the mean of two: one with the residuals of the fit, one with residuals of a coefficient nearer to the hypothesis. `npm
 * run evaluate:statistics` measures the error rates.
 */
import { autocorrelations, noisyAutocorrelations, partialAutocorrelations, predictionOf } from './autoregression.ts';

export interface LongRun {
  /** Variance of the sum of all scores. */
  readonly variance: number;
  readonly df: number;
  /** Number of independent points that would carry as much information as the series. */
  readonly effective: number;
}

export interface Transcendental {
  readonly ln: (x: number) => number;
  readonly cosine: (x: number) => number;
}

/**
 * Residuals are computed for a coefficient moved towards the hypothesis by at most this many errors, so that strong relations stay clear.
 */
const MOVED = 2;
/**
 * Limits how much moved residuals may widen the variance. Independent data seldom reach the limit. Without it, two periodic series that go
 * together would lose all evidence, because the moved residuals repeat with the weights.
 */
const MOST_WIDER = 9;

/** How far to move an estimate towards the hypothesis: by `off`, its distance, but at most by `MOVED` standard errors. */
export function movedTo(off: number, variance: number): number {
  const reach = MOVED * Math.sqrt(variance);
  return Math.max(-reach, Math.min(reach, off));
}

/** Mean of two variances: from residuals of the fit, and from residuals nearer to the hypothesis, which may be wider only up to a limit. */
export const heldBy = (fitted: LongRun, held: LongRun): LongRun =>
  meanOf(fitted, { ...held, variance: Math.min(held.variance, MOST_WIDER * fitted.variance) });

export const meanOf = (a: LongRun, b: LongRun): LongRun => ({
  variance: (a.variance + b.variance) / 2,
  df: Math.min(a.df, b.df),
  effective: Math.min(a.effective, b.effective),
});

/** Computes long-run variances by cosine transforms, for series that all have the same length. */
export class LongRunVariance {
  readonly #points: number;
  readonly #terms: number;
  readonly #functions: Transcendental;
  /** Table of cos(πk / 2n) for k in 0 … 4n − 1. */
  readonly #cosines: Float64Array;
  readonly #transforms: number;
  readonly #mostOrder: number;
  readonly #noisy: boolean;

  /**
   * @param terms  number of coefficients in the model; residuals have that many degrees of freedom less
   * @param noisy  whether the series may contain noise: counts, values of two kinds, measurements
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

  /** Autocorrelations of a series, computed from a fitted autoregression. */
  correlationsOf(series: Float64Array): Float64Array {
    const [most, lags] = [this.#mostOrder, Math.floor(this.#points / 2)];
    const { ln } = this.#functions;
    if (this.#noisy) return noisyAutocorrelations(series, most, lags, ln);
    return autocorrelations(partialAutocorrelations(series, most, ln), lags);
  }

  /**
   * Variance of an estimate that is a weighted sum of the values of single rows.
   * @param off           estimate less its value under the null hypothesis; undefined to use the residuals as they are
   * @param correlations  autocorrelations of the residuals
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

  /** Variance of a sum of weights times values. Autocorrelations of the products are taken as those of weights times those of values. */
  product(weights: Float64Array, own: Float64Array, values: Float64Array, correlations: Float64Array): LongRun {
    return this.of(
      weights.map((weight, at) => weight * values[at]!),
      own.map((value, lag) => value * correlations[lag]!),
    );
  }

  /**
   * Variance of the sum of the scores.
   * @param scores        the terms of the sum, in the order of the rows
   * @param correlations  autocorrelations of the scores: products of those of both factors
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
    // The variance is n times the mean of (2 / n) Λ², with the filter undone, and corrected for the degrees of freedom lost by
    // residuals.
    const variance = ((2 * squares) / this.#transforms / (kept * kept)) * (effective / rest);
    return { variance, df: Math.min(this.#transforms, rest), effective };
  }

  /**
   * Degrees of freedom of the mean square of ν transforms, by Satterthwaite. They are fewer if scores come in a burst, because the
   * transforms then resemble each other.
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

  /** The j-th cosine transform of a series u: Σ u cos(πj(t + ½) / n). */
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
