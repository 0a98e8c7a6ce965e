/** Logistic and Poisson regression against 60-digit arithmetic (`tests/evaluate/generalized-references.py`), and what separates rows. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GeneralizedInput, GeneralizedTable } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { digits } from '../../support/statistics-sets.ts';

interface Rows {
  readonly family: GeneralizedInput['family'];
  readonly penalty?: GeneralizedInput['penalty'];
  readonly intercept?: boolean;
  readonly y: readonly number[];
  readonly x: readonly (readonly number[])[];
  readonly weights?: readonly number[] | null;
  readonly offset?: readonly number[] | null;
  readonly clusters?: readonly number[];
  readonly precision?: GeneralizedInput['precision'];
}

interface Design extends Rows {
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

/** Powers of two that bring a column to magnitudes of at most 1. */
const exponentOf = (values: readonly number[]): number => {
  const most = Math.max(...values.map(Math.abs));
  return most === 0 ? 0 : -Math.floor(Math.log2(most)) - 1;
};

function inputOf({ family, penalty = 'none', intercept = true, y, x, weights, offset, clusters, precision = 'auto' }: Rows): GeneralizedInput {
  const numeric = [...x, y];
  const all = [...numeric, ...(weights ? [weights] : []), ...(offset ? [offset] : []), ...(clusters ? [clusters] : [])];
  const exponents = all.map((values, at) => (at < x.length ? exponentOf(values) : 0));
  const data = new Float64Array(all.length * y.length);
  all.forEach((values, at) => data.set(values, at * y.length));
  const columns = numeric.map((_, column) => ({ kind: 'product' as const, factors: [{ column, power: 1 }] }));
  const first = intercept ? 1 : 0;
  return {
    ...{ family, penalty, precision, alpha: 0.05, per: 1, predict_at: [] },
    blocks: [{ rows: y.length, data }],
    design: {
      columns: [...(intercept ? [{ kind: 'product' as const, factors: [] }] : []), ...columns],
      ...{ intercept, exponents, weight: weights ? numeric.length : null },
      pivots: [...(intercept ? [0] : []), ...numeric.map((values, at) => (intercept ? values[0]! * 2 ** exponents[at]! : 0))],
    },
    offset: offset ? numeric.length + (weights ? 1 : 0) : null,
    terms: x.map((_, at) => [at + first]),
    cluster: clusters ? all.length - 1 : null,
  };
}

const fit = (rows: Rows): Promise<GeneralizedTable> => kernels.generalized(inputOf(rows));

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
