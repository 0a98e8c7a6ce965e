import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { encodeIpc } from '../../../src/tables/arrow.ts';
import { Batch } from '../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../src/tables/column.ts';
import { Footprint } from '../../../src/tables/footprint.ts';
import { PackedFootprint } from '../../../src/tables/packed-footprint.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { randomSource } from '../../support/random.ts';

const ROWS = 122_880;
const SPECS: readonly ColumnSpec[] = [
  { name: 'number', type: 'BIGINT' },
  { name: 'level', type: 'SMALLINT' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'address', type: 'VARCHAR' },
  { name: 'payload', type: 'BLOB' },
  { name: 'sometimes', type: 'INTEGER' },
  { name: 'uuids', type: 'VARCHAR[]' },
];

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

/** @param payloads number of different payloads of 31 bytes */
function rows(payloads: number): Batch {
  const chance = randomSource(3);
  const known = Array.from({ length: payloads }, () => Uint8Array.from({ length: 31 }, () => chance.below(256)));
  const batch = new Batch(SPECS, ROWS);
  for (let row = 0; row < ROWS; row++) {
    batch.fixed('number', 'BIGINT').set(row, 1_600_000_000_000_000n + BigInt(row) * 800n + BigInt(chance.below(500)));
    batch.fixed('level', 'SMALLINT').set(row, -40 - chance.below(50));
    batch.bool('flag').set(row, chance.below(3) === 0);
    batch.dictionary('address').setText(row, `C1:02:03:04:05:${String(10 + chance.below(90))}`);
    batch.bytes('payload').set(row, known[chance.below(payloads)]!);
    if (row % 3 === 0) batch.fixed('sometimes', 'INTEGER').set(row, chance.below(2 ** 31));
    batch.list('uuids').push(row, chance.below(2) === 0 ? '180f' : 'fe9f');
  }
  batch.rows = ROWS;
  return batch;
}

it.each([300, ROWS])('the estimate is the memory of compressed rows or slightly more: %i payloads', async (payloads) => {
  const batch = rows(payloads);
  const used = async (): Promise<number> =>
    Number((await engine.rows('SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()')).rows[0]?.[0]);
  const [packed, plain] = [new PackedFootprint(), new Footprint()];
  await engine.create('t', SPECS);
  const before = await used();
  for (let i = 0; i < 3; i++) {
    packed.add(batch);
    plain.add(batch);
    await engine.append('t', encodeIpc(batch));
  }
  const uncompressed = (await used()) - before;
  await engine.compress();
  const taken = (await used()) - before;
  await engine.drop('t');
  const estimated = packed.row_bytes * packed.rows;
  expect(taken).toBeLessThan(uncompressed * 0.9);
  expect(estimated / taken).toBeGreaterThan(0.8);
  expect(estimated / taken).toBeLessThan(1.6);
  expect(packed.row_bytes).toBeLessThanOrEqual(plain.row_bytes);
});
