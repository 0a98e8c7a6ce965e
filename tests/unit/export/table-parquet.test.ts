import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableWriter } from '../../../src/export/table-parquet.ts';
import { type NodeWorkbench, nodeWorkbench } from '../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

it('is read back with the same values, with types inferred from them', async () => {
  const writer = tableWriter();
  writer.begin(['whole', 'large', 'part', 'yes', 'text', 'mixed', 'none', 'b #2']);
  writer.rows([
    [1, 2 ** 40, 0.5, true, 'a', 1, null, '7'],
    [-2, null, -1e300, false, '', 'x', undefined, 'ü🎧'],
  ]);
  writer.rows([[null, 3, null, null, null, null, null, null]]);
  const { capture_id, columns } = await workbench.open(writer.end(), 'written.parquet');
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'whole INTEGER',
    'large BIGINT',
    'part DOUBLE',
    'yes BOOLEAN',
    'text VARCHAR',
    'mixed VARCHAR',
    'none VARCHAR',
    'b #2 VARCHAR',
  ]);
  const { rows } = await workbench.engine.query(`SELECT * FROM ${capture_id}`, {});
  expect(rows).toEqual([
    [1, 2 ** 40, 0.5, true, 'a', '1', null, '7'],
    [-2, null, -1e300, false, '', 'x', null, 'ü🎧'],
    [null, 3, null, null, null, null, null, null],
  ]);
});

it('has its columns even without rows', async () => {
  const writer = tableWriter();
  writer.begin(['a', 'b']);
  expect(new TextDecoder().decode(writer.end().subarray(0, 4))).toBe('PAR1');
});
