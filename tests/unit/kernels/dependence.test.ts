/** Errors of a regression for rows that depend on each other. */
import { expect, test } from 'vitest';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import {
  autocorrelations,
  noisyAutocorrelations,
  partialAutocorrelations,
  predictionOf,
} from '../../../src/kernels/statistics/regression/autoregression.ts';
import { LongRunVariance } from '../../../src/kernels/statistics/regression/serial.ts';
import { fitBlocks, heldBlocks } from '../../../src/tools/catalog/statistical_regression_tool/fit.ts';
import { randomSource } from '../../support/random.ts';
import { independentSeries, ratesOf } from '../../evaluate/false-positives.ts';

const kernels = kernelInstance();

const SIZES = [9, 2, 5, 7, 3, 4];
const clusters = SIZES.flatMap((size, cluster) => new Array<number>(size).fill(cluster));
const rounded = (value: number): number => Number(value.toFixed(3));

test('errors by cluster are CR2 with the degrees of freedom of Bell and McCaffrey', async () => {
  const effects = [0.9, -1.2, 0.4, -0.6, 1.1, -0.3];
  const x = clusters.map((cluster, i) => rounded(Math.sin(1.7 * i) * 3 + cluster * 0.8));
  const z = clusters.map((_, i) => rounded(Math.cos(2.3 * i) * 2 + (i % 4)));
  const y = clusters.map((cluster, i) => rounded(1 + 0.5 * x[i]! - 0.3 * z[i]! + effects[cluster]! + Math.sin(5.1 * i) * 0.7));
  const linear = (column: number) => ({ kind: 'product' as const, factors: [{ column, power: 1 }] });
  const design = {
    columns: [{ kind: 'product' as const, factors: [] }, linear(0), linear(1), linear(2)],
    ...{ intercept: true, exponents: [-3, -3, -3, 0], weight: null, pivots: [0, x[0]! / 8, z[0]! / 8, y[0]! / 8] },
  };
  const data = Float64Array.from([...x, ...z, ...y, ...clusters]);
  const asks = { precision: 'exact', alpha: 0.05, robust: null, normalize: false, predict_at: [], dependence: { cluster: 3 } } as const;
  const { figures } = await fitBlocks(kernels, design, heldBlocks([{ rows: clusters.length, data }]), asks);
  // By dense matrices, (I − H)^(−½) of every cluster, in numpy.
  const wanted = [
    { se: 0.05118005954998511, df: 3.9582662593538815 },
    { se: 0.036999049075593905, df: 3.1333413282116465 },
  ];
  for (const [at, { se, df }] of wanted.entries()) {
    const { clustered } = figures!.terms[at + 1]!;
    expect(clustered!.standard_error! / se).toBeCloseTo(1, 10);
    expect(clustered!.df / df).toBeCloseTo(1, 10);
  }
  expect(figures!.dependence?.clusters?.count).toBe(SIZES.length);
});

test('the test of clusters does not depend on the unit of the weights', async () => {
  const effects = [0.9, -1.2, 0.4, -0.6, 1.1, -0.3];
  const x = clusters.map((_, i) => rounded(Math.sin(1.7 * i) * 3));
  const y = clusters.map((cluster, i) => rounded(1 + 0.5 * x[i]! + 0.4 * effects[cluster]! + Math.sin(5.1 * i) * 0.7));
  const linear = (column: number) => ({ kind: 'product' as const, factors: [{ column, power: 1 }] });
  const clustersP = async (unit: number): Promise<number | undefined> => {
    const design = {
      columns: [{ kind: 'product' as const, factors: [] }, linear(0), linear(1)],
      ...{ intercept: true, exponents: [-3, -3, 0, 0], weight: 2, pivots: [0, x[0]! / 8, y[0]! / 8] },
    };
    const data = Float64Array.from([...x, ...y, ...clusters.map((_, i) => (1 + (i % 3)) * unit), ...clusters]);
    const asks = { precision: 'exact', alpha: 0.05, robust: null, normalize: false, predict_at: [], dependence: { cluster: 3 } } as const;
    const { figures } = await fitBlocks(kernels, design, heldBlocks([{ rows: clusters.length, data }]), asks);
    return figures!.dependence?.clusters?.p;
  };
  const p = await clustersP(1);
  expect(p).toBeGreaterThan(1e-6);
  expect(p).toBeLessThan(0.5);
  for (const unit of [0.25, 4, 64]) expect(await clustersP(unit)).toBeCloseTo(p!, 10);
});

