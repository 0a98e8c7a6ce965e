import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import type { Kernels } from '../../../src/kernels/contract.ts';
import { BLOCK_ROWS } from '../../../src/tools/model-rows/blocks.ts';
import { certifiedRegression, fitColumns } from '../../evaluate/regression.ts';

const kernels = kernelInstance();

test('NIST regression, exact: what doubles allow, less 0.5 digits, and Filip 13.5', async () => {
  const rows = await certifiedRegression('exact');
  expect(rows).toHaveLength(11);
  for (const { set, figures, ours, ceiling } of rows)
    ours.forEach((value, at) => expect(value, `${set} ${figures[at] ?? ''}`).toBeGreaterThanOrEqual((ceiling[at] ?? 15) - 0.5));
  const filip = rows.find(({ set }) => set === 'Filip');
  expect(Math.min(...(filip?.ours ?? [0]))).toBeGreaterThanOrEqual(13.5);
  // Known to six places.
  expect(filip?.condition).toBeCloseTo(5.20682e9, -5);
});

test('NIST regression, double: coefficients as good as R or the ceiling, less 0.3 digits', async () => {
  for (const { set, ours, ceiling, r } of await certifiedRegression('double'))
    expect(ours[0], set).toBeGreaterThanOrEqual(Math.min(r[0] ?? 15, ceiling[0] ?? 15) - 0.3);
});

/** Columns by a formula; the last is the target. */
function made(rows: number): Float64Array[] {
  const value = (row: number, column: number): number => ((row * 7919 + column * 104_729 + row * column * 31) % 10_007) / 10_007;
  const features = Array.from({ length: 3 }, (_, column) => Float64Array.from({ length: rows }, (__, row) => value(row, column)));
  const target = Float64Array.from(
    { length: rows },
    (_, row) => 2 + features.reduce((sum, own, at) => sum + own[row]! * at, 0) + value(row, 9),
  );
  return [...features, target];
}

/** The kernels as a pool has them: several blocks at once, done in any order. */
const threads = (lanes: number): Kernels => ({
  ...kernels,
  lanes,
  factorBlock: async (input) => {
    await new Promise((resolve) => setTimeout(resolve, lanes > 1 ? 20 - (input.data[0] ?? 0) * 20 : 0));
    return kernels.factorBlock(input);
  },
});

test.each(['double', 'exact'] as const)('the same bits with 1, 2 and 4 blocks at once, %s', async (precision) => {
  const rows = 4 * BLOCK_ROWS + 17;
  const terms = [0, 1, 2].map((column) => [{ column, power: 1 }]);
  const answers = [];
  for (const lanes of [1, 2, 4]) answers.push(JSON.stringify(await fitColumns(threads(lanes), made(rows), terms, true, { precision })));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('"exact":' + String(precision === 'exact'));
});

test('a plane without noise comes back, whatever its magnitudes and its level', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 3, maxLength: 3 }),
      fc.integer({ min: -250, max: 250 }),
      fc.integer({ min: 0, max: 9 }),
      async (slopes, exponent, level) => {
        const columns = made(40).slice(0, 3);
        const scale = 2 ** exponent;
        const base = 10 ** level;
        const target = Float64Array.from(
          { length: 40 },
          (_, row) => columns.reduce((sum, own, at) => sum + own[row]! * (slopes[at] ?? 0), base) * scale,
        );
        fc.pre(target.some((value) => value !== target[0]));
        const { figures } = await fitColumns(
          kernels,
          [...columns, target],
          [0, 1, 2].map((column) => [{ column, power: 1 }]),
          true,
        );
        const size = Math.max(base, ...slopes.map(Math.abs));
        slopes.forEach((slope, at) =>
          expect(Math.abs((figures?.terms[at + 1]?.estimate ?? NaN) / scale - slope)).toBeLessThan(1e-13 * size),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('the call ends when its signal says so', async () => {
  const signal = AbortSignal.abort();
  const [first] = made(10);
  const design = { columns: [], intercept: true, exponents: [], weight: null, pivots: [] };
  await expect(kernels.factorBlock({ rows: 10, data: first!, design, exact: false }, { signal })).rejects.toThrow('the computation');
});
