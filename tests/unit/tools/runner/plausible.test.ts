import { expect, test } from 'vitest';
import { anomaliesIn } from '../../../../src/tools/runner/plausible.ts';
import { capture } from '../../../support/tools.ts';

const schema = {
  type: 'object',
  properties: {
    rssi_mean: { type: 'number' },
    coefficients: { type: 'object', additionalProperties: { type: 'number' } },
    list: { type: 'array', items: { type: 'object', properties: { channel: { type: 'integer' } } } },
    columns: { type: 'array' },
    rows: { type: 'array' },
  },
};
const ble = { captures: [capture()] };
const found = (output: object, rows = ble): (string | undefined)[] => anomaliesIn(output, schema, rows).map((warning) => warning.field);

test.each([
  [{ rssi_mean: 20 }, []],
  [{ rssi_mean: 20.5 }, ['structured_output.rssi_mean']],
  [{ rssi_mean: -128 }, ['structured_output.rssi_mean']],
  [{ coefficients: { rssi: 500 } }, []],
  [{ list: [{ channel: 39 }, { channel: 40 }, { channel: 41 }] }, ['structured_output.list[1].channel']],
  [
    {
      columns: [{ name: 'n' }, { name: 'rssi' }],
      rows: [
        [99, -40],
        [99, 40],
      ],
    },
    ['structured_output.rows[1][1]'],
  ],
  [{ columns: [{ name: 'ts_us' }], rows: [['9900000000000000'], [null], ['']] }, ['structured_output.rows[0][0]']],
  [{ columns: 'rssi', rows: [[40]] }, []],
])('%j', (output, fields) => {
  expect(found(output)).toEqual(fields);
});

test('one warning per field counts all its odd values; tables may count channels otherwise', () => {
  const output = { columns: [{ name: 'rssi' }], rows: [[40], [41], [-3]] };
  expect(anomaliesIn(output, schema, ble)).toMatchObject([{ code: 'ANOMALOUS_VALUE', details: { first: 40, count: 2 } }]);
  expect(found({ list: [{ channel: 44 }] }, { captures: [capture({ kind: 'table' })] })).toEqual([]);
});
