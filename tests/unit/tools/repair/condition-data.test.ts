import { describe, expect, it } from 'vitest';
import { filterText } from '../../../../src/tools/repair/conditions.ts';

describe('conditions as data', () => {
  it.each<[unknown, string]>([
    [['rssi', '>', -60], 'rssi > -60'],
    [['local_name', 'is null'], 'local_name IS NULL'],
    [['local_name', 'exists'], 'local_name IS NOT NULL'],
    [['in', 'channel', 37, 38], 'channel IN (37, 38)'],
    [['between', 'rssi', -90, -50], 'rssi BETWEEN -90 AND -50'],
    [['not', ['rssi', '>', -60]], 'rssi <= -60'],
    [['!', { channel: 37 }], 'channel != 37'],
    [['any', { channel: 37 }, { channel: 38 }], 'channel = 37 OR channel = 38'],
    [['||', { channel: 37 }, { channel: 38 }], 'channel = 37 OR channel = 38'],
    [['|', { channel: 37 }, { channel: 38 }], 'channel = 37 OR channel = 38'],
    [['&', { channel: 37 }, { crc_ok: true }], 'channel = 37 AND crc_ok = TRUE'],
    [[{ a: 1 }, 'or', { b: 2 }, 'or', { c: 3 }], 'a = 1 OR b = 2 OR c = 3'],
    [['a = 1', 'b = 2'], 'a = 1 AND b = 2'],
    [[{ a: 1 }], 'a = 1'],
    [{ rssi: { $not: { $gt: -60 } } }, 'rssi <= -60'],
    [{ nor: [{ a: 1 }, { b: 2 }] }, 'NOT (a = 1 OR b = 2)'],
    [{ must_not: [{ a: 1 }] }, 'a != 1'],
    [{ not: { a: 'x' } }, "a != 'x'"],
    [{ gt: { rssi: -60 } }, 'rssi > -60'],
    [{ gt: { field: 'rssi', value: -60 } }, 'rssi > -60'],
    [{ '>=': [{ var: 'rssi' }, -60] }, 'rssi >= -60'],
    [{ exists: { field: 'local_name' } }, 'local_name IS NOT NULL'],
    [{ missing: 'local_name' }, 'local_name IS NULL'],
    [{ where: 'rssi > -60' }, 'rssi > -60'],
    [{ filterExpression: 'rssi > -60' }, 'rssi > -60'],
    [{ filter_expression: { a: 1 } }, 'a = 1'],
    [{ term: { channel: { value: 37 } } }, 'channel = 37'],
    [{ term: { channel: 37, boost: 2 } }, 'channel = 37'],
    [{ column: 'rssi', operator: 'between', min: -90, max: -50 }, 'rssi BETWEEN -90 AND -50'],
    [{ field: 'rssi', values: [1, 2] }, 'rssi IN (1, 2)'],
    [{ field: 'rssi', gt: -90 }, 'rssi > -90'],
    [{ filters: [{ a: 1 }, { b: 2 }] }, 'a = 1 AND b = 2'],
    [{ rules: [{ a: 1 }], logic: 'none' }, 'NOT (a = 1)'],
    [{ rules: [{ a: 1 }, { b: 2 }], match: 'any' }, 'a = 1 OR b = 2'],
    [{ rssi: '< -60' }, 'rssi < -60'],
    [{ local_name: "= 'x'" }, "local_name = 'x'"],
  ])('%j is %s', (value, text) => {
    expect(filterText(value)).toBe(text);
  });

  it.each([
    [''],
    ['  '],
    [5],
    [null],
    [[]],
    [{}],
    [['rssi', 'near', 5]],
    [[{ a: 1 }, 'or', { b: 2 }, 'and', { c: 3 }]],
    [[{ a: 1 }, 'x', { b: 2 }]],
    [[{ a: 1 }, 'or']],
    [['and']],
    [{ rules: [{ a: 1 }, { b: 2 }] }],
    [{ should: [{ a: 1 }], must: [{ b: 1 }] }],
    [{ not: [{ a: 1 }, { b: 1 }] }],
    [{ field: 'rssi', op: '>', operator: '<', value: 5 }],
    [{ field: 'rssi', op: '>', value: 5, more: 1 }],
    [{ '>': [1, 2, 3, 4] }],
    [{ '>': 5 }],
    [{ gt: {} }],
    [{ gt: { rssi: 1, length: 2 } }],
    [{ term: { channel: { value: 37, boost: 1 } } }],
  ])('%j is read as no filter', (value) => {
    expect(filterText(value)).toBeUndefined();
  });
});

it('lists of lists of comparisons are alternatives, as Arrow takes them', () => {
  const [one, other] = [
    ['rssi', '>', -60],
    ['channel', '=', 37],
  ];
  expect(filterText([[one, other], [one]])).toBe('(rssi > -60 AND channel = 37) OR rssi > -60');
  expect(filterText([one, other])).toBe('rssi > -60 AND channel = 37');
});
