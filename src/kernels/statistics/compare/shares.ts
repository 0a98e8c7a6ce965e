/** Intervals and tests for proportions, differences of two proportions, odds ratios and Cramér's V. */
import { log10, type StatisticsMemory } from '../memory.ts';
import type { EffectFigure, JudgedTest, CountTest } from './contract.ts';
import { hypergeometric, lattice, meanOf, atMost, tailsAt } from './lattice.ts';
import { rootOf } from './means.ts';

/** A proportion with Wilson's score interval (JASA 22, 1927). */
export function wilson(memory: StatisticsMemory, count: number, rows: number, alpha: number): EffectFigure {
  const z = memory.quantile('normal', alpha / 2);
  const share = count / rows;
  const reach = z * Math.sqrt((count * (rows - count)) / rows + (z * z) / 4);
  const [low, high] = [-reach, reach].map((own) => (count + (z * z) / 2 + own) / (rows + z * z)) as [number, number];
  // Set the bounds at the ends exactly, because rounding would miss them.
  return { value: share, interval: [count === 0 ? 0 : Math.max(0, low), count === rows ? 1 : Math.min(1, high)] };
}

/** Difference of two proportions with Newcombe's interval, a hybrid of the two Wilson intervals (Stat. Med. 17, 1998, method 10). */
export function newcombe(first: EffectFigure, second: EffectFigure): EffectFigure {
  const [a, b] = [first.interval!, second.interval!];
  const value = first.value - second.value;
  return {
    value,
    interval: [
      value - Math.sqrt((first.value - a[0]) ** 2 + (b[1] - second.value) ** 2),
      value + Math.sqrt((a[1] - first.value) ** 2 + (second.value - b[0]) ** 2),
    ],
  };
}

export interface OddsRatio {
  readonly value: number | null;
  readonly interval: readonly [number | null, number | null];
}

/** Largest total count of a two-by-two table for which the odds ratio is computed by exact conditional inference. */
export const MOST_EXACT_COUNTS = 2_000_000;

/** Odds ratio by conditional maximum likelihood with the exact interval; infinite bounds are null (Fisher, J. R. Stat. Soc. 98, 1935). */
export function oddsRatio(memory: StatisticsMemory, [a, b, c, d]: readonly [number, number, number, number], alpha: number): OddsRatio {
  const [least, most] = [Math.max(0, a - d), Math.min(a + b, a + c)];
  if (least === most || most - least > 20_000) return { value: null, interval: [null, null] };
  const at = (ln: number) => hypergeometric(a + b, c + d, a + c, memory.run.exponential(ln));
  const solve = (of: (ln: number) => number): number => memory.run.exponential(rootOf(of, -200, 200));
  return {
    value: a === most ? null : a === least ? 0 : solve((ln) => meanOf(at(ln)) - a),
    interval: [
      a === least ? 0 : solve((ln) => 1 - atMost(memory, at(ln), a - 1) - alpha / 2),
      a === most ? null : solve((ln) => alpha / 2 - atMost(memory, at(ln), a)),
    ],
  };
}

/** Cramér's V (strength of association in a table) with the noncentral chi-square's interval (Smithson, Confidence Intervals, 2003). */
export function cramersV(
  memory: StatisticsMemory,
  statistic: number,
  df: number,
  rows: number,
  smaller: number,
  alpha: number,
): EffectFigure {
  const most = rows * (smaller - 1);
  const value = Math.min(1, Math.sqrt(statistic / most));
  if (!(statistic < 1e8)) return { value, interval: null };
  const bound = (share: number): number => {
    if (memory.tails('chi_square', statistic, df).upper >= share) return 0;
    const top = statistic + 20 * Math.sqrt(statistic) + 200;
    return rootOf((lambda) => (lambda <= 0 ? -1 : memory.noncentral('chi_square', statistic, df, lambda).upper - share), 0, top);
  };
  const [low, high] = [alpha / 2, 1 - alpha / 2].map((share) => Math.min(1, Math.sqrt(bound(share) / most))) as [number, number];
  return { value, interval: Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null };
}

/** Pearson's chi-square test and the G test of a table; both take p from the chi-square distribution. */
export function goodness(
  memory: StatisticsMemory,
  counts: Float64Array,
  expected: Float64Array,
  df: number,
): readonly JudgedTest<CountTest>[] {
  let [square, g] = [0, 0];
  counts.forEach((count, at) => {
    const own = expected[at]!;
    square += ((count - own) * (count - own)) / own;
    if (count > 0) g += 2 * count * memory.ln(count / own);
  });
  return [
    ['chi_square', square] as const,
    // G is at least 0, but rounding of terms of both signs may make the sum slightly negative.
    ['g', Math.max(0, g)] as const,
  ].map(([test, statistic]) => {
    const { upper, log_upper } = memory.tails('chi_square', statistic, df);
    return { ...NO_ESTIMATE, test, statistic, df, method: 'approximate', p: upper, log10_p: log10(log_upper), below: null, above: null };
  });
}

export const NO_ESTIMATE = { estimate: null, standard_error: null, interval: null, equivalence: null, effect: null } as const;

/** Exact binomial test of a proportion, with Wilson's interval. */
export function shareTest(memory: StatisticsMemory, count: number, rows: number, share: number, alpha: number): JudgedTest<CountTest> {
  const of = lattice(0, rows, (k) => ((rows - k) / (k + 1)) * (share / (1 - share)));
  const { value, interval } = wilson(memory, count, rows, alpha);
  return { ...NO_ESTIMATE, test: 'binomial', ...tailsAt(memory, of, count), estimate: value, interval };
}
