import { afterAll, describe, expect, test } from 'vitest';
import { nodeBindings } from '../../src/cli/engine/native/node-bindings.ts';
import { startNative } from '../../src/cli/engine/native/native-database.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import { encodeIpc } from '../../src/tables/arrow.ts';
import { Batch } from '../../src/tables/batch.ts';
import { seesNative } from '../support/native-engine.ts';
import { startInNode } from '../support/node-engine.ts';
import { randomSource } from '../support/random.ts';

const MEMORY_MB = 100;
const COLUMNS = Array.from({ length: 8 }, (_, at) => ({ name: `c${String(at)}`, type: 'BIGINT' as const }));
const BATCH_ROWS = 122_880;
/** Rows without a pattern: 64 bytes each, 236 MB in all, which no compression makes smaller. */
const BATCHES = 30;

describe.runIf(await seesNative())('with less memory than the rows need', () => {
  const start = async (watch: Parameters<ReturnType<typeof startNative>>[0]) => {
    const bindings = await startNative(await nodeBindings(), startInNode)(watch);
    await bindings.runQuery(await bindings.connect(), `SET memory_limit='${String(MEMORY_MB)}MB'`);
    return bindings;
  };
  const engine = new SqlEngine(start);
  afterAll(() => engine.close());

  test('tables and sorts go to the temporary folder', async () => {
    const chance = randomSource(9);
    await engine.create('wide', COLUMNS);
    let sum = 0n;
    for (let part = 0; part < BATCHES; part++) {
      const batch = new Batch(COLUMNS, BATCH_ROWS);
      for (const { name } of COLUMNS) {
        const column = batch.fixed(name, 'BIGINT');
        for (let row = 0; row < BATCH_ROWS; row++) {
          const value = BigInt(chance.below(2 ** 31)) * 2n ** 31n + BigInt(chance.below(2 ** 31));
          column.set(row, value);
          if (name === 'c0') sum += value;
        }
      }
      batch.rows = BATCH_ROWS;
      await engine.append('wide', encodeIpc(batch));
    }
    const found = await engine.rows('SELECT count(*) AS n, sum(c0)::VARCHAR AS s FROM wide');
    expect(found.rows).toEqual([[BATCHES * BATCH_ROWS, String(sum)]]);
    let [rows, last, inOrder] = [0, -Infinity, true];
    await engine.stream('SELECT c0::DOUBLE AS c0, c1::DOUBLE AS c1, c2::DOUBLE AS c2 FROM wide ORDER BY c0', [], (part) => {
      rows += part.rows;
      for (const { columns } of part.doubles())
        for (const value of columns[0]!) {
          inOrder &&= value >= last;
          last = value;
        }
      return Promise.resolve();
    });
    expect([rows, inOrder]).toEqual([BATCHES * BATCH_ROWS, true]);
  });
});
