import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterOf, termsOf, typedTerm, valueTerm, withoutTerm, withTerm } from '../../../src/selection/terms.ts';
import { parseFilter } from '../../../src/selection/parse.ts';

const column = fc.constantFrom('rssi', 'advertiser_addr', 'AND', 'a "quoted" name', '"', 'größe');
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom("O'Neil", '‮gpj', '<b>'),
);
const term = fc.tuple(column, value, fc.boolean()).map(([name, it, keep]) => valueTerm(name, it, keep) ?? '');

describe('chips of a filter', () => {
  it('are the same after a way through the text, whatever names and values hold', () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { minLength: 1, maxLength: 8 }), (terms) => {
        const text = filterOf(terms);
        expect(parseFilter(text).ok).toBe(true);
        expect(termsOf(text)).toEqual(terms);
        expect(filterOf(termsOf(text) ?? [])).toBe(text);
      }),
    );
  });

  it('keep an OR together and take a nested AND apart', () => {
    expect(termsOf('rssi > -60 OR channel = 37')).toEqual(['rssi > -60 OR channel = 37']);
    expect(termsOf('(rssi > -60 OR crc_ok) AND (channel = 37 AND NOT crc_ok)')).toEqual([
      'rssi > -60 OR crc_ok',
      'channel = 37',
      'NOT crc_ok',
    ]);
    expect(termsOf('  ')).toEqual([]);
    expect(termsOf('rssi >')).toBeNull();
  });

  it('come once, and the opposite gives way', () => {
    const only = valueTerm('channel', 37, true) ?? '';
    const without = valueTerm('channel', 37, false) ?? '';
    expect(withTerm('', only)).toBe('channel = 37');
    expect(withTerm('channel = 37', only)).toBe('channel = 37');
    expect(withTerm('rssi > -60 AND channel = 37', without)).toBe('rssi > -60 AND (channel != 37 OR channel IS NULL)');
    expect(withTerm('channel != 37 OR channel IS NULL', only)).toBe('channel = 37');
    expect(withTerm('phy IS NULL', 'phy IS NOT NULL')).toBe('phy IS NOT NULL');
    expect(withTerm('rssi >', only)).toBe('rssi >');
    expect(withoutTerm('rssi > -60 AND channel = 37', 0)).toBe('channel = 37');
  });

  it('cannot be of bytes or lists, and a number that is none is told apart from text', () => {
    expect(valueTerm('service_uuids', ['180D'], true)).toBeNull();
    expect(valueTerm('name', '37', true)).toBe("name = '37'");
  });
});

it('writes terms of typed values that the grammar reads back', () => {
  expect(typedTerm('rssi', 'SMALLINT', '>', '-70')).toBe('rssi > -70');
  expect(typedTerm('local_name', 'VARCHAR', '=', "O'Hara")).toBe("local_name = 'O''Hara'");
  expect(typedTerm('a b', 'VARCHAR', 'IS NOT NULL', '')).toBe('"a b" IS NOT NULL');
  for (const [type, typed] of [
    ['SMALLINT', 'x'],
    ['BOOLEAN', 'maybe'],
    ['VARCHAR', ''],
  ] as const)
    expect(typedTerm('c', type, '=', typed)).toBeNull();
  expect(parseFilter(typedTerm('id', 'BIGINT', '>=', '9007199254740993') ?? '').ok).toBe(true);
});
