import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { nodeEngine } from '../../support/node-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

it('returns cells in the form that scripts receive, with bound values', async () => {
  const { columns, rows } = await engine.rows('SELECT ? AS a, 9007199254740993::BIGINT AS b, NULL AS c, encode(?) AS d', ["'; DROP", 'a']);
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(rows).toEqual([["'; DROP", '9007199254740993', null, '61']]);
});

it('returns row numbers as a typed array, and rejects other columns', async () => {
  const numbers = await engine.numbers('SELECT i::UINTEGER FROM range(?) r(i) ORDER BY i DESC', [5000]);
  expect(numbers).toBeInstanceOf(Uint32Array);
  expect([numbers.length, numbers[0], numbers[4999]]).toEqual([5000, 4999, 0]);
  await expect(engine.numbers('SELECT i FROM range(3) r(i)')).rejects.toThrow(/one column of UINTEGER without NULL, found BIGINT/);
  expect(await engine.numbers('SELECT 1::UINTEGER WHERE FALSE')).toHaveLength(0);
});

it("returns rows while a person's statement is running", async () => {
  const controller = new AbortController();
  const long = engine.query('SELECT count(*) FROM range(100000000) a, range(1000) b', { signal: controller.signal });
  await expect(engine.rows('SELECT 1')).resolves.toMatchObject({ rows: [[1]] });
  controller.abort();
  await expect(long).rejects.toThrow(/abort|cancel/i);
});
