/** Autoregressions of a series with mean 0, which tell how long its values resemble each other. */

/**
 * Partial autocorrelations by Burg's method, up to the order that minimises the Bayesian information criterion. Each is corrected for the
 * bias of its estimate: (1 + 3κ) / n for the first (Kendall 1954; Marriott and Pope 1954), and alike for later odd ones.
 * @param ln    natural logarithm with the same bits on every engine
 * @param most  highest order
 */
export function partialAutocorrelations(series: Float64Array, most: number, ln: (x: number) => number): number[] {
  return autoregression(series, most, ln).partials;
}

interface Fitted {
  readonly partials: number[];
  /** Value of the Bayesian information criterion (BIC). */
  readonly criterion: number;
}

function autoregression(series: Float64Array, most: number, ln: (x: number) => number): Fitted {
  const n = series.length;
  const forward = series.slice();
  const backward = series.slice();
  let error = 0;
  for (const value of series) error += (value * value) / n;
  if (!(error > 0)) return { partials: [], criterion: -Infinity };
  const found: number[] = [];
  let best = { order: 0, criterion: n * ln(error) };
  for (let order = 1; order <= most; order++) {
    const partial = reflection(forward, backward, order);
    error *= 1 - partial * partial;
    if (!(error > 0)) break;
    found.push(partial);
    const criterion = n * ln(error) + order * ln(n);
    if (criterion < best.criterion) best = { order, criterion };
  }
  const partials = found
    .slice(0, best.order)
    .map((partial, at) => Math.max(-0.999, Math.min(0.999, partial + ((at % 2 === 0 ? 1 : 0) + 3 * partial) / n)));
  return { partials, criterion: best.criterion };
}

/**
 * Autocorrelations 0 to `lags` of a series that may be overlaid by noise. They come from its autoregression, or from an autoregression of
 * order 1 plus white noise, which decays slowly from a small first value, if the Bayesian information criterion prefers that.
 */
export function noisyAutocorrelations(series: Float64Array, most: number, lags: number, ln: (x: number) => number): Float64Array {
  const { partials, criterion } = autoregression(series, most, ln);
  const { decay, average, squares } = throughNoise(series);
  const n = series.length;
  if (!(n * ln(squares / n) + 2 * ln(n) < criterion)) return autocorrelations(partials, lags);
  const out = new Float64Array(lags + 1);
  out[0] = 1;
  let next = ((1 + decay * average) * (decay + average)) / (1 + 2 * decay * average + average * average);
  for (let lag = 1; lag <= lags; lag++, next *= decay) out[lag] = next;
  return out;
}

interface Noisy {
  /** The two coefficients of the model: of the previous value and of the previous prediction error. */
  readonly decay: number;
  readonly average: number;
  /** Sum of squared prediction errors of the model. */
  readonly squares: number;
}

/** Fits an autoregressive moving-average model of order 1 by least squares, searching on ever finer grids. */
function throughNoise(series: Float64Array): Noisy {
  let best: Noisy = { decay: 0, average: 0, squares: Infinity };
  const attempt = (decay: number, average: number): void => {
    if (Math.abs(decay) > 0.999 || Math.abs(average) > 0.99) return;
    const squares = predictionSquares(series, decay, average, best.squares);
    if (squares < best.squares) best = { decay, average, squares };
  };
  for (let half = 0; half <= 8; half++) for (let ninth = 0; ninth <= 8; ninth++) attempt(1 - 0.5 ** half, -ninth / 9);
  for (let width = 0.1; width > 0.004; width /= 2)
    for (let again = 0; again < 4; again++) {
      const { decay, average } = best;
      for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) attempt(decay + x * width * (1 - decay), average + y * width);
      if (best.decay === decay && best.average === average) break;
    }
  return best;
}

/** Sum of squared prediction errors. @param most  once the sum exceeds this, the function stops and returns Infinity */
function predictionSquares(series: Float64Array, decay: number, average: number, most: number): number {
  let [error, last, sum] = [0, 0, 0];
  for (const value of series) {
    error = value - decay * last - average * error;
    last = value;
    sum += error * error;
    if (sum > most) return Infinity;
  }
  return sum;
}

/** Computes the next partial autocorrelation, and updates the forward and backward prediction errors to that order in place. */
function reflection(forward: Float64Array, backward: Float64Array, order: number): number {
  const n = forward.length;
  let [products, squares] = [0, 0];
  for (let at = order; at < n; at++) {
    const [f, b] = [forward[at]!, backward[at - 1]!];
    products += f * b;
    squares += f * f + b * b;
  }
  const partial = squares > 0 ? (2 * products) / squares : 0;
  for (let at = n - 1; at >= order; at--) {
    const [f, b] = [forward[at]!, backward[at - 1]!];
    forward[at] = f - partial * b;
    backward[at] = b - partial * f;
  }
  return partial;
}

/** Returns the autocorrelations 0 to `lags` of the autoregression that has these partial autocorrelations. */
export function autocorrelations(partials: readonly number[], lags: number): Float64Array {
  const out = new Float64Array(lags + 1);
  out[0] = 1;
  let coefficients: number[] = [];
  let error = 1;
  for (const [at, partial] of partials.entries()) {
    if (at + 1 > lags) break;
    out[at + 1] = coefficients.reduce((sum, value, j) => sum + value * out[at - j]!, partial * error);
    coefficients = extended(coefficients, partial);
    error *= 1 - partial * partial;
  }
  for (let lag = partials.length + 1; lag <= lags; lag++) {
    let value = 0;
    for (let j = 0; j < coefficients.length; j++) value += coefficients[j]! * out[lag - 1 - j]!;
    out[lag] = value;
  }
  return out;
}

/** Coefficients of the best linear prediction of a value from the `order` values before it (Levinson 1947; Durbin 1960). */
export function predictionOf(correlations: Float64Array, order: number): number[] {
  let coefficients: number[] = [];
  let error = correlations[0]!;
  for (let at = 0; at < order && error > 1e-12; at++) {
    const rest = coefficients.reduce((sum, value, j) => sum - value * correlations[at - j]!, correlations[at + 1]!);
    const partial = rest / error;
    coefficients = extended(coefficients, partial);
    error *= 1 - partial * partial;
  }
  return coefficients;
}

const extended = (coefficients: readonly number[], partial: number): number[] => [
  ...coefficients.map((value, j) => value - partial * coefficients[coefficients.length - 1 - j]!),
  partial,
];
