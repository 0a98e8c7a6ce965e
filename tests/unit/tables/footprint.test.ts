import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { encodeIpc } from '../../../src/tables/arrow.ts';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { Footprint } from '../../../src/tables/footprint.ts';
import { nodeEngine } from '../../support/node-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

const ROWS = 122_880;
const SPECS: readonly ColumnSpec[] = [
  { name: 'number', type: 'BIGINT' },
  { name: 'small', type: 'SMALLINT' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'address', type: 'VARCHAR' },
  { name: 'text', type: 'VARCHAR', storage: 'plain' },
  { name: 'never', type: 'BIGINT' },
];

it('the estimate is within 20 % of the memory that the engine uses', async () => {
  const batch = new Batch(SPECS, ROWS);
  for (let row = 0; row < ROWS; row++) {
    batch.fixed('number', 'BIGINT').set(row, BigInt(row) * 1_000_003n);
    batch.fixed('small', 'SMALLINT').set(row, row % 1000);
    batch.bool('flag').set(row, row % 3 === 0);
    batch.dictionary('address').setText(row, `C1:02:03:04:05:${String(10 + (row % 90))}`);
    batch.bytes('text').setText(row, `the text of row ${String(row)}`);
  }
  batch.rows = ROWS;
  const footprint = new Footprint();
  await engine.create('t', SPECS);
  for (let i = 0; i < 2; i++) {
    footprint.add(batch);
    await engine.append('t', encodeIpc(batch));
  }
  const { rows } = await engine.query(`SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()`);
  const taken = Number(rows[0]?.[0]);
  const estimated = footprint.row_bytes * footprint.rows;
  expect(estimated / taken).toBeGreaterThan(0.8);
  expect(estimated / taken).toBeLessThan(1.2);
});
