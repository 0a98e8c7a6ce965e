import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import type { DescribeInput } from '../../../src/kernels/contract.ts';
import type { Distribution } from '../../../src/kernels/statistics/memory.ts';
import { statisticsMemory } from '../../../src/kernels/statistics/memory.ts';
import { certifiedAnova, certifiedUnivariate, distributionDigits } from '../../evaluate/statistics.ts';
import { digits, rModels } from '../../support/statistics-sets.ts';

const kernels = kernelInstance();
const memory = await statisticsMemory();
const plain: Omit<DescribeInput, 'columns'> = { groups: null, quantiles: [], quantile_type: 7, correlation: [] };

test('NIST univariate and one-way sets: what doubles allow, less 0.3 digits', async () => {
  const rows = [...(await certifiedUnivariate()), ...(await certifiedAnova(false))];
  expect(rows).toHaveLength(20);
  for (const { set, figures, ours, ceiling } of rows)
    ours.forEach((value, at) => expect(value, `${set} ${figures[at] ?? ''}`).toBeGreaterThanOrEqual((ceiling[at] ?? 15) - 0.3));
});

test('one-way sets of whole numbers: 14.5 digits', async () => {
  for (const { set, ours } of await certifiedAnova(true)) for (const value of ours) expect(value, set).toBeGreaterThanOrEqual(14.5);
});

test('tails and quantiles: 12 digits, of the studentized range too', async () => {
  const rows = await distributionDigits();
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(200);
  for (const { fn, ours } of rows) expect(ours[0], fn).toBeGreaterThanOrEqual(12);
});

/** Upper tails at 40 digits (mpmath betainc, gammainc, erfc), where the series and fractions change over. */
const TAILS: readonly [Distribution, readonly number[], string][] = [
  ['f', [0.3, 0.5, 0.5], '0.611528826666575541357753'],
  ['f', [1.001, 2500, 3100], '0.4889714724107800275169009'],
  ['f', [5, 1.5, 40000], '0.0130790013758091858550792'],
  ['f', [1e-5, 3, 7], '0.9999999518021049312189668'],
  ['f', [40, 6.25, 3.75], '0.002160659991855291455368241'],
  ['f', [3.3, 17, 12345678], '0.000004556807559242579398359537'],
  ['f', [900, 12, 400], '8.872967195740608523332814e-281'],
  ['t', [1e-8, 3], '0.4999999963244740305213863'],
  ['t', [0.7, 0.25], '0.3834168367434848567829247'],
  ['t', [1e150, 2], '5.000000000000000191644038e-301'],
  ['t', [1e200, 1.5], '3.770852432016246522719764e-301'],
  ['t', [2.5, 123456.5], '0.006210308683412149757835145'],
  ['t', [36.9, 99999999], '2.321274213461630806600225e-298'],
  ['chi_square', [1e-10, 0.5], '0.9970662613841432081535587'],
  ['chi_square', [1400, 3], '2.945619361016308745739793e-303'],
  ['chi_square', [5000, 5100], '0.8389330391021327701909331'],
  ['chi_square', [1e6, 1000300], '0.5838099833001552069640468'],
  ['chi_square', [60, 0.5], '1.965822147357059354382335e-15'],
  ['normal', [1e-12], '0.4999999999996010577195986'],
  ['normal', [0.1], '0.4601721627229710163310661'],
  ['normal', [5], '0.0000002866515718791939116737523'],
  ['normal', [37], '5.725571222524576822683193e-300'],
];

test.each(TAILS)('the upper tail of %s at %j keeps 13 digits', (distribution, [x = NaN, a, b], truth) => {
  const { upper, lower, log_upper } = memory.tails(distribution, x, a, b);
  expect(digits(upper, truth)).toBeGreaterThanOrEqual(13);
  expect(lower + upper).toBeCloseTo(1, 14);
  // Near 1 the logarithm of the truth itself has lost its digits.
  if (upper < 0.9) expect(digits(log_upper, Math.log(Number(truth)))).toBeGreaterThanOrEqual(12);
});

