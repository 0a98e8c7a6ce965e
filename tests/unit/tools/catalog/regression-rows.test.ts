/** How rows become blocks, and the first pass over blocks that are still coming. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelInstance } from '../../../../src/kernels/instance.ts';
import type { RegressionDesign } from '../../../../src/kernels/contract.ts';
import { Cutter, type Seen } from '../../../../src/tools/model-rows/cutter.ts';
import { EarlyFactors } from '../../../../src/tools/catalog/statistical_regression_tool/early.ts';
import { fitBlocks, heldBlocks, type FitAsks } from '../../../../src/tools/catalog/statistical_regression_tool/fit.ts';
import { BLOCK_ROWS, exponentFor, type Block } from '../../../../src/tools/model-rows/blocks.ts';

const kernels = kernelInstance();
const asks: FitAsks = { precision: 'double', alpha: 0.05, robust: null, normalize: false, predict_at: [], dependence: null };

async function cut(
  columns: readonly Float64Array[],
  weight: number | null,
  sizes: readonly number[],
): Promise<{ cutter: Cutter; blocks: Block[] }> {
  const blocks: Block[] = [];
  const cutter = new Cutter({ columns: columns.length, weight }, (block) => Promise.resolve(void blocks.push(block)));
  const rows = columns[0]!.length;
  let from = 0;
  for (let next = 0; from < rows; next++) {
    const to = Math.min(rows, from + (sizes[next % sizes.length] ?? rows));
    await cutter.take({ rows: to - from, columns: columns.map((values) => values.subarray(from, to)) });
    from = to;
  }
  await cutter.end();
  return { cutter, blocks };
}

test('blocks hold the complete rows in order, however the rows arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(BLOCK_ROWS), fc.nat(2), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1, 3e300)), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 2 * BLOCK_ROWS }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (changes, sizes, weighted) => {
        const rows = BLOCK_ROWS + 100;
        const columns = [0, 1, 2].map((column) => Float64Array.from({ length: rows }, (_, row) => ((row * 31 + column) % 97) + 1));
        for (const [row, column, value] of changes) columns[column]![row] = value;
        const { cutter, blocks } = await cut(columns, weighted ? 2 : null, sizes);
        const whole = (row: number): boolean =>
          columns.every((values) => Number.isFinite(values[row])) && (!weighted || columns[2]![row]! > 0);
        const kept = Array.from({ length: rows }, (_, row) => row).filter(whole);
        expect(blocks.map((block) => block.rows)).toEqual(
          Array.from({ length: Math.ceil(kept.length / BLOCK_ROWS) }, (_, at) => Math.min(BLOCK_ROWS, kept.length - at * BLOCK_ROWS)),
        );
        columns.forEach((values, column) => {
          const found = Float64Array.from(blocks.flatMap(({ rows: own, data }) => [...data.subarray(column * own, (column + 1) * own)]));
          const wanted = Float64Array.from(kept, (row) => values[row]!);
          // Compare bytes, because the report on thousands of numbers would be slow.
          expect(Buffer.compare(Buffer.from(found.buffer), Buffer.from(wanted.buffer))).toBe(0);
          expect(cutter.seen.largest[column]).toBe(wanted.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
          expect(cutter.seen.first[column]).toBe(wanted[0]);
        });
        const { missing, infinite, unweighted } = cutter.dropped;
        const negative = weighted ? rows - kept.length - missing - infinite - unweighted : 0;
        expect([cutter.selected, cutter.complete, cutter.negative]).toEqual([rows, kept.length, negative > 0]);
        expect(missing).toBe(
          Array.from({ length: rows }, (_, row) => row).filter((row) => columns.some((own) => Number.isNaN(own[row]))).length,
        );
      },
    ),
    { numRuns: 8 },
  );
});

const plain = (seen: Seen): RegressionDesign => ({
  columns: [
    { kind: 'product', factors: [] },
    { kind: 'product', factors: [{ column: 0, power: 1 }] },
    { kind: 'product', factors: [{ column: 1, power: 2 }] },
    { kind: 'product', factors: [{ column: 2, power: 1 }] },
  ],
  intercept: true,
  exponents: seen.largest.map(exponentFor),
  weight: null,
  pivots: [0, 0, 0, 0],
});

test.each([
  ['as large as the first block', 1, true],
  ['a thousand times as large', 1e3, true],
  ['beyond what the first block lets expect', 1e40, false],
])('a first pass while rows come, later blocks %s: the same answer', async (_, growth, kept) => {
  const rows = 2 * BLOCK_ROWS + 5;
  const value = (row: number, column: number): number => ((row * 7919 + column * 104_729 + row * column * 31) % 10_007) / 10_007 + 0.5;
  const columns = [0, 1, 2].map((column) =>
    Float64Array.from({ length: rows }, (__, row) => value(row, column) * (row > BLOCK_ROWS && column < 2 ? growth : 1)),
  );
  const early = new EarlyFactors(kernels, 'double', plain, new AbortController().signal);
  const { blocks, cutter } = await cut(columns, null, [BLOCK_ROWS]);
  const first = (
    await cut(
      columns.map((own) => own.subarray(0, BLOCK_ROWS)),
      null,
      [BLOCK_ROWS],
    )
  ).cutter.seen;
  blocks.forEach((_, number) => expect(early.decided(number === 0 ? first : cutter.seen, number)).toBe(true));
  for (const [number, block] of blocks.entries()) await early.factor(block, number);
  const { design, triangles } = early.result(cutter.seen);
  expect(triangles !== undefined).toBe(kept);
  const ahead = await fitBlocks(kernels, design, heldBlocks(blocks), asks, {}, triangles);
  const after = await fitBlocks(kernels, plain(cutter.seen), heldBlocks(blocks), asks);
  const figures = ({ figures: own }: typeof ahead): unknown => ({ ...own, points: own?.points.length });
  expect(figures(ahead)).toEqual(figures(after));
});

test('a first pass waits until the number of rows decides the arithmetic', () => {
  const early = new EarlyFactors(kernels, 'auto', plain, new AbortController().signal);
  const seen = { largest: [1, 1, 1], first: [1, 1, 1] };
  expect([1, 312_500, 312_501].map((rows) => early.decided(seen, rows))).toEqual([false, false, true]);
  expect(new EarlyFactors(kernels, 'exact', plain, new AbortController().signal).decided(seen, 1)).toBe(true);
});
