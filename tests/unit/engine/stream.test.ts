import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { decodeArrow } from '../../../src/engine/rows.ts';
import { nodeEngine } from '../../support/node-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

describe('stream', () => {
  it('delivers every row once, in order, in parts', async () => {
    const sizes: number[] = [];
    let next = 7;
    await engine.stream('SELECT i, i::VARCHAR AS word FROM range(?, 200007) r(i)', [7], (part) => {
      sizes.push(part.rows);
      const answer = part.answer();
      const [numbers, words] = [answer.column('i').values, answer.column('word').values];
      for (let row = 0; row < part.rows; row++, next++) {
        if (numbers[row] !== BigInt(next) || words[row] !== String(next)) throw new Error(`row ${String(next)} is ${String(words[row])}`);
      }
      expect(decodeArrow(part.ipc()).rows).toBe(part.rows);
      return Promise.resolve();
    });
    expect(next).toBe(200_007);
    expect(Math.max(...sizes)).toBeLessThan(70_000);
  });

  it('computes rows as they are taken: a late failure comes after the first parts', async () => {
    let rows = 0;
    const late = engine.stream("SELECT CASE WHEN i > 3000000 THEN error('far') ELSE i END AS i FROM range(4000000) r(i)", [], (part) => {
      rows += part.rows;
      return Promise.resolve();
    });
    await expect(late).rejects.toThrow('far');
    expect(rows).toBeGreaterThan(1_000_000);
    expect((await engine.answer('SELECT 1 AS one')).rows).toBe(1);
  });

  it('ends when the caller cancels or throws, and the engine stays usable', async () => {
    const controller = new AbortController();
    const given = engine.stream(
      'SELECT i FROM range(1000000000) r(i)',
      [],
      () => {
        controller.abort();
        return Promise.resolve();
      },
      { signal: controller.signal },
    );
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.stream('SELECT 1 AS one', [], () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect((await engine.answer('SELECT 42 AS n')).column('n').values[0]).toBe(42);
  });

  it('returns views of doubles with NaN for NULL, and rejects other types', async () => {
    const seen: number[] = [];
    const sql = 'SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i::DOUBLE END AS a, (i / 2)::DOUBLE AS b FROM range(5000) r(i)';
    await engine.stream(sql, [], (part) => {
      for (const { rows, columns } of part.doubles()) {
        expect(columns.map(({ length }) => length)).toEqual([rows, rows]);
        for (let row = 0; row < rows; row++) seen.push(columns[0]![row]!, columns[1]![row]!);
      }
      return Promise.resolve();
    });
    expect(seen).toEqual(Array.from({ length: 5000 }, (_, i) => [i % 3 === 0 ? NaN : i, i / 2]).flat());
    const whole = engine.stream('SELECT 1::DOUBLE AS a, 1 AS b', [], (part) => Promise.resolve(void part.doubles()));
    await expect(whole).rejects.toThrow('expected DOUBLE columns, found b of type INTEGER');
  });

  it('delivers no part if there are no rows', async () => {
    await engine.stream('SELECT 1 AS one WHERE FALSE', [], () => Promise.reject(new Error('called')));
  });
});
