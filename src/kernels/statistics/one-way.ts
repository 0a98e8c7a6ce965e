import type { Tick } from '../chunks.ts';
import type { GroupFigures, OneWay, OneWayInput, TestFigures } from './contract.ts';
import { comparisons } from './comparisons.ts';
import { groupDependence } from './group-dependence.ts';
import { rowsByGroup } from './describe.ts';
import type { Moments, StatisticsMemory, Tails } from './memory.ts';
import { finite, log10, scaleOf } from './memory.ts';
import { quantileOf } from './order.ts';
import { ranksOf } from './ranks.ts';

/** What comparisons need of one group, in the scale of the sums: size, distance of its mean from the mean of all values, and variance. */
export interface Spread {
  readonly rows: number;
  readonly offset: number;
  /** Sample variance of the group; NaN if it has only one value. */
  readonly variance: number;
}

export interface Partition {
  readonly scale: number;
  readonly grand: readonly [number, number];
  readonly groups: readonly (Spread & { readonly moments: Moments })[];
  readonly between: number;
  readonly within: number;
  readonly df: readonly [number, number];
}

/**
 * Sums of squares between and within groups. Means are pairs of doubles, from offsets to the first value, then a second pass follows, so
 * that a large common level of the values costs no digits.
 */
export function partition(memory: StatisticsMemory, values: Float64Array, rows: readonly Uint32Array[]): Partition {
  const scale = scaleOf(values);
  memory.clear();
  const { mean: grand } = memory.moments(memory.put(values), values.length, scale);
  let between = 0;
  let within = 0;
  const groups = rows.map((own) => {
    memory.clear();
    const moments = memory.moments(memory.put(Float64Array.from(own, (row) => values[row] ?? NaN)), own.length, scale);
    const offset = moments.mean[0] - grand[0] + (moments.mean[1] - grand[1]);
    between += own.length * offset * offset;
    within += moments.squares;
    return { rows: own.length, offset, variance: own.length > 1 ? moments.squares / (own.length - 1) : NaN, moments };
  });
  return { scale, grand, groups, between, within, df: [rows.length - 1, values.length - rows.length] };
}

const NOT_COMPUTED = { p: null, log10_p: null } as const;

/** Result of a test whose p-value is the upper tail probability of its statistic. */
export function judged(statistic: number, df: readonly number[], tails: () => Tails): TestFigures {
  if (!Number.isFinite(statistic)) return { statistic: null, df, ...NOT_COMPUTED };
  const { upper, log_upper } = tails();
  return { statistic, df, p: finite(upper), log10_p: log10(log_upper) };
}

function fTest(memory: StatisticsMemory, { between, within, df }: Partition): TestFigures {
  const ratio = between / df[0] / (within / df[1]);
  return judged(ratio, df, () => memory.tails('f', ratio, df[0], df[1]));
}

/** Computes a one-way analysis of variance with the WebAssembly kernels. */
export function oneWay(memory: StatisticsMemory, input: OneWayInput, tick: Tick): OneWay {
  const { response, count, alpha } = input;
  const rows = rowsByGroup(input.groups, count);
  tick({ phase: 'groups', done: 0, total: 3, unit: 'steps' });
  const parts = partition(memory, response, rows);
  const { scale, groups, between, within, df } = parts;
  const back = (squares: number): number => squares / scale / scale;
  tick({ phase: 'assumptions', done: 1, total: 3, unit: 'steps' });
  const figures = {
    groups: groups.map((group) => groupFigures(memory, group, scale, alpha)),
    grand_mean: (parts.grand[0] + parts.grand[1]) / scale,
    between: { df: df[0], sum_sq: back(between), mean_sq: back(between / df[0]) },
    residual: { df: df[1], sum_sq: back(within), mean_sq: back(within / df[1]) },
    classic: fTest(memory, parts),
    welch: welch(memory, parts),
    ...equalSpreads(memory, response, rows, parts),
    kruskal_wallis: kruskalWallis(memory, response, rows),
  };
  const dependence = groupDependence(memory, input, parts, rows, figures, (done) => {
    tick({ phase: 'assumptions', done: 1 + done, total: 3, unit: 'steps' });
  });
  return { ...figures, dependence, comparisons: comparisons(memory, parts, input, tick) };
}

