import { expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { z } from '../../../../src/tools/contract/zod.ts';
import { bench, call, multiplier } from '../../../support/tools.ts';

/** Checks of a tool’s answer against its output schema. */
const codes = (result: ToolResult): string[] => result.errors.map((error) => error.code);

test.each([
  ['another shape', { product: 'many', labels: [] }],
  ['an extra key', { product: 1, labels: [], more: 1 }],
  ['NaN', { product: NaN, labels: [] }],
  ['a date', { product: 1, labels: [new Date(0)] }],
])('output with %s is refused', async (_what, structured_output) => {
  const tool = multiplier({
    run: () => Promise.resolve({ status: 'ok', summary: 'x', structured_output, warnings: [], confidence_inputs: { rows: 1 } }),
  });
  const { runner } = bench([tool]);
  expect(codes(await runner.run(call()))).toEqual(['OUTPUT_INVALID']);
});

test('a fault behind thousands of sound items is told with its place', async () => {
  const labels: unknown[] = Array.from({ length: 2500 }, (_, at) => `label ${String(at)}`);
  labels[2499] = 7;
  const run = () =>
    Promise.resolve({
      status: 'ok' as const,
      summary: 'x',
      structured_output: { product: 1, labels },
      warnings: [],
      confidence_inputs: { rows: 1 },
    });
  const output = z.strictObject({ product: z.number(), labels: z.array(z.string()).max(5000) });
  const { errors } = await bench([multiplier({ run, output })]).runner.run(call());
  expect(errors).toMatchObject([{ code: 'OUTPUT_INVALID', message: expect.stringMatching(/labels\[2499\]/) as unknown }]);
});

test('a partial result must say why, and a broken postcondition is noticed', async () => {
  const outcome = (status: 'ok' | 'partial') => () =>
    Promise.resolve({ status, summary: 'x', structured_output: { product: 1, labels: [] }, warnings: [], confidence_inputs: { rows: 1 } });
  expect(codes(await bench([multiplier({ run: outcome('partial') })]).runner.run(call()))).toEqual(['OUTPUT_INVALID']);
  const postconditions = [
    { id: 'even', description: 'The product is even.', holds: (output: { product: number }) => output.product % 2 === 0 },
  ];
  const odd = multiplier({ run: outcome('ok'), postconditions });
  const result = await bench([odd]).runner.run(call());
  expect(result.errors[0]?.message).toContain('even');
});
