import { expect, test } from 'vitest';
import { genericTables } from '../../../../src/answers/generic/tables.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';

test('lists of records and rows of a query become tables with units; other values do not', async () => {
  const workbench = await nodeWorkbench();
  try {
    await workbench.open(new TextEncoder().encode('a,b\n1,x\n2,\n3000,z'), 'few.csv');
    const call = { capture_selection: { capture_id: 'few' }, timeout_ms: 60_000 };
    const query = { ...call, tool_name: 'capture_query', tool_version: '1.1.0', request_id: 'q' };
    const asked = await workbench.runner.run({ ...query, arguments: { sql: 'SELECT a, b FROM few ORDER BY a' } });
    expect(asked.errors).toEqual([]);
    expect(genericTables(asked)).toEqual([
      {
        id: 'rows',
        title: 'Rows',
        text: '',
        columns: [expect.objectContaining({ title: 'a', align: 'end' }), { title: 'b', detail: 'VARCHAR', isTyped: true }],
        rows: [
          [1, 'x'],
          [2, null],
          [3000, 'z'],
        ],
      },
    ]);
    const { capture_id } = await workbench.openFile('tests/fixtures/captures/hackrf/ble_all_adv.pcap');
    const overview = await workbench.runner.run({
      ...{ tool_name: 'capture_overview', tool_version: '1.0.0', arguments: {}, request_id: 'o', timeout_ms: 60_000 },
      capture_selection: { capture_id },
    });
    const rows = { items: { properties: { rows: { 'x-unit': 'packets' } } } };
    const schema = { properties: { by_capture: { properties: { values: rows } }, address_classes: rows } };
    const tables = genericTables(overview, schema);
    const captures = tables.find(({ id }) => id === 'by_capture');
    expect([captures?.title, captures?.text, captures?.columns, captures?.rows]).toEqual([
      'By capture',
      'Distinct count 1, Missing 0.',
      [{ title: 'Value' }, { title: 'Rows', detail: 'packets', align: 'end' }],
      [['ble_all_adv', '221']],
    ]);
    const classes = tables.find(({ id }) => id === 'address_classes');
    expect(classes?.columns.find(({ title }) => title === 'Rows')).toEqual({ title: 'Rows', detail: 'packets', align: 'end' });
    expect(genericTables({ ...overview, structured_output: { count: 3, names: ['a'], none: [] } })).toEqual([]);
  } finally {
    await workbench.close();
  }
});