/** Tests of equal spreads: Levene's by distances from group means, Brown and Forsythe's from medians, and Bartlett's by variances. */
export function equalSpreads(
  memory: StatisticsMemory,
  response: Float64Array,
  rows: readonly Uint32Array[],
  parts: Partition,
): Pick<OneWay, 'levene' | 'brown_forsythe' | 'bartlett'> {
  const { scale, groups } = parts;
  const distances = (centre: (own: Uint32Array, group: number) => readonly [number, number]): TestFigures => {
    const z = new Float64Array(response.length);
    rows.forEach((own, group) => {
      const [high, low] = centre(own, group);
      for (const row of own) z[row] = Math.abs(response[row]! * scale - high - low);
    });
    return fTest(memory, partition(memory, z, rows));
  };
  return {
    levene: distances((_, group) => groups[group]?.moments.mean ?? [NaN, 0]),
    brown_forsythe: distances((own) => [quantileOf(Float64Array.from(own, (row) => response[row]! * scale).sort(), 0.5, 7), 0]),
    bartlett: bartlett(memory, parts),
  };
}

export function groupFigures(
  memory: StatisticsMemory,
  { moments, rows, variance }: Partition['groups'][number],
  scale: number,
  alpha: number,
): GroupFigures {
  const mean = (moments.mean[0] + moments.mean[1]) / scale;
  if (rows < 2) return { count: rows, mean, sd: null, interval: null };
  const reach = (memory.quantile('t', alpha / 2, rows - 1) * Math.sqrt(variance / rows)) / scale;
  const interval = Number.isFinite(mean - reach) && Number.isFinite(mean + reach) ? ([mean - reach, mean + reach] as const) : null;
  return { count: rows, mean, sd: Math.sqrt(variance) / scale, interval };
}

/** Welch's test (Biometrika 38, 1951), which weights groups by the inverse variance of their own mean. */
function welch(memory: StatisticsMemory, { groups, df }: Partition): TestFigures {
  const k = groups.length;
  const weights = groups.map(({ rows, variance }) => rows / variance);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const centre = groups.reduce((sum, { offset }, at) => sum + (weights[at] ?? NaN) * offset, 0) / total;
  const spread = groups.reduce((sum, { offset }, at) => sum + (weights[at] ?? NaN) * (offset - centre) ** 2, 0);
  const lack = groups.reduce((sum, { rows }, at) => sum + (1 - (weights[at] ?? NaN) / total) ** 2 / (rows - 1), 0);
  const ratio = spread / (k - 1) / (1 + (2 * (k - 2) * lack) / (k * k - 1));
  const within = (k * k - 1) / (3 * lack);
  if (!Number.isFinite(ratio) || !Number.isFinite(within)) return { statistic: null, df: [df[0]], ...NOT_COMPUTED };
  return judged(ratio, [df[0], within], () => memory.tails('f', ratio, df[0], within));
}

/** Bartlett's test of equal variances (Proc. R. Soc. A 160, 1937). */
function bartlett(memory: StatisticsMemory, { groups, within, df }: Partition): TestFigures {
  const pooled = within / df[1];
  const spread = groups.reduce((sum, { rows, variance }) => sum + (rows - 1) * memory.ln(pooled / variance), 0);
  const lack = groups.reduce((sum, { rows }) => sum + 1 / (rows - 1), 0) - 1 / df[1];
  const statistic = spread / (1 + lack / (3 * df[0]));
  return judged(statistic, [df[0]], () => memory.tails('chi_square', Math.max(0, statistic), df[0]));
}

/** Kruskal and Wallis's H, corrected for ties: N − 1 times the share of the ranks' sum of squares that lies between groups. */
function kruskalWallis(memory: StatisticsMemory, response: Float64Array, rows: readonly Uint32Array[]): TestFigures {
  const { between, within, df } = partition(memory, ranksOf(response).ranks, rows);
  const statistic = ((response.length - 1) * between) / (between + within);
  return judged(statistic, [df[0]], () => memory.tails('chi_square', statistic, df[0]));
}
