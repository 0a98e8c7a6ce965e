/** Logistic and Poisson regression against 60-digit arithmetic (`tests/evaluate/generalized-references.py`), and what separates rows. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GeneralizedTable } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { inputOf, type Made } from '../../evaluate/generalized/judge.ts';
import { digits } from '../../support/statistics-sets.ts';

interface Design extends Made {
  readonly name: string;
  readonly coefficient: readonly string[];
  readonly error: readonly string[];
  readonly log10_p: readonly string[];
  readonly deviance: string;
  readonly null_deviance: string;
  readonly log_likelihood: string;
  readonly dispersion: string;
  readonly dean: string;
  readonly likelihood_ratio: readonly (readonly [string, string])[];
  readonly interval: readonly [string, string];
}

const designs = JSON.parse(readFileSync('tests/fixtures/statistics/generalized.json', 'utf8')) as readonly Design[];
const kernels = kernelInstance();
const DIGITS = 12;

const fit = (rows: Made): Promise<GeneralizedTable> => kernels.generalized(inputOf(rows));

const near = (found: number | null | undefined, wanted: string, least = DIGITS): void => {
  expect(digits(found, wanted), `${String(found)} for ${wanted}`).toBeGreaterThanOrEqual(least);
};

describe('the reference designs', () => {
  test('are at least a hundred, of both families, a fifth of them penalised', () => {
    expect(designs.length).toBeGreaterThanOrEqual(100);
    expect(designs.filter(({ penalty }) => penalty === 'firth').length).toBeGreaterThanOrEqual(20);
  });

  test.each(designs.map((design) => [design.name, design] as const))('%s', async (_, design) => {
    const { figures, separation, converged } = await fit(design);
    expect([converged, separation]).toEqual([true, null]);
    const own = figures!;
    own.coefficients.forEach((term, at) => {
      near(term.estimate, design.coefficient[at]!);
      near(term.standard_error, design.error[at]!);
      near(term.log10_p, design.log10_p[at]!);
    });
    near(own.deviance, design.deviance);
    near(own.null_deviance, design.null_deviance);
    near(own.log_likelihood, design.log_likelihood);
    near(own.dispersion, design.dispersion);
    if (design.family === 'poisson') near(own.overdispersion?.statistic, design.dean);
    design.likelihood_ratio.forEach(([statistic, log10_p], at) => {
      near(own.likelihood_ratio[at]?.statistic, statistic);
      near(own.likelihood_ratio[at]?.log10_p, log10_p);
    });
    const first = own.coefficients[design.intercept === false ? 0 : 1]!;
    expect(first.interval_kind).toBe('profile');
    design.interval.forEach((bound, at) => near(first.interval?.[at], bound, 8));
  });
});

describe('separated rows', () => {
  const line = [-3, -2, -1.5, -1, 1, 1.5, 2, 3];

  test('a column that tells every value is named, with its way', async () => {
    const found = await fit({ family: 'binomial', y: [1, 1, 1, 1, 0, 0, 0, 0], x: [line, [1, 0, 2, 0, 1, 0, 2, 1]] });
    expect(found.figures).toBeNull();
    expect(found.separation).toMatchObject({ kind: 'complete' });
    expect(found.separation?.columns).toContainEqual({ at: 1, sign: -1 });
  });

  test('a dummy that tells some values is quasi-complete, and other columns are not named', async () => {
    const dummy = [0, 0, 0, 0, 0, 0, 1, 1];
    const found = await fit({ family: 'binomial', y: [0, 1, 0, 1, 1, 0, 1, 1], x: [dummy, [1, 2, 3, 4, 1, 2, 3, 4]] });
    expect(found.separation).toEqual({ kind: 'quasi_complete', columns: [{ at: 1, sign: 1 }] });
  });

  test('counts of 0 throughout one level have no finite rate', async () => {
    const dummy = [0, 0, 0, 0, 1, 1, 1, 1];
    const found = await fit({ family: 'poisson', y: [2, 0, 1, 3, 0, 0, 0, 0], x: [dummy] });
    expect(found.separation).toEqual({ kind: 'quasi_complete', columns: [{ at: 1, sign: -1 }] });
  });

  test('rows that overlap in a single value are not separated, however steep', async () => {
    const y = [1, 1, 1, 0, 1, 0, 0, 0];
    const found = await fit({ family: 'binomial', y, x: [line.map((value) => value * 1e6)] });
    expect([found.separation, found.converged]).toEqual([null, true]);
  });

  test('Firth’s estimates are finite, and their intervals hold them', async () => {
    const found = await fit({ family: 'binomial', penalty: 'firth', y: [1, 1, 1, 1, 0, 0, 0, 0], x: [line] });
    const term = found.figures!.coefficients[1]!;
    expect(found.separation?.kind).toBe('complete');
    expect(term.estimate).toBeLessThan(0);
    expect(term.interval![0]).toBeLessThan(term.estimate!);
    expect(term.interval![1]).toBeGreaterThan(term.estimate!);
  });

  test('a made line through random rows is found, and random labels of many rows are not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), { minLength: 12, maxLength: 60 }),
        async (rows) => {
          const side = rows.map(([a, b]) => Number(2 * a - 3 * b + 7 > 0));
          fc.pre(
            side.includes(0) && side.includes(1) && new Set(rows.map(([a]) => a)).size > 3 && new Set(rows.map(([, b]) => b)).size > 3,
          );
          const x = [rows.map(([a]) => a), rows.map(([, b]) => b)];
          expect((await fit({ family: 'binomial', y: side, x })).separation).not.toBeNull();
          // Every row with both values: no direction raises one of them without lowering the other.
          const both = await fit({
            family: 'binomial',
            y: [...side, ...side.map((value) => 1 - value)],
            x: x.map((own) => [...own, ...own]),
          });
          expect([both.separation, both.converged]).toEqual([null, true]);
        },
      ),
      { numRuns: 60, seed: 29 },
    );
  });
});

describe('equal data give equal answers', () => {
  const [design] = designs.filter(({ name, penalty }) => name.includes('plain') && penalty === 'none');
  const { family, y, x } = design!;
  const estimates = async (rows: Made): Promise<number[]> => (await fit(rows)).figures!.coefficients.map(({ estimate }) => estimate!);

  test.each(['none', 'firth'] as const)('in another order of rows and in other units (%s)', async (penalty) => {
    const base = await estimates({ family, penalty, y, x });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...y.keys()], { minLength: y.length }),
        fc.integer({ min: -30, max: 30 }),
        async (order, power) => {
          const rows = { family, penalty, y: order.map((row) => y[row]!), x: x.map((own) => order.map((row) => own[row]! * 2 ** power)) };
          (await estimates(rows)).forEach((value, at) => near(value, String(at === 0 ? base[at] : base[at]! / 2 ** power), 13));
        },
      ),
      { numRuns: 20, seed: 7 },
    );
  });

  test('a weight of two is the row twice, and a row of weight one is the row', async () => {
    const weights = y.map((_, at) => 1 + (at % 2));
    const twice = (values: readonly number[]): number[] => values.flatMap((value, at) => (at % 2 ? [value, value] : [value]));
    const weighted = await estimates({ family, y, x, weights });
    (await estimates({ family, y: twice(y), x: x.map(twice) })).forEach((value, at) => near(value, String(weighted[at]), 14));
  });

  test('double and double-double agree where columns do not depend on each other', async () => {
    const plain = await estimates({ family, y, x, precision: 'double' });
    (await estimates({ family, y, x, precision: 'exact' })).forEach((value, at) => near(value, String(plain[at]), 13));
  });
});

test('errors by cluster of independent clusters of one row are those of the sandwich without clusters', async () => {
  const [design] = designs.filter(({ name }) => name.startsWith('poisson plain'));
  const { y, x } = design!;
  const alone = await fit({ family: 'poisson', y, x, clusters: y.map((_, at) => at + 1) });
  const term = alone.figures!.coefficients[1]!;
  expect(term.clustered!.standard_error! / term.standard_error!).toBeGreaterThan(0.5);
  expect(term.clustered!.standard_error! / term.standard_error!).toBeLessThan(2);
  // Each row four times is one row for errors by cluster.
  const repeat = (values: readonly number[]): number[] => values.flatMap((value) => [value, value, value, value]);
  const four = await fit({ family: 'poisson', y: repeat(y), x: x.map(repeat), clusters: repeat(y.map((_, at) => at + 1)) });
  const own = four.figures!.coefficients[1]!;
  expect(own.standard_error! / term.standard_error!).toBeCloseTo(0.5, 10);
  expect(own.clustered!.standard_error! / term.clustered!.standard_error!).toBeCloseTo(1, 1);
});
