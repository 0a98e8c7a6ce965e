import { expect, test } from 'vitest';
import { ToolResult } from '../../src/tools/contract/index.ts';
import { contractChecker } from '../../src/tools/contract/schema.ts';
import { corpus } from './corpus.ts';
import { resultRows } from './results.ts';

const results = await corpus();

test('the corpus holds every status and many codes', () => {
  expect(new Set(results.map((result) => result.status))).toEqual(new Set(['ok', 'partial', 'error']));
  expect(new Set(results.flatMap((result) => result.errors.map((error) => error.code))).size).toBeGreaterThan(12);
});

test('every result fits the contract by both validators', () => {
  for (const result of results) {
    expect(ToolResult.safeParse(result).error).toBeUndefined();
    expect(contractChecker('tool-result').check(result)).toMatchObject({ zod: true, ajv: true });
  }
});

test.each(resultRows)('$id $asks', ({ holds }) => {
  expect(results.filter((result) => !holds(result)).map((result) => result.summary)).toEqual([]);
});