test('tails below the range of a double keep their logarithm', () => {
  // The certified F of SmLs03; log₁₀ p by 60-digit arithmetic is −2476.7…
  const { upper, log_upper } = memory.tails('f', 2001, 8, 18000);
  expect(upper).toBe(0);
  expect(Number.isFinite(log_upper)).toBe(true);
  expect(log_upper).toBeLessThan(-700);
  // Two degrees of freedom: the tail is e^(−x/2).
  expect(memory.tails('chi_square', 1e5, 2).log_upper).toBeCloseTo(-5e4, 8);
});

test('tails of both sides add up, fall, and their quantiles lead back', () => {
  const df = fc.double({ min: 0.5, max: 1e5, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom<Distribution>('t', 'f', 'chi_square', 'normal'),
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      df,
      df,
      (kind, x, a, b) => {
        const here = memory.tails(kind, x, a, b);
        expect(here.lower + here.upper).toBeCloseTo(1, 13);
        expect(memory.tails(kind, x * 1.01, a, b).upper).toBeLessThanOrEqual(here.upper);
        if (here.upper > 1e-250 && here.upper < 0.49) {
          const again = memory.tails(kind, memory.quantile(kind, here.upper, a, b), a, b).upper;
          expect(Math.abs(again / here.upper - 1)).toBeLessThan(1e-11 * Math.max(1, a));
        }
      },
    ),
  );
});

/** Released results keep their hash, so a faster evaluation may not change a bit of these. */
test('the studentized range keeps its released bits, in the middle, far out and below the smallest double', () => {
  const upper = (q: number, groups: number, df: number): number => memory.tails('studentized_range', q, groups, df).upper;
  expect(upper(0.01, 20, 198)).toBe(0.9999999999999994);
  expect(upper(3.2, 20, 171.3)).toBe(0.7566947443431775);
  expect(upper(5.01, 20, 9998.5)).toBe(0.05035314913946886);
  expect(upper(14, 3, 7.5)).toBe(0.000037088474704468525);
  expect(upper(40, 20, 1e5)).toBe(5.055116894623194e-173);
  expect(upper(70, 20, 1e5)).toBe(0);
  expect(upper(2, 120, 0.5)).toBe(0.9698927349346029);
  expect(upper(4.4, 12, Infinity)).toBe(0.07962556848321592);
  const quantile = (p: number, groups: number, df: number): number => memory.quantile('studentized_range', p, groups, df);
  expect(quantile(0.05, 20, 181.7)).toBe(5.087034421099736);
  expect(quantile(0.05, 20, 1980)).toBe(5.018585098228553);
  expect(quantile(0.01, 3, 7.5)).toBe(5.765382709448596);
  expect(quantile(0.9, 2, 40)).toBe(0.17884387723293982);
  expect(quantile(1e-9, 20, 99980)).toBe(9.756663152533935);
});

test('quantiles of all nine types, and the other figures, are R’s', async () => {
  const model = rModels()['summary'] as Record<string, string> & {
    x: string[];
    probs: string[];
    quantiles: Record<string, string[]>;
  };
  const x = model.x.map(Number);
  const figures = async (quantile_type: number) =>
    (await kernels.describe({ ...plain, columns: [Float64Array.from(x)], quantiles: model.probs.map(Number), quantile_type })).whole[0]!;
  for (let type = 1; type <= 9; type++) {
    const { quantiles } = await figures(type);
    model.quantiles[`type${String(type)}`]?.forEach((truth, at) =>
      expect(digits(quantiles[at], truth), `type ${String(type)} at ${model.probs[at] ?? ''}`).toBeGreaterThanOrEqual(13),
    );
  }
  const found = await figures(7);
  const pairs = [
    [found.mean, model['mean']],
    [found.sd, model['sd']],
    [found.variance, model['var']],
    [found.mad, model['mad_raw']],
    [found.trimmed_mean, model['trimmed_mean_0.1']],
    [found.skewness, model['skew_g1']],
    [found.kurtosis, model['kurt_excess_g2']],
  ] as const;
  for (const [value, truth] of pairs) expect(digits(value, truth ?? NaN), truth).toBeGreaterThanOrEqual(13);
  expect(found).toMatchObject({ count: 12, missing: 0, mode: 2.5 });
  // Ten distinct values, two of them twice.
  expect(found.entropy).toBeCloseTo((8 / 12) * Math.log2(12) + (4 / 12) * Math.log2(6), 13);
});

