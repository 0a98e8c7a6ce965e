/** Comparisons against multiprecision arithmetic and exact counting (`tests/evaluate/comparison-references.py`). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NumbersInput } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { digits } from '../../support/statistics-sets.ts';

type Reference = Readonly<Record<string, string>>;
interface References {
  readonly means: readonly { kind: string; x: number[]; y: number[]; student: Reference; welch: Reference }[];
  readonly ranks: readonly { x: number[]; y: number[]; p: string; log10_p: string }[];
  readonly signs: readonly { x: number[]; p: string; log10_p: string }[];
  readonly tables: readonly { table: [number, number, number, number]; fisher: Reference; chi_square: Reference }[];
  readonly shares: readonly { count: number; rows: number; share: number; p: string; log10_p: string }[];
}
const references = JSON.parse(readFileSync('tests/fixtures/statistics/comparisons.json', 'utf8')) as References;
const kernels = kernelInstance();
const DIGITS = 12;

const numbers = (x: readonly number[], y: readonly number[] | null, more: Partial<NumbersInput> = {}) =>
  kernels.compareNumbers({
    values: Float64Array.from([...x, ...(y ?? [])]),
    groups: y === null ? null : Uint32Array.from([...x.map(() => 0), ...y.map(() => 1)]),
    ...{ clusters: null, null_value: 0, margin: null, alpha: 0.05, permute: false, effects: false },
    ...more,
  });

/** A table of counts, row by row, as observations. */
function observations(table: readonly number[], columns: number) {
  const places = table.flatMap((count, at) => new Array<number>(count).fill(at));
  return {
    row: Uint32Array.from(places, (at) => Math.floor(at / columns)),
    column: Uint32Array.from(places, (at) => at % columns),
    ...{ rows: table.length / columns, columns, clusters: null, alpha: 0.05, permute: false },
  };
}

/** A tail has the digits of its logarithm; that of 1 is 0 and has none. */
function expectTail(found: { p: number | null; log10_p: number | null } | undefined, wanted: Reference): void {
  expect(digits(found?.p, wanted['p']!)).toBeGreaterThanOrEqual(DIGITS);
  if (Number(wanted['p']) < 0.99) expect(digits(found?.log10_p, wanted['log10_p']!)).toBeGreaterThanOrEqual(DIGITS);
}

test.each(references.means.map((each, at) => [at, each.kind, each] as const))('means %i, %s', async (_at, _kind, { x, y, ...wanted }) => {
  const { tests } = await numbers(x, y);
  for (const name of ['student', 'welch'] as const) {
    const found = tests.find((each) => each.test === name);
    for (const figure of ['statistic', 'df'] as const)
      expect(digits(found?.[figure], wanted[name][figure]!)).toBeGreaterThanOrEqual(DIGITS);
    expectTail(found, wanted[name]);
  }
});

test.each(references.ranks.map((each, at) => [at, each] as const))('Mann–Whitney %i', async (_at, { x, y, ...wanted }) => {
  const found = (await numbers(x, y)).tests.find((each) => each.test === 'mann_whitney');
  expect(found?.method).toBe('exact');
  expectTail(found, wanted);
});

test.each(references.signs.map((each, at) => [at, each] as const))('Wilcoxon %i', async (_at, { x, ...wanted }) => {
  const found = (await numbers(x, null)).tests.find((each) => each.test === 'wilcoxon');
  expect(found?.method).toBe('exact');
  expectTail(found, wanted);
});

test.each(references.tables.map((each, at) => [at, each] as const))('table %i', async (_at, { table, fisher, chi_square }) => {
  const { tests } = await kernels.compareCounts({ ...observations(table, 2), null_share: null });
  expectTail(
    tests.find((each) => each.test === 'fisher'),
    fisher,
  );
  const found = tests.find((each) => each.test === 'chi_square');
  expect(digits(found?.statistic, chi_square['statistic']!)).toBeGreaterThanOrEqual(DIGITS);
  expectTail(found, chi_square);
});

test.each(references.shares.map((each, at) => [at, each] as const))('share %i', async (_at, { count, rows, share, ...wanted }) => {
  const { tests } = await kernels.compareCounts({ ...observations([count, rows - count], 2), rows: 1, null_share: share });
  expectTail(
    tests.find((each) => each.test === 'binomial'),
    wanted,
  );
});

// R 4.2.2: wilcox.test with conf.int, and shapiro.test; 21 of the 6,435 divisions are at least as far apart.
test('places, intervals and assumptions as R has them', async () => {
  const x = [17.3, 15.1, 19.8, 22.0, 16.4, 18.8, 14.9, 20.5];
  const y = [12.2, 14.8, 13.1, 15.5, 11.9, 16.2, 13.3];
  const { tests, samples } = await numbers(x, y, { permute: true });
  const ranks = tests.find((each) => each.test === 'mann_whitney');
  expect(ranks?.estimate).toBeCloseTo(4.2, 12);
  expect(ranks?.interval?.map((bound) => bound.toFixed(9))).toEqual(['1.600000000', '7.200000000']);
  expect(samples[0]?.normality?.statistic).toBeCloseTo(0.94814834253319, 12);
  expect(samples[0]?.normality?.p).toBeCloseTo(0.6925498518349, 12);
  expect(tests.find((each) => each.test === 'permutation')).toMatchObject({ method: 'exact', p: 21 / 6435 });
});

test('the interval of Hedges’ g is that of the noncentral t', async () => {
  const x = [17.3, 15.1, 19.8, 22.0, 16.4, 18.8, 14.9, 20.5];
  const y = [12.2, 14.8, 13.1, 15.5, 11.9, 16.2, 13.3];
  const { tests } = await numbers(x, y, { effects: true });
  const g = tests.find((each) => each.test === 'student')?.effect;
  // Bounds by inverting pt(t, 13, ncp) of R 4.2.2, whose pt says that it has not its full precision there.
  expect(g?.value).toBeCloseTo(1.8042139899818, 12);
  expect(g?.interval?.[0]).toBeCloseTo(0.6058974, 6);
  expect(g?.interval?.[1]).toBeCloseTo(2.9572011, 6);
});
