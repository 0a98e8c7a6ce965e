import type { Tick } from '../chunks.ts';
import type { Comparison, OneWayInput, PostHoc } from './contract.ts';
import type { StatisticsMemory } from './memory.ts';
import type { Partition, Spread } from './one-way.ts';

/** A pair of groups to compare; its numbers are in the scale of the sums, which a power of two keeps near 1. */
interface Pair {
  readonly a: number;
  readonly b: number;
  readonly first: Spread;
  readonly second: Spread;
  readonly difference: number;
}

type Judged = Pick<Comparison, 'standard_error' | 'interval' | 'p'>;

/** Compares every pair of groups by every requested method. Returns an empty list if no group has values that differ. */
export function comparisons(
  memory: StatisticsMemory,
  { groups, within, df, scale }: Partition,
  { post_hoc, alpha }: Pick<OneWayInput, 'post_hoc' | 'alpha'>,
  tick: Tick,
): Comparison[] {
  const pooled = within / df[1];
  const pairs = groups.flatMap((first, a) =>
    groups.slice(a + 1).map((second, at): Pair => ({ a, b: a + 1 + at, first, second, difference: first.offset - second.offset })),
  );
  const groupCount = groups.length;
  // Tukey and Kramer's method has the same degrees of freedom for all pairs, so one quantile serves all.
  const critical = post_hoc.includes('tukey_kramer') && pooled > 0 ? memory.quantile('studentized_range', alpha, groupCount, df[1]) : NaN;
  const methods: Record<PostHoc, (pair: Pair) => Judged> = {
    tukey_kramer: (pair) => byRange(memory, pair, pooledError(pair, pooled), groupCount, df[1], () => critical),
    games_howell: (pair) => {
      const [first, second] = [pair.first.variance / pair.first.rows, pair.second.variance / pair.second.rows];
      const own = (first + second) ** 2 / (first ** 2 / (pair.first.rows - 1) + second ** 2 / (pair.second.rows - 1));
      return byRange(memory, pair, Math.sqrt(first + second), groupCount, own, () =>
        memory.quantile('studentized_range', alpha, groupCount, own),
      );
    },
    bonferroni: (pair) => {
      const plain = byT(memory, pair, pooledError(pair, pooled), df[1]);
      const reach = memory.quantile('t', alpha / pairs.length / 2, df[1]) * plain.standard_error;
      return {
        standard_error: plain.standard_error,
        interval: around(pair.difference, reach),
        p: plain.p === null ? null : Math.min(1, plain.p * pairs.length),
      };
    },
    holm: (pair) => byT(memory, pair, pooledError(pair, pooled), df[1]),
  };
  return post_hoc.flatMap((method) => {
    const made = pairs.map((pair, done) => {
      tick({ phase: method, done, total: pairs.length, unit: 'steps' });
      return { method, ...back(pair, methods[method](pair), scale) };
    });
    return method === 'holm' ? stepDown(made) : made;
  });
}

const pooledError = ({ first, second }: Pair, pooled: number): number => Math.sqrt(pooled * (1 / first.rows + 1 / second.rows));

const around = (centre: number, reach: number): readonly [number, number] | null =>
  Number.isFinite(reach) ? [centre - reach, centre + reach] : null;

function byRange(
  memory: StatisticsMemory,
  { difference }: Pair,
  error: number,
  groups: number,
  df: number,
  critical: () => number,
): Judged {
  if (!(error > 0) || !(df > 0)) return { standard_error: error, interval: null, p: null };
  const q = (Math.abs(difference) / error) * Math.SQRT2;
  return {
    standard_error: error,
    interval: around(difference, (critical() / Math.SQRT2) * error),
    p: memory.tails('studentized_range', q, groups, df).upper,
  };
}

function byT(memory: StatisticsMemory, { difference }: Pair, error: number, df: number): Judged {
  if (!(error > 0)) return { standard_error: error, interval: null, p: null };
  return { standard_error: error, interval: null, p: Math.min(1, 2 * memory.tails('t', Math.abs(difference) / error, df).upper) };
}

function back({ a, b, difference }: Pair, { standard_error, interval, p }: Judged, scale: number): Omit<Comparison, 'method'> {
  return {
    a,
    b,
    difference: difference / scale,
    standard_error: standard_error / scale,
    interval: interval && [interval[0] / scale, interval[1] / scale],
    p,
  };
}

/** Adjusts p-values for multiple tests (Holm, Scand. J. Statist. 6, 1979): the k-th smallest of m times m − k + 1, but never descending. */
export function stepDown(made: readonly Comparison[]): Comparison[] {
  const order = made.map((_, at) => at).sort((x, y) => (made[x]?.p ?? 1) - (made[y]?.p ?? 1) || x - y);
  const adjusted = new Map<number, number>();
  let floor = 0;
  order.forEach((at, k) => {
    floor = Math.max(floor, Math.min(1, (made[at]?.p ?? 1) * (made.length - k)));
    adjusted.set(at, floor);
  });
  return made.map((each, at) => ({ ...each, p: each.p === null ? null : (adjusted.get(at) ?? null) }));
}
