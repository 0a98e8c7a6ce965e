import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceName } from '../../../src/base/device-name.ts';
import { NamesTable, namesSql } from '../../../src/core/names-table.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { nodeEngine } from '../../support/node-engine.ts';

let engine: Engine;
let names: readonly DeviceName[] = [];
let table: NamesTable;
beforeAll(async () => {
  engine = await nodeEngine();
  table = new NamesTable(engine, () => names);
});
afterAll(() => engine.close());

const rows = async (sql = 'FROM device_names'): Promise<unknown> => {
  await table.inStep();
  return (await engine.query(sql)).rows;
};

it('exists with its columns before any device has a name', async () => {
  names = [];
  expect(await rows()).toEqual([]);
  expect(await rows('SELECT column_name, column_type FROM (DESCRIBE device_names)')).toEqual([
    ['address', 'VARCHAR'],
    ['name', 'VARCHAR'],
  ]);
  expect(await rows('SHOW TABLES')).toEqual([['device_names']]);
});

it('contains the current names, also after an engine restart', async () => {
  names = [{ address: 'AA:BB:CC:DD:EE:01', name: "Ann's phone" }];
  expect(await rows()).toEqual([['AA:BB:CC:DD:EE:01', "Ann's phone"]]);
  names = [...names, { address: 'AA:BB:CC:DD:EE:02', name: 'Tag' }];
  engine.restart();
  // A statement that did not ask for the table itself: an interrupted one runs again.
  await engine.restored();
  expect((await engine.query('SELECT name FROM device_names ORDER BY ALL')).rows).toEqual([["Ann's phone"], ['Tag']]);
  names = [];
  expect(await rows()).toEqual([]);
});

it('can be read but not changed', async () => {
  names = [{ address: 'AA:BB:CC:DD:EE:01', name: 'Phone' }];
  await table.inStep();
  for (const sql of [
    "INSERT INTO device_names VALUES ('a', 'b')",
    'DELETE FROM device_names',
    "UPDATE device_names SET name = 'x'",
    'DROP VIEW device_names',
    'CREATE OR REPLACE VIEW device_names AS SELECT 1',
    'ALTER VIEW device_names RENAME TO other',
    'CREATE TABLE device_names (a INT)',
  ])
    await expect(engine.query(sql)).rejects.toMatchObject({ code: 'SQL_ERROR', details: { reason: 'not_read_only' } });
  expect(await rows()).toEqual([['AA:BB:CC:DD:EE:01', 'Phone']]);
});

it('contains every name unchanged', async () => {
  const cell = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ address: cell, name: cell }), { maxLength: 5 }), async (given) => {
      names = given;
      expect(await rows()).toEqual(given.map(({ address, name }) => [address, name]));
    }),
    { numRuns: 30 },
  );
});

it('leaves out texts that cannot be addresses, so that rows stay separate', () => {
  expect(namesSql([{ address: 'a\nb', name: 'x' }])).toBe(namesSql([]));
  expect(namesSql([{ address: '\0', name: 'x' }])).not.toContain('\0');
});
