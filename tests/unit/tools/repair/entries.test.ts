/** Lists of entries and objects with the same content. */
import { expect, test } from 'vitest';
import type { SchemaNode } from '../../../../src/tools/contract/json-schema.ts';
import { entriesOf, mapOf, pairsIn } from '../../../../src/tools/repair/entries.ts';

const TIME_RANGE = { type: 'object', properties: { start_ms: { type: 'integer' }, end_ms: { type: 'integer' } } };
const PLACE: SchemaNode = {
  type: 'object',
  properties: { name: { type: 'string' }, capture_id: { type: 'string' }, time_range: TIME_RANGE, weight: { type: 'integer' } },
  required: ['name'],
};
const LABEL: SchemaNode = {
  type: 'object',
  properties: { address: { type: 'string' }, label: { type: 'string' } },
  required: ['address', 'label'],
};

test.each<[string, Readonly<Record<string, unknown>>, SchemaNode, unknown]>([
  ['members of each', { a: { capture_id: 'x' } }, PLACE, [{ name: 'a', capture_id: 'x' }]],
  [
    'a value for the only member that takes it',
    { a: [1, 2], b: 3 },
    PLACE,
    [
      { name: 'a', time_range: [1, 2] },
      { name: 'b', weight: 3 },
    ],
  ],
  ['two texts', { '7D:40': 'one' }, LABEL, [{ address: '7D:40', label: 'one' }]],
  ['a member of an item', { name: 'a', capture_id: 'x' }, PLACE, undefined],
  ['a value that no member takes', { a: true }, PLACE, undefined],
  ['a member that an item does not have', { a: { capture_id: 'x', colour: 'red' } }, LABEL, undefined],
  ['nothing', {}, PLACE, undefined],
  ['items without a text of their own', { a: 1 }, { type: 'object', properties: { weight: { type: 'integer' } } }, undefined],
])('an object with %s as a list', (_, map, items, expected) => {
  expect(entriesOf(map, items)).toEqual(expected);
});

const BY_COLUMN: SchemaNode = { additionalProperties: { type: 'object', properties: { coding: { type: 'string' } } } };
const ROLES: SchemaNode = { properties: { advertiser_addr: { type: 'string' }, scanner_addr: { type: 'string' } } };

test.each<[string, readonly unknown[], SchemaNode, unknown]>([
  ['a column beside what it gets', [{ column: 'channel', coding: 'sum' }], BY_COLUMN, { channel: { coding: 'sum' } }],
  ['a member beside its value', [{ role: 'advertiser_addr', column: 'sender' }], ROLES, { advertiser_addr: 'sender' }],
  ['a member twice in an item', [{ role: 'scanner_addr', column: 'scanner_addr' }], ROLES, { scanner_addr: 'scanner_addr' }],
  ['names of members', ['advertiser_addr', 'scanner_addr'], ROLES, { advertiser_addr: 'advertiser_addr', scanner_addr: 'scanner_addr' }],
  ['two members in an item', [{ role: 'advertiser_addr', column: 'scanner_addr' }], ROLES, undefined],
  ['one member in two items', ['scanner_addr', 'scanner_addr'], ROLES, undefined],
  ['more than a value', [{ column: 'channel', coding: 'sum', lag: 2 }], BY_COLUMN, undefined],
  ['a text without what the column gets', ['channel'], BY_COLUMN, undefined],
  ['nothing', [], ROLES, undefined],
])('a list of %s as an object', (_, list, node, expected) => {
  expect(mapOf(list, node)).toEqual(expected);
});

test.each<[string, unknown]>([
  ['snr=2, jitter = 3.5', { snr: 2, jitter: 3.5 }],
  ['7D:40:A6:DF:72:73 = cluster 1\n7D:40:A6:DF:72:74 → cluster 2', { '7D:40:A6:DF:72:73': 'cluster 1', '7D:40:A6:DF:72:74': 'cluster 2' }],
  ['snr: 2; jitter: 3', { snr: 2, jitter: 3 }],
  ['snr = 5 s', { snr: '5 s' }],
  ['snr = 2, snr = 3', undefined],
  ['snr = 2, jitter', undefined],
  ['snr >= 2', undefined],
  ['snr == 2', undefined],
  ['__proto__ = 2', undefined],
  ['', undefined],
])('the pairs of %j', (text, expected) => {
  expect(pairsIn(text)).toEqual(expected);
});