test('the one-way model of R: table, Welch, ranks, assumptions and Tukey–Kramer', async () => {
  const model = rModels()['oneway_unbalanced'] as Record<string, Record<string, string> & Record<string, Record<string, string>>>;
  const names = ['A', 'B', 'C', 'D'];
  const answer = await kernels.oneWay({
    response: Float64Array.from(Object.values(model['y'] ?? {}), Number),
    groups: Uint32Array.from(Object.values(model['g'] ?? {}), (name) => names.indexOf(String(name))),
    count: 4,
    alpha: 0.05,
    post_hoc: ['tukey_kramer', 'games_howell', 'holm', 'bonferroni'],
  });
  const { classic, welch, kruskal_wallis, levene, brown_forsythe, bartlett } = answer;
  const pairs: [number | null | undefined, string | undefined][] = [
    [classic.statistic, model['anova']?.['g']?.['F value']],
    [classic.p, model['anova']?.['g']?.['Pr(>F)']],
    [answer.residual.sum_sq, model['anova']?.['Residuals']?.['Sum Sq']],
    [welch.statistic, model['welch']?.['F']],
    [welch.df[1], model['welch']?.['denom_df']],
    [welch.p, model['welch']?.['p']],
    [kruskal_wallis.statistic, model['kruskal']?.['H']],
    [kruskal_wallis.p, model['kruskal']?.['p']],
    [levene.statistic, model['levene_mean']?.['F']],
    [levene.p, model['levene_mean']?.['p']],
    [brown_forsythe.statistic, model['levene_median_BF']?.['F']],
    [brown_forsythe.p, model['levene_median_BF']?.['p']],
    [bartlett.statistic, model['bartlett']?.['K2']],
    [bartlett.p, model['bartlett']?.['p']],
  ];
  for (const [value, truth] of pairs) expect(digits(value, truth ?? NaN), truth).toBeGreaterThanOrEqual(12);
  for (const { method, a, b, difference, interval, p } of answer.comparisons) {
    if (method !== 'tukey_kramer') continue;
    const truth = model['tukey_kramer']?.[`${names[b] ?? ''}-${names[a] ?? ''}`];
    // R's own tail holds 8 to 11 digits here.
    expect(digits(-difference, truth?.['diff'] ?? NaN)).toBeGreaterThanOrEqual(13);
    expect(digits(-(interval?.[1] ?? NaN), truth?.['lwr'] ?? NaN)).toBeGreaterThanOrEqual(6);
    expect(digits(p, truth?.['p adj'] ?? NaN)).toBeGreaterThanOrEqual(7);
  }
  const holm = answer.comparisons.filter(({ method }) => method === 'holm').map(({ p }) => p ?? NaN);
  const bonferroni = answer.comparisons.filter(({ method }) => method === 'bonferroni').map(({ p }) => p ?? NaN);
  expect(answer.comparisons).toHaveLength(24);
  holm.forEach((p, at) => expect(p).toBeLessThanOrEqual(bonferroni[at] ?? 0));
});

test('figures do not depend on the level, the unit or the order of groups', async () => {
  const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 4, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.constantFrom(0, 2 ** 40, -(2 ** 30)),
      fc.constantFrom(1, 2 ** 300, 2 ** -300),
      async (list, level, unit) => {
        const of = async (column: number[]) => (await kernels.describe({ ...plain, columns: [Float64Array.from(column)] })).whole[0]!;
        const [a, b] = [await of(list), await of(list.map((value) => (value + level) * unit))];
        const close = (left: number | null, right: number | null): void => {
          if (left === null || right === null) expect(right).toBe(left);
          else expect(right).toBeCloseTo(left, 9);
        };
        close(a.skewness, b.skewness);
        close(a.autocorrelation_lag1, b.autocorrelation_lag1);
        close(a.sd, b.sd === null ? null : b.sd / unit);
        expect(b.histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(list.length);
      },
    ),
  );
});

