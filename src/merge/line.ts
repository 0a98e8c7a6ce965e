/** How one clock converts to another: `time + offset + drift · (time − pivot)`, all in µs. */
export interface ClockLine {
  readonly offset: number;
  readonly pivot: number;
  /** Relative difference in speed between the two clocks, without a unit; 1e-6 is one part per million. */
  readonly drift: number;
}

export const readClock = ({ offset, pivot, drift }: ClockLine, time: number): number => time + offset + drift * (time - pivot);

/** Number of points sampled for fitting a line: the slopes between all pairs of them are compared. */
const SAMPLE = 301;
/** Factor that converts the median absolute deviation of a normal distribution to its standard deviation. */
export const MAD_TO_SIGMA = 1.4826;

export interface LineFit {
  readonly line: ClockLine;
  /** Spread of the distances from the fitted line as a standard deviation in µs, estimated from their median absolute deviation. */
  readonly sigma: number;
}

/**
 * Fits a straight line through `difference` over `time`, of which up to half of the points may be outliers: Siegel's repeated medians
 * (Biometrika 69, 1982) over an even sample, then least squares over the points within three standard deviations. The pivot is the median
 * time.
 * @param limit maximum plausible drift between two clocks; a steeper line is replaced by a flat one
 */
export function fitLine(time: Float64Array, difference: Float64Array, limit: number): LineFit {
  const pivot = median(time);
  const step = Math.max(1, Math.ceil(time.length / SAMPLE));
  const slope = repeatedMedianSlope(thin(time, step), thin(difference, step));
  const drift = Math.abs(slope) <= limit ? slope : 0;
  const offset = median(difference.map((value, i) => value - drift * (time[i]! - pivot)));
  const rough = { offset, pivot, drift };
  const sigma = spread(time, difference, rough);
  if (drift !== slope) return { line: rough, sigma };
  const line = trimmedLeastSquares(time, difference, rough, 3 * sigma, limit);
  return { line, sigma: spread(time, difference, line) };
}

const thin = (values: Float64Array, step: number): Float64Array => values.filter((_, i) => i % step === 0);

function repeatedMedianSlope(x: Float64Array, y: Float64Array): number {
  const slopes = new Float64Array(x.length);
  const row = new Float64Array(x.length);
  let kept = 0;
  for (let i = 0; i < x.length; i++) {
    let count = 0;
    for (let j = 0; j < x.length; j++) {
      if (x[j] !== x[i]) row[count++] = (y[j]! - y[i]!) / (x[j]! - x[i]!);
    }
    if (count > 0) slopes[kept++] = median(row.subarray(0, count));
  }
  return kept === 0 ? 0 : median(slopes.subarray(0, kept));
}

/** Fits a line to all points by ordinary least squares, starting from a line near them; for points without outliers. */
export const refineLine = (time: Float64Array, difference: Float64Array, near: ClockLine, limit: number): ClockLine =>
  trimmedLeastSquares(time, difference, near, Infinity, limit);

function trimmedLeastSquares(time: Float64Array, difference: Float64Array, line: ClockLine, within: number, limit: number): ClockLine {
  let count = 0;
  let sumX = 0;
  let sumR = 0;
  let sumXX = 0;
  let sumXR = 0;
  for (let i = 0; i < time.length; i++) {
    const x = time[i]! - line.pivot;
    const residual = difference[i]! - line.offset - line.drift * x;
    if (Math.abs(residual) > within) continue;
    count++;
    sumX += x;
    sumR += residual;
    sumXX += x * x;
    sumXR += x * residual;
  }
  const variance = sumXX - (sumX * sumX) / count;
  if (count < 3 || !(variance > 0)) return line;
  const slope = (sumXR - (sumX * sumR) / count) / variance;
  const drift = line.drift + slope;
  if (Math.abs(drift) > limit) return line;
  return { pivot: line.pivot, drift, offset: line.offset + (sumR - slope * sumX) / count };
}

function spread(time: Float64Array, difference: Float64Array, { offset, pivot, drift }: ClockLine): number {
  return MAD_TO_SIGMA * median(difference.map((value, i) => Math.abs(value - offset - drift * (time[i]! - pivot))));
}

export const median = (values: Float64Array): number => quantile(values, 0.5);

/** Returns a quantile of values in any order, interpolated; NaN if there are no values. */
export function quantile(values: Float64Array, share: number): number {
  if (values.length === 0) return NaN;
  const sorted = values.slice().sort();
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)]!;
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at));
}
