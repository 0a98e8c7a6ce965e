import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kendallDistinct, kendallExact, spearmanExact } from '../../../src/kernels/statistics/exact-ranks.ts';
import { ranksOf } from '../../../src/kernels/statistics/ranks.ts';

/** Every order of the values. */
function* orders(values: readonly number[]): Generator<number[]> {
  if (values.length === 0) yield [];
  for (const [at, value] of values.entries()) for (const rest of orders(values.toSpliced(at, 1))) yield [value, ...rest];
}

const score = (x: readonly number[], y: readonly number[]): number =>
  x.reduce(
    (sum, a, at) => x.slice(0, at).reduce((part, b, before) => part + Math.sign(a - b) * Math.sign((y[at] ?? 0) - (y[before] ?? 0)), sum),
    0,
  );

/** Sum of products about its mean, times the number of rows: as far from zero as the correlation. */
const distance = (x: readonly number[], y: readonly number[]): number => {
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return x.length * total(x.map((value, at) => value * (y[at] ?? 0))) - total(x) * total(y);
};

function share(x: readonly number[], y: readonly number[], of: (x: readonly number[], y: readonly number[]) => number): number {
  const observed = Math.abs(of(x, y));
  const all = [...orders(y)];
  return all.filter((order) => Math.abs(of(x, order)) >= observed).length / all.length;
}

const ranks = (values: readonly number[]): number[] => [...ranksOf(Float64Array.from(values)).ranks];
const pairs = fc
  .integer({ min: 3, max: 6 })
  .chain((size) => fc.tuple(...[0, 1].map(() => fc.array(fc.integer({ min: 0, max: 4 }), { minLength: size, maxLength: size }))));

describe('exact p-values of rank correlations', () => {
  test('are the share of all pairings that are as far from zero, ties included', () => {
    fc.assert(
      fc.property(pairs, ([x = [], y = []]) => {
        expect(spearmanExact(ranks(x), ranks(y))).toBeCloseTo(share(ranks(x), ranks(y), distance), 12);
        expect(kendallExact(x, y)).toBeCloseTo(share(x, y, score), 12);
      }),
      { numRuns: 60 },
    );
  });

  test('of one order in n! are 2 in n!, without ties', () => {
    for (const [n, p] of [
      [3, 1 / 3],
      [4, 1 / 12],
      [5, 1 / 60],
      [8, 1 / 20_160],
      [12, 2 / 479_001_600],
    ] as const) {
      const order = Array.from({ length: n }, (_, at) => at + 1);
      expect(spearmanExact(order, order)).toBeCloseTo(p, 15);
      expect(kendallDistinct(n, (n * (n - 1)) / 2)).toBeCloseTo(p, 15);
    }
  });

  test('of Kendall agree between the count of pairings and the recurrence', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }), (y) => {
        const x = [1, 2, 3, 4, 5, 6, 7];
        expect(kendallDistinct(7, score(x, y))).toBeCloseTo(kendallExact(x, y), 12);
      }),
      { numRuns: 40 },
    );
  });
});
