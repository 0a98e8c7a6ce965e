/** Survival analysis against 60-digit arithmetic (`tests/evaluate/survival-references.py`) and cases that are counted by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SurvivalInput } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { digits } from '../../support/statistics-sets.ts';

type Tested = readonly [string, string];
interface Design {
  readonly name: string;
  readonly entry: readonly number[];
  readonly exit: readonly number[];
  readonly event: readonly number[];
  readonly group: readonly number[];
  readonly stratum: readonly number[];
  readonly x: readonly (readonly number[])[];
  readonly curves: readonly { readonly median: readonly (string | null)[]; readonly points: readonly (readonly (string | null)[])[] }[];
  readonly log_rank: Tested;
  readonly peto_peto: Tested;
  readonly hazards: {
    readonly coefficient: readonly string[];
    readonly error: readonly string[];
    readonly p: readonly string[];
    readonly likelihood: readonly string[];
    readonly likelihood_ratio: Tested;
    readonly wald: Tested;
    readonly score: Tested;
    readonly proportional: readonly Tested[];
    readonly proportional_whole: Tested;
  };
}
const designs = JSON.parse(readFileSync('tests/fixtures/statistics/survival.json', 'utf8')) as readonly Design[];
const kernels = kernelInstance();
const DIGITS = 12;

const inputOf = ({
  entry,
  exit,
  event,
  group,
  stratum,
  x,
}: Pick<Design, 'entry' | 'exit' | 'event' | 'group' | 'stratum' | 'x'>): SurvivalInput => ({
  entry: entry.some((time) => time > 0) ? Float64Array.from(entry) : null,
  exit: Float64Array.from(exit),
  event: Uint8Array.from(event),
  groups: Uint32Array.from(group),
  group_count: Math.max(...group) + 1,
  strata: Uint32Array.from(stratum),
  strata_count: Math.max(...stratum) + 1,
  covariates: x.map((column) => Float64Array.from(column)),
  at: Float64Array.of(0, 100),
  alpha: 0.05,
});

const near = (found: number | null | undefined, wanted: string | null | undefined): void => {
  if (wanted === null) expect(found === null || Number.isNaN(found)).toBe(true);
  else expect(digits(found, wanted!)).toBeGreaterThanOrEqual(DIGITS);
};
const nearTest = (found: { statistic: number | null; p: number | null } | null | undefined, [statistic, p]: Tested): void => {
  // A statistic is 0 up to rounding where observed and expected agree.
  if (Math.abs(Number(statistic)) > 1e-20) near(found?.statistic, statistic);
  if (Number(p) < 0.999999) near(found?.p, p);
};

test.each(designs.map((each) => [each.name, each] as const))('curves and rank tests of %s', async (_name, design) => {
  const { curves, ranks } = await kernels.survival({ ...inputOf(design), covariates: [] });
  design.curves.forEach(({ median, points }, at) => {
    const own = curves[at]!;
    near(own.median.value, median[0]);
    near(own.median.low, median[1]);
    near(own.median.high, median[2]);
    for (const [time, survival, error, low, high] of points) {
      const k = own.times.indexOf(Number(time));
      if (Number(survival) === 0) expect(own.survival[k]).toBe(0);
      else near(own.survival[k], survival);
      near(own.error[k], error);
      near(own.low[k], low);
      near(own.high[k], high);
    }
  });
  nearTest(ranks?.log_rank, design.log_rank);
  nearTest(ranks?.peto_peto, design.peto_peto);
});

test.each(designs.map((each) => [each.name, each] as const))('hazards of %s', async (_name, design) => {
  const { hazards } = await kernels.survival(inputOf(design));
  const wanted = design.hazards;
  expect(hazards?.unbounded).toEqual([]);
  wanted.coefficient.forEach((coefficient, at) => {
    const term = hazards?.terms[at];
    near(term?.coefficient, coefficient);
    near(term?.error, wanted.error[at]);
    near(term?.p, wanted.p[at]);
    nearTest(term?.proportional, wanted.proportional[at]!);
  });
  near(hazards?.log_likelihood.null_model, wanted.likelihood[0]);
  near(hazards?.log_likelihood.fitted, wanted.likelihood[1]);
  for (const name of ['likelihood_ratio', 'wald', 'score'] as const) nearTest(hazards?.[name], wanted[name]);
  nearTest(hazards?.proportional, wanted.proportional_whole);
});

describe('cases counted by hand', () => {
  const plain = (exit: number[], event: number[], more: Partial<SurvivalInput> = {}) =>
    kernels.survival({
      ...inputOf({ entry: exit.map(() => 0), exit, event, group: exit.map(() => 0), stratum: exit.map(() => 0), x: [] }),
      ...more,
    });

  test('a row that is censored at the time of an event is at risk of it', async () => {
    const { curves } = await plain([1, 2, 2, 3], [1, 1, 0, 0]);
    expect([...curves[0]!.at_risk]).toEqual([4, 3]);
    expect(curves[0]!.survival[1]).toBeCloseTo(0.5, 15);
  });

  test('a row is at risk only after it entered', async () => {
    const { curves } = await plain([5, 6, 7], [1, 1, 1], { entry: Float64Array.of(0, 5, 0) });
    expect([...curves[0]!.at_risk]).toEqual([2, 2, 1]);
    expect([...curves[0]!.counts]).toEqual([2, 0]);
  });

  test('without any event there is no curve, no test and no model', async () => {
    const { curves, ranks, hazards } = await plain([1, 2, 3], [0, 0, 0], {
      groups: Uint32Array.of(0, 1, 1),
      group_count: 2,
      covariates: [Float64Array.of(1, 2, 3)],
    });
    expect(curves[0]!.times.length).toBe(0);
    expect(curves[0]!.median.value).toBeNull();
    expect(ranks).toBeNull();
    expect(hazards).toBeNull();
  });

  test('a covariate that repeats another one is dropped', async () => {
    const x = [3, 1, 4, 1, 5, 9, 2, 6];
    const { hazards } = await plain([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 1, 1, 0, 1, 1], {
      covariates: [Float64Array.from(x), Float64Array.from(x, (value) => value / 10), new Float64Array(8).fill(7)],
    });
    expect(hazards?.dropped).toEqual([1, 2]);
    expect(hazards?.terms[0]).not.toBeNull();
  });

  test('a covariate that orders the events without fault has no finite ratio of hazards', async () => {
    const { hazards } = await plain([1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, 1], { covariates: [Float64Array.of(6, 5, 4, 3, 2, 1)] });
    expect(hazards?.unbounded).toEqual([0]);
    expect(hazards?.terms).toEqual([null]);
    expect(hazards?.likelihood_ratio.statistic).toBeGreaterThan(5);
  });

  test('a curve that ends while rows enter later says so', async () => {
    const { curves } = await plain([1, 9], [1, 1], { entry: Float64Array.of(0, 4) });
    expect(curves[0]!.emptied).toBe(1);
  });
});