test('an autoregression has the autocorrelations and the prediction that belong to its partial ones', () => {
  // x_t = .5 x_{t−1} − .3 x_{t−2}: partial ones .5 / 1.3 and −.3.
  const found = autocorrelations([0.5 / 1.3, -0.3], 4);
  const wanted = [1, 0.5 / 1.3];
  for (let lag = 2; lag <= 4; lag++) wanted.push(0.5 * wanted[lag - 1]! - 0.3 * wanted[lag - 2]!);
  wanted.forEach((value, lag) => expect(found[lag]).toBeCloseTo(value, 14));
  const prediction = predictionOf(found, 3);
  [0.5, -0.3, 0].forEach((value, at) => expect(prediction[at]).toBeCloseTo(value, 12));
});

test('the order of an autoregression is that of the series, and white noise has none', () => {
  const random = randomSource(4);
  const noise = Float64Array.from({ length: 4000 }, () => random.normal(1));
  expect(partialAutocorrelations(noise, 20, Math.log)).toEqual([]);
  const series = noise.slice();
  for (let at = 1; at < series.length; at++) series[at] = 0.8 * series[at - 1]! + noise[at]!;
  const [first, ...others] = partialAutocorrelations(series, 20, Math.log);
  expect(first).toBeCloseTo(0.8, 1);
  expect(others).toEqual([]);
});

test('a slow series that is read through noise keeps its slow decay', () => {
  const random = randomSource(6);
  const slow = new Float64Array(1000);
  for (let at = 1; at < slow.length; at++) slow[at] = 0.95 * slow[at - 1]! + random.normal(Math.sqrt(1 - 0.95 ** 2));
  const read = slow.map((value) => value + random.normal(1.5));
  const wanted = (lag: number): number => 0.95 ** lag / (1 + 1.5 ** 2);
  const found = noisyAutocorrelations(read, 20, 40, Math.log);
  for (const lag of [1, 5, 20, 40]) expect(Math.abs(found[lag]! - wanted(lag))).toBeLessThan(0.1);
  expect(found[20]! / found[1]!).toBeGreaterThan(0.2);
  // Without noise it is the autoregression.
  const plain = noisyAutocorrelations(slow, 20, 40, Math.log);
  expect(plain).toEqual(autocorrelations(partialAutocorrelations(slow, 20, Math.log), 40));
});

test('the variance of a sum of dependent values is that of their long run', () => {
  const random = randomSource(5);
  const rows = 8000;
  const coefficient = 0.7;
  const series = new Float64Array(rows);
  for (let at = 1; at < rows; at++) series[at] = coefficient * series[at - 1]! + random.normal(1);
  const longRun = new LongRunVariance(rows, 1, { ln: Math.log, cosine: Math.cos });
  const { variance, df, effective } = longRun.of(series, longRun.correlationsOf(series));
  // Of the sum: n σ² / (1 − φ)²; independent values: n (1 − φ) / (1 + φ).
  expect((variance / rows) * (1 - coefficient) ** 2).toBeGreaterThan(0.7);
  expect((variance / rows) * (1 - coefficient) ** 2).toBeLessThan(1.4);
  expect(df).toBe(160);
  expect(effective / rows / (0.3 / 1.7)).toBeCloseTo(1, 0);
});

test('independent autoregressions are called related about as often as alpha says', async () => {
  const [all] = ratesOf(await independentSeries(77, 400));
  // Within four standard errors of .05.
  expect(all!.found / all!.pairs).toBeLessThan(0.094);
  expect(all!.found).toBeGreaterThan(2);
  expect(all!.undecided / all!.pairs).toBeLessThan(0.05);
});

test('so are series that are read through noise', async () => {
  const [all] = ratesOf(await independentSeries(78, 400, { lowest: 0.98, highest: 0.98, noise: 1 }));
  // Within four standard errors of .05; an autoregression alone misses the slow decay, and finds a relation in .165 of these pairs.
  expect(all!.found / all!.pairs).toBeLessThan(0.094);
  expect(all!.found).toBeGreaterThan(2);
  expect(all!.undecided / all!.pairs).toBeLessThan(0.05);
});

test('a strong relation keeps a narrow interval', () => {
  const random = randomSource(79);
  const rows = 600;
  const x = new Float64Array(rows);
  for (let at = 1; at < rows; at++) x[at] = 0.8 * x[at - 1]! + random.normal(1);
  const squares = x.reduce((sum, value) => sum + value * value, 0);
  const weights = x.map((value) => value / squares);
  const residuals = x.map(() => random.normal(0.01));
  const longRun = new LongRunVariance(rows, 1, { ln: Math.log, cosine: Math.cos }, true);
  const [fitted, moved] = [undefined, 1].map((off) => longRun.weighted(weights, residuals, off).variance);
  // Two standard errors off, and not the whole coefficient of 1, which is hundreds of them.
  expect(moved! / fitted!).toBeGreaterThan(1);
  expect(moved! / fitted!).toBeLessThan(1.1);
});