test('correlations: Kendall as counted pair by pair, ranks for Spearman, Pearson at the ends', async () => {
  const column = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(column, column, async (x, y) => {
      const { correlation } = await kernels.describe({
        ...plain,
        columns: [Float64Array.from(x), Float64Array.from(y)],
        correlation: ['kendall'],
      });
      let [score, tiedX, tiedY] = [0, 0, 0];
      for (let i = 0; i < x.length; i++)
        for (let j = i + 1; j < x.length; j++) {
          const [dx, dy] = [Math.sign(x[i]! - x[j]!), Math.sign(y[i]! - y[j]!)];
          score += dx * dy;
          tiedX += dx === 0 ? 1 : 0;
          tiedY += dy === 0 ? 1 : 0;
        }
      const all = (x.length * (x.length - 1)) / 2;
      if (tiedX === all || tiedY === all) expect(correlation[0]?.coefficient).toBeNull();
      else expect(correlation[0]?.coefficient).toBeCloseTo(score / Math.sqrt((all - tiedX) * (all - tiedY)), 12);
    }),
  );
  const [x, y] = [Float64Array.of(1, 2, 3, 4, NaN, 6), Float64Array.of(1, 8, 27, 64, 125, 216)];
  const { correlation } = await kernels.describe({ ...plain, columns: [x, y], correlation: ['pearson', 'spearman', 'kendall'] });
  expect(correlation.map(({ count }) => count)).toEqual([5, 5, 5]);
  // One of the 120 orders, and its reverse.
  expect(correlation[1]).toMatchObject({ coefficient: 1, p: 1 / 60 });
  expect(correlation[2]?.coefficient).toBe(1);
  expect(correlation[0]?.coefficient).toBeLessThan(1);
});

test('ranks in perfect order are as unlikely as one of all orders, however many rows there are', async () => {
  for (const n of [20, 150]) {
    const column = Float64Array.from({ length: n }, (_, at) => at);
    const { correlation } = await kernels.describe({ ...plain, columns: [column, column], correlation: ['spearman', 'kendall'] });
    const orders = Array.from({ length: n }, (_, at) => Math.log10(at + 1)).reduce((sum, each) => sum + each, 0);
    expect(correlation[0]?.log10_p).toBeCloseTo(Math.log10(2) - orders, 9);
    if (n === 20) expect(correlation[1]?.log10_p).toBeCloseTo(Math.log10(2) - orders, 9);
  }
});

test('1e308 beside 1e-308, infinite and missing values: figures or null, never NaN', async () => {
  const columns = [
    Float64Array.of(1e308, 1e-308, -1e308, 1e308),
    Float64Array.of(Infinity, NaN, 3, -Infinity),
    Float64Array.of(NaN, NaN, NaN, NaN),
    Float64Array.of(5, 5, 5, 5),
    Float64Array.of(5e-324, 1e-323, 0, 2e-323),
  ];
  const { whole, correlation } = await kernels.describe({ ...plain, columns, quantiles: [0.3], correlation: ['pearson', 'kendall'] });
  expect(
    JSON.stringify([whole, correlation], (_, value: unknown) => (Number.isNaN(value) || value === Infinity ? 'NOT A FIGURE' : value)),
  ).not.toContain('NOT A FIGURE');
  expect(whole[0]).toMatchObject({ count: 4, variance: null, min: -1e308 });
  expect(whole[0]?.sd).toBeCloseTo(9.574e307, -304);
  expect(whole[1]).toMatchObject({ count: 1, missing: 1, infinite: 2, mean: 3, sd: null });
  expect(whole[2]).toMatchObject({ count: 0, missing: 4, mean: null, histogram: { edges: [], counts: [] } });
  expect(whole[3]).toMatchObject({ sd: 0, skewness: null, autocorrelation_lag1: null, mode: 5, entropy: 0 });
});
