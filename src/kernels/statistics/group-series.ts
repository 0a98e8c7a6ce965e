/**
 * Variances of the difference of each group's mean from that of all other rows, computed from autocorrelations of the residuals. Unlike
 * `SampleSeries`, which passes over single rows once per group, this passes over the rows once per lag and so handles any number of groups.
 */
import { noisyAutocorrelations } from './regression/autoregression.ts';
import type { LongRun } from './regression/serial.ts';

export interface GroupedSeries {
  /** Residuals in units of the standard deviation of their group. */
  readonly standard: Float64Array;
  readonly groups: Uint32Array;
  readonly sizes: readonly number[];
  readonly spreads: readonly number[];
}

/** Largest order of the fitted autoregression. */
const MOST_ORDER = 20;
/** Limits: the largest lag, and the number of multiplications over all rows and lags. */
const [MOST_LAGS, MOST_STEPS] = [2000, 3e8];
/** Later lags are left out if all their autocorrelations are below this. */
const NEGLIGIBLE = 0.002;
/** If the autocorrelation at the last lag exceeds this, the sum over lags would be cut too early, so no variance is returned. */
const NOT_DECAYED = 0.1;
/** For more rows than this many stretches of this length contain, autocorrelations are measured only on such stretches, evenly spaced. */
const [STRETCHES, STRETCH] = [4, 32_768];
/**
 * Corrections of the effective number m of a group's independent rows. Subtracting the mean shortens the measured dependence by a share of
 * about 2 / m (Marriott and Pope, Biometrika 41, 1954) and lowers the variance by 1 / m; two more keep the error rate of many groups right.
 */
export const SHORTER = 2;
const SMALLER = 3;

export interface GroupVariance extends LongRun {
  /** Effective number of independent rows of the group, less the correction for its own mean. */
  readonly own: number;
}

export function groupVariances(series: GroupedSeries, ln: (x: number) => number, tick: (done: number) => void): GroupVariance[] {
  const { standard, groups, sizes, spreads } = series;
  const rows = standard.length;
  const most = Math.max(MOST_ORDER, Math.min(MOST_LAGS, Math.floor(rows / 2), Math.floor(MOST_STEPS / rows)));
  const fitted = stretchesOf(standard);
  tick(0);
  const correlations = noisyAutocorrelations(fitted, MOST_ORDER, most, ln);
  tick(0.5);
  let last = most;
  while (last > 0 && Math.abs(correlations[last]!) < NEGLIGIBLE) last--;
  const decayed = Math.abs(correlations[most]!) <= NOT_DECAYED;
  const own = Float64Array.from(sizes, (size) => size);
  const across = new Float64Array(sizes.length);
  const spread = Float64Array.from(groups, (group) => spreads[group]!);
  sizes.forEach((size, at) => (across[at] = size * spreads[at]!));
  let [whole, inflation] = [sizes.reduce((sum, size, at) => sum + size * spreads[at]! ** 2, 0), 1];
  for (let lag = 1; lag <= last; lag++) {
    const value = correlations[lag]!;
    inflation += 2 * value * (1 - lag / rows);
    if (lag % 16 === 0) tick(0.5 + lag / last / 2);
    for (let from = 0, to = lag; to < rows; from++, to++) {
      const [a, b] = [groups[from]!, groups[to]!];
      across[a]! += value * spread[to]!;
      across[b]! += value * spread[from]!;
      whole += 2 * value * spread[from]! * spread[to]!;
      if (a === b) own[a]! += 2 * value;
    }
  }
  const share = 1 / Math.max(inflation, 0.05);
  const df = Math.min((fitted.length * share) / 2, fitted.length / (MOST_ORDER + 1));
  return sizes.map((size, at) => {
    const other = 1 / (rows - size);
    const weight = 1 / size + other;
    const square = spreads[at]! ** 2;
    const variance = weight * weight * square * own[at]! - 2 * weight * other * spreads[at]! * across[at]! + other * other * whole;
    // A group that alternates with others shares their level, so its own sum varies more than its difference from them. Use the better
    // count.
    const seen = Math.min(size, Math.max((size * size) / own[at]!, square / variance));
    const rest = seen - SHORTER;
    const told = decayed && variance > 0 && own[at]! > 0 && rest > SHORTER + SMALLER;
    return {
      ...{ df, effective: Math.min(rows, rows * share), own: decayed && own[at]! > 0 && variance > 0 ? Math.max(0, rest) : 0 },
      variance: told ? variance / (1 - (SHORTER + SMALLER) / rest) : 0,
    };
  });
}

function stretchesOf(series: Float64Array): Float64Array {
  if (series.length <= STRETCHES * STRETCH) return series;
  const out = new Float64Array(STRETCHES * STRETCH);
  for (let at = 0; at < STRETCHES; at++) {
    const from = Math.floor(((series.length - STRETCH) * at) / (STRETCHES - 1));
    out.set(series.subarray(from, from + STRETCH), at * STRETCH);
  }
  return out;
}
