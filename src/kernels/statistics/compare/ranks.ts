import { log10, type StatisticsMemory } from '../memory.ts';
import { ranksOf } from '../ranks.ts';
import type { EffectFigure, Tailed } from './contract.ts';

/**
 * Tests by ranks. For few rows the p-value is exact: the share of all ways to divide the same ranks, ties included (Streitberg and Röhmel,
 * Stat. Softw. Newsl. 12, 1986). For more rows it comes from the normal distribution, with tie-corrected variance and a continuity
 * correction.
 */
export const MOST_DIVIDED = 100;
export const MOST_SIGNED = 200;

/** For every possible sum, counts the ways to choose `taken` of these ranks that have this sum. Ranks are whole numbers. */
export function sumsOfSome(ranks: readonly number[], taken: number): Float64Array {
  const top = [...ranks].sort((a, b) => b - a).slice(0, taken);
  const most = top.reduce((sum, rank) => sum + rank, 0);
  const counts = Array.from({ length: taken + 1 }, () => new Float64Array(most + 1));
  counts[0]![0] = 1;
  ranks.forEach((rank, at) => {
    for (let size = Math.min(taken, at + 1); size > 0; size--) {
      const [from, to] = [counts[size - 1]!, counts[size]!];
      for (let sum = most; sum >= rank; sum--) to[sum] = to[sum]! + from[sum - rank]!;
    }
  });
  return counts[taken]!;
}

/** For every possible sum, counts the subsets of these ranks, of any size, that have this sum. */
export function sumsOfAny(ranks: readonly number[]): Float64Array {
  const counts = new Float64Array(ranks.reduce((sum, rank) => sum + rank, 0) + 1);
  counts[0] = 1;
  for (const rank of ranks) for (let sum = counts.length - 1; sum >= rank; sum--) counts[sum] = counts[sum]! + counts[sum - rank]!;
  return counts;
}

/** Exact p-values of a rank sum among all equally likely sums; the two-sided p counts sums at least as far from `mean` as this one. */
function exactly(
  memory: StatisticsMemory,
  counts: Float64Array,
  observed: number,
  mean: number,
): Pick<Tailed, 'p' | 'log10_p' | 'below' | 'above'> {
  let [all, far, below, above] = [0, 0, 0, 0];
  const distance = Math.abs(observed - mean);
  counts.forEach((count, sum) => {
    all += count;
    if (Math.abs(sum - mean) >= distance) far += count;
    if (sum <= observed) below += count;
    if (sum >= observed) above += count;
  });
  const p = Math.min(1, far / all);
  return { p, log10_p: log10(memory.ln(p)), below: Math.min(1, below / all), above: Math.min(1, above / all) };
}

/** Returns p-values by the normal approximation. @param off  distance of the statistic from its mean */
function normally(memory: StatisticsMemory, off: number, variance: number): Pick<Tailed, 'p' | 'log10_p' | 'below' | 'above'> {
  if (!(variance > 0)) return { p: null, log10_p: null, below: null, above: null };
  const sd = Math.sqrt(variance);
  const { upper, log_upper } = memory.tails('normal', Math.max(0, Math.abs(off) - 0.5) / sd);
  return {
    p: Math.min(1, 2 * upper),
    log10_p: log10(Math.min(0, log_upper + memory.ln(2))),
    below: memory.tails('normal', (off + 0.5) / sd).lower,
    above: memory.tails('normal', (off - 0.5) / sd).upper,
  };
}

const cubes = (ties: readonly number[]): number => ties.reduce((sum, t) => sum + (t * t * t - t), 0);
const doubled = (ranks: Float64Array): number[] => Array.from(ranks, (rank) => 2 * rank);

/** Mann and Whitney's U of the first sample (Ann. Math. Stat. 18, 1947). */
export function mannWhitney(memory: StatisticsMemory, x: Float64Array, y: Float64Array): Tailed {
  const [n, m] = [x.length, y.length];
  const { ranks, ties } = ranksOf(joined(x, y));
  let sum = 0;
  for (let at = 0; at < n; at++) sum += ranks[at]!;
  const statistic = sum - (n * (n + 1)) / 2;
  if (n + m > MOST_DIVIDED) {
    const variance = ((n * m) / 12) * (n + m + 1 - cubes(ties) / ((n + m) * (n + m - 1)));
    return { statistic, df: null, method: 'approximate', ...normally(memory, statistic - (n * m) / 2, variance) };
  }
  const few = n <= m;
  const counts = sumsOfSome(doubled(ranks), few ? n : m);
  const own = few ? 2 * sum : (n + m) * (n + m + 1) - 2 * sum;
  const found = exactly(memory, counts, own, (few ? n : m) * (n + m + 1));
  const sides = few ? {} : { below: found.above, above: found.below };
  return { statistic, df: null, method: 'exact', ...found, ...sides };
}

function joined(x: Float64Array, y: Float64Array): Float64Array {
  const all = new Float64Array(x.length + y.length);
  all.set(x);
  all.set(y, x.length);
  return all;
}

