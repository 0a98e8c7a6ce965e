/** Conditions, lists and objects in other notations: read exactly, or not at all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../../src/selection/parse.ts';
import { indexOfFrequency } from '../../../../src/tools/repair/channels.ts';
import { filterText } from '../../../../src/tools/repair/conditions.ts';
import { listIn, unboxed } from '../../../../src/tools/repair/containers.ts';
import { nested, recordOfList, untyped } from '../../../../src/tools/repair/notations.ts';

describe('a condition that is written as data is a filter', () => {
  test.each<[unknown, string]>([
    [['rssi', '>', -60], 'rssi > -60'],
    [['>', 'rssi', -60], 'rssi > -60'],
    [[['rssi', '>', -60], 'and', ['channel', 'in', [37, 38]]], 'rssi > -60 AND channel IN (37, 38)'],
    [['or', ['rssi', '>', -60], { channel: 37 }], 'rssi > -60 OR channel = 37'],
    [{ combinator: 'and', rules: [{ id: 'r1', field: 'rssi', operator: '>=', value: -60 }] }, 'rssi >= -60'],
    [{ rules: [{ field: 'rssi', operator: 'between', value: [-90, -50] }], combinator: 'or', not: true }, 'rssi NOT BETWEEN -90 AND -50'],
    [{ $and: [{ rssi: { $gt: -90, $lte: -50 } }, { channel: { $in: [37] } }] }, '(rssi > -90 AND rssi <= -50) AND channel IN (37)'],
    [{ rssi: { min: -90, max: -50 } }, 'rssi >= -90 AND rssi <= -50'],
    [{ bool: { must: [{ term: { channel: 37 } }, { range: { rssi: { gte: -90 } } }] } }, 'channel = 37 AND rssi >= -90'],
    [{ bool: { must_not: { term: { channel: 37 } } } }, 'channel != 37'],
    [{ '>': [{ var: 'rssi' }, -60] }, 'rssi > -60'],
    [{ '<': [-90, { var: 'rssi' }, -50] }, 'rssi > -90 AND rssi < -50'],
    [{ rssi__gte: -60 }, 'rssi >= -60'],
    [{ local_name: null }, 'local_name IS NULL'],
    [{ field: 'local_name', op: 'is not null' }, 'local_name IS NOT NULL'],
    [{ column: 'local_name', operator: 'starts_with', value: "O'Lamp" }, "local_name LIKE 'O''Lamp%'"],
    [{ rssi: '>= -60' }, 'rssi >= -60'],
    // A column may be called what query builders call a remark.
    [{ label: 'iPhone', rssi: { $gt: -60 } }, "label = 'iPhone' AND rssi > -60"],
    [{ id: 5, channel: 37 }, 'id = 5 AND channel = 37'],
    [{ type: 'number', channel: 37 }, "type = 'number' AND channel = 37"],
    [{ $comment: 'near', rssi: { $gt: -60 } }, 'rssi > -60'],
    [
      { type: 'group', id: 'g', logic: 'or', conditions: [{ type: 'rule', column: 'rssi', op: '>', value: -60 }, { channel: 37 }] },
      'rssi > -60 OR channel = 37',
    ],
  ])('%j', (data, filter) => {
    expect(filterText(data)).toBe(filter);
    expect(parseFilter(filter).ok).toBe(true);
  });

  test.each<[unknown]>([
    [{ field: 'rssi', operator: '>', value: -60, unless: 'crc_ok' }],
    [{ column: 'rssi', threshold: -60 }],
    [{ field: 'rssi', operator: '>', value: -60, case_sensitive: false }],
    [{ bool: { must: [{ term: { channel: 37 } }], should: [{ term: { channel: 38 } }] } }],
    [{ rules: [{ channel: 37 }, { channel: 38 }] }],
    [{ not: [{ channel: 37 }, { channel: 38 }] }],
    [{ rssi: { $regex: '^-6' } }],
    [{ local_name: { contains: '50%' } }],
    [{ match: { local_name: 'lamp' } }],
    [[['rssi', '>', -60], 'xor', ['channel', '=', 37]]],
    [['rssi', '>', null]],
    [{}],
    [[]],
    [null],
  ])('%j is refused', (data) => {
    expect(filterText(data)).toBeUndefined();
  });

  test('any JSON value is a text or refused, and never throws', () => {
    const words = fc.constantFrom('and', 'or', 'not', 'rssi', '>', '$gt', 'value', 'field', 'op', 'rules', 'term', 'between', '-60');
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        words,
        fc.integer(),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(words, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        expect(['string', 'undefined']).toContain(typeof filterText(value));
      }),
      { numRuns: 2000 },
    );
    expect(filterText(JSON.parse(`${'{"not":'.repeat(4000)}1${'}'.repeat(4000)}`))).toBeUndefined();
  });
});

test('channels by frequency are those of the specification', () => {
  const cases = { '2402 MHz': 37, 2426: 38, '2.48 GHz': 39, '2404': 0, '2424': 10, '2428': 11, '2478': 36, '2426000000 Hz': 38 };
  for (const [text, index] of Object.entries(cases)) expect(indexOfFrequency(text), text).toBe(index);
  for (const text of ['2403', '2400', '2482', '37', '', 'x', '2402.5 MHz']) expect(indexOfFrequency(text), text).toBeUndefined();
});

test('values and lists come out of objects that hold nothing else', () => {
  expect(unboxed({ type: 'integer', value: 5 })).toBe(5);
  expect(unboxed({ value: 5, unit: 's' })).toBe('5 s');
  expect(unboxed({ stringValue: 'csv' })).toBe('csv');
  expect(unboxed({ name: 'limit', value: 5 }, 'limit')).toBe(5);
  for (const other of [{ value: 5, scale: 10 }, { name: 'top', value: 5 }, { minimum: 5 }]) expect(unboxed(other, 'limit')).toBe(other);
  expect(listIn({ 0: 'a', 1: 'b' }, 'columns')).toEqual(['a', 'b']);
  expect(listIn({ column: ['a'] }, 'columns')).toEqual(['a']);
  expect(listIn({ a: true, b: true }, 'columns')).toEqual(['a', 'b']);
  for (const other of [
    { a: true, b: false },
    { 0: 'a', 2: 'b' },
    { items: ['a'], except: ['b'] },
  ])
    expect(listIn(other, 'columns')).toBeUndefined();
});

test('objects in other notations are read whole or not at all', () => {
  expect(
    recordOfList([
      { name: 'a', value: 1 },
      { name: 'b', value: 2, type: 'x' },
    ]),
  ).toEqual({ a: 1, b: 2 });
  expect(recordOfList(['{"a": [1', ', 2]}'])).toEqual({ a: [1, 2] });
  for (const list of [
    [
      { name: 'a', value: 1 },
      { name: 'a', value: 2 },
    ],
    [{ name: 'a', value: 1, unless: 2 }],
    ['{"a": 1', ', "b"'],
    ['a', 'b'],
    [],
  ])
    expect(recordOfList(list), JSON.stringify(list)).toBeUndefined();
  expect(untyped({ fields: { a: { listValue: { values: [{ numberValue: 1 }] } }, b: { structValue: { fields: {} } } } })).toEqual({
    a: [1],
    b: {},
  });
  expect(untyped({ a: { numberValue: 1 }, b: 2 })).toBeUndefined();
  const isPart = (step: string): boolean => step === 'args';
  expect(nested({ 'args.a': 1, 'args[b]': 2, c: 3 }, isPart)).toEqual({ args: { a: 1, b: 2 }, c: 3 });
  expect(nested({ 'args.a': 1, args: 5 }, isPart)).toBeUndefined();
  expect(nested({ 'other.a': 1 }, isPart)).toBeUndefined();
});
