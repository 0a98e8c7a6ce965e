import { expect, test } from 'vitest';
import { ToolResult } from '../../../../src/tools/contract/result.ts';
import { bench, call } from '../../../support/tools.ts';

/** Input that is large or cunning rather than merely wrong; each gets one clear answer, and the next call runs. */
const MEGABYTES_10 = 10_000_000;

const nested = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => ({ a: inner }), 1);

test.each([
  ['NaN', () => call({ arguments: { factor: NaN } }), 'INVALID_VALUE'],
  ['the key prototype', () => call({ arguments: { factor: 3, prototype: 1 } }), 'UNKNOWN_ARGUMENT'],
  ['deep nesting as a value', () => call({ arguments: { factor: 3, options: nested(1000) } }), 'INVALID_VALUE'],
  ['a lone surrogate as a key', () => call({ arguments: { factor: 3, '\ud800': 1 } }), 'INVALID_VALUE'],
  ['ten megabytes of text', () => `{"tool_name": "row_multiplier", "label": "${'a'.repeat(MEGABYTES_10)}"}`, 'PAYLOAD_TOO_LARGE'],
  ['ten megabytes as a value', () => call({ arguments: { factor: 3, label: 'a'.repeat(MEGABYTES_10) } }), 'PAYLOAD_TOO_LARGE'],
  [
    'a million values',
    () => call({ arguments: { factor: 3, list: Array.from({ length: 1_000_000 }, (_, at) => at) } }),
    'PAYLOAD_TOO_LARGE',
  ],
  ['a key given twice', () => '{"tool_name": "row_multiplier", "tool_version": "1.0.0", "tool_name": "row_multiplier"}', 'INVALID_JSON'],
])('%s', async (_what, make, code) => {
  const { runner } = bench();
  const result = await runner.run(make());
  expect(result.status).toBe('error');
  expect(result.errors.map((error) => error.code)).toContain(code);
  expect(ToolResult.safeParse(result).error).toBeUndefined();
  expect(JSON.stringify(result).length).toBeLessThan(100_000);
  expect((await runner.run(call({ request_id: 'after' }))).status).toBe('ok');
});

test('a key given twice is told with both places', async () => {
  const { runner } = bench();
  const [error] = (await runner.run('{\n  "tool_name": "a",\n  "tool_name": "b"\n}')).errors;
  expect(error?.message).toBe('expected every key once, got "tool_name" again (first in line 2)');
  expect(error).toMatchObject({ pointer: '/tool_name', details: { line: 3 } });
});