/** Wilcoxon's sum of the ranks of values above 0; zeros are left out (Biometrics Bull. 1, 1945). Null where all are 0. */
export function wilcoxon(memory: StatisticsMemory, differences: Float64Array): (Tailed & { readonly effect: EffectFigure }) | null {
  const used = differences.filter((value) => value !== 0);
  const n = used.length;
  if (n === 0) return null;
  const { ranks, ties } = ranksOf(used.map(Math.abs));
  let statistic = 0;
  for (let at = 0; at < n; at++) if (used[at]! > 0) statistic += ranks[at]!;
  const all = (n * (n + 1)) / 2;
  const effect = { value: (2 * statistic) / all - 1, interval: null };
  if (n <= MOST_SIGNED)
    return { statistic, df: null, method: 'exact', ...exactly(memory, sumsOfAny(doubled(ranks)), 2 * statistic, all), effect };
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - cubes(ties) / 48;
  return { statistic, df: null, method: 'approximate', ...normally(memory, statistic - all / 2, variance), effect };
}

export interface Superiority extends Tailed {
  /** Probability that a value of the first sample exceeds one of the second, plus half the probability that they are equal. */
  readonly probability: number;
  readonly standard_error: number;
  /** Converts that probability to the rank-biserial correlation, twice it less 1. Its interval uses the logit, so it stays within ±1. */
  readonly effect: EffectFigure;
  readonly interval: readonly [number, number] | null;
}

/** Brunner and Munzel's test (Biom. J. 42, 2000), which does not assume equal spreads; p is null where the samples do not overlap. */
export function brunnerMunzel(memory: StatisticsMemory, x: Float64Array, y: Float64Array, alpha: number): Superiority {
  const [n, m] = [x.length, y.length];
  const overall = ranksOf(joined(x, y)).ranks;
  const [first, second] = [ranksOf(x).ranks, ranksOf(y).ranks];
  const placesX = Float64Array.from(first, (rank, at) => overall[at]! - rank);
  const placesY = Float64Array.from(second, (rank, at) => overall[n + at]! - rank);
  const [a, b] = [spreadOf(placesX), spreadOf(placesY)];
  const probability = a.mean / m;
  const parts = [a.variance / n / m / m, b.variance / m / n / n];
  const variance = parts[0]! + parts[1]!;
  const standard_error = Math.sqrt(variance);
  const df = (variance * variance) / ((parts[0]! * parts[0]!) / (n - 1) + (parts[1]! * parts[1]!) / (m - 1));
  const biserial = 2 * probability - 1;
  if (!(variance > 0) || !Number.isFinite(df)) {
    const none = { statistic: null, df: null, method: 'approximate', p: null, log10_p: null, below: null, above: null } as const;
    return { ...none, probability, standard_error: 0, interval: null, effect: { value: biserial, interval: null } };
  }
  const t = (probability - 0.5) / standard_error;
  const { lower, upper } = memory.tails('t', t, df);
  const two = memory.tails('t', Math.abs(t), df);
  const quantile = memory.quantile('t', alpha / 2, df);
  const inside = probability > 0 && probability < 1;
  const odds = probability / (1 - probability);
  const reach = inside ? memory.run.exponential((quantile * standard_error) / (probability * (1 - probability))) : NaN;
  const back = (ratio: number): number => (2 * ratio) / (1 + ratio) - 1;
  return {
    statistic: t,
    df,
    method: 'approximate',
    p: Math.min(1, 2 * two.upper),
    log10_p: log10(Math.min(0, two.log_upper + memory.ln(2))),
    below: lower,
    above: upper,
    probability,
    standard_error,
    interval: [Math.max(0, probability - quantile * standard_error), Math.min(1, probability + quantile * standard_error)],
    effect: { value: biserial, interval: inside && Number.isFinite(reach) ? [back(odds / reach), back(odds * reach)] : null },
  };
}

function spreadOf(values: Float64Array): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}

/**
 * The confidence interval of the shift between two samples has two of the ordered differences as bounds. Returns their rank from either
 * end: the largest k with P(U ≤ k − 1) at most alpha / 2, ties disregarded; 0 if there is none.
 */
export function boundOfDivided(memory: StatisticsMemory, n: number, m: number, alpha: number): number {
  if (n + m > MOST_DIVIDED) return normalBound(memory, (n * m) / 2, (n * m * (n + m + 1)) / 12, alpha);
  const few = Math.min(n, m);
  const counts = sumsOfSome(
    Array.from({ length: n + m }, (_, at) => at + 1),
    few,
  );
  return firstBeyond(counts.subarray((few * (few + 1)) / 2), alpha);
}

/** The same rank for the interval of one sample's centre, whose bounds are two of the ordered means of two values of the sample. */
export function boundOfSigned(memory: StatisticsMemory, n: number, alpha: number): number {
  if (n > MOST_SIGNED) return normalBound(memory, (n * (n + 1)) / 4, (n * (n + 1) * (2 * n + 1)) / 24, alpha);
  return firstBeyond(sumsOfAny(Array.from({ length: n }, (_, at) => at + 1)), alpha);
}

function firstBeyond(counts: Float64Array, alpha: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let k = 0; k < counts.length; k++) {
    below += counts[k]!;
    if (below > (alpha / 2) * all) return k;
  }
  return 0;
}

function normalBound(memory: StatisticsMemory, mean: number, variance: number, alpha: number): number {
  return Math.max(0, Math.floor(mean - memory.quantile('normal', alpha / 2) * Math.sqrt(variance) + 0.5));
}
