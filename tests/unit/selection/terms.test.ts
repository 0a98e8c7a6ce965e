import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnText,
  filterOf,
  listTerm,
  OPERATORS,
  termsOf,
  typedTerm,
  valueTerm,
  withoutTerm,
  withTerm,
} from '../../../src/selection/terms.ts';
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

describe('terms of a filter', () => {
  it('are the same after printing and parsing, for any names and values', () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { minLength: 1, maxLength: 8 }), (terms) => {
        const text = filterOf(terms);
        expect(parseFilter(text).ok).toBe(true);
        expect(termsOf(text)).toEqual(terms);
        expect(filterOf(termsOf(text) ?? [])).toBe(text);
      }),
    );
  });

  it('keep an OR together and split a nested AND', () => {
    expect(termsOf('rssi > -60 OR channel = 37')).toEqual(['rssi > -60 OR channel = 37']);
    expect(termsOf('(rssi > -60 OR crc_ok) AND (channel = 37 AND NOT crc_ok)')).toEqual([
      'rssi > -60 OR crc_ok',
      'channel = 37',
      'NOT crc_ok',
    ]);
    expect(termsOf('  ')).toEqual([]);
    expect(termsOf('rssi >')).toBeNull();
  });

  it('occur once, and replace their opposite', () => {
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

  it('cannot contain bytes or lists, and NaN differs from text', () => {
    expect(valueTerm('service_uuids', ['180D'], true)).toBeNull();
    expect(valueTerm('name', '37', true)).toBe("name = '37'");
  });
});

it('terms of typed values are valid in the grammar', () => {
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

describe('a term as a person types it', () => {
  it.each([
    ['BOOLEAN', 'true', 'c = TRUE'],
    ['BOOLEAN', ' FALSE ', 'c = FALSE'],
    ['BOOLEAN', 'xtrue', null],
    ['BOOLEAN', 'truex', null],
    ['DOUBLE', ' 1.5 ', 'c = 1.5'],
    ['DOUBLE', 'Infinity', null],
    ['BIGINT', '12', 'c = 12'],
    ['BIGINT', '9007199254740991', 'c = 9007199254740991'],
    ['BIGINT', ' -9007199254740993 ', 'c = -9007199254740993'],
    ['DOUBLE', '9007199254740993.0', 'c = 9007199254740992'],
    ['DOUBLE', '1e20', 'c = 100000000000000000000'],
    ['VARCHAR', ' x ', "c = ' x '"],
    ['VARCHAR', '  ', null],
    ['VARCHAR', 'true', "c = 'true'"],
    ['TIMESTAMP', '2024-04-03', "c = '2024-04-03'"],
  ])('of a column of %s and %j is %s', (type, typed, term) => {
    expect(typedTerm('c', type, '=', typed)).toBe(term);
  });

  it('is valid in the grammar with every operator', () => {
    expect(OPERATORS).toHaveLength(8);
    for (const operator of OPERATORS) {
      const text = typedTerm('a b', 'INTEGER', operator, '5') ?? '';
      expect(parseFilter(text).ok).toBe(true);
      expect(text).toBe(operator.startsWith('IS') ? `"a b" ${operator}` : `"a b" ${operator} 5`);
    }
  });
});

it('a value keeps its type in a term, and a missing one is NULL', () => {
  expect(valueTerm('c', undefined, true)).toBe('c IS NULL');
  expect(valueTerm('c', null, false)).toBe('c IS NOT NULL');
  expect(valueTerm('c', 5n, false)).toBe('c != 5 OR c IS NULL');
  expect(valueTerm('c', true, true)).toBe('c = TRUE');
  expect(valueTerm('c', new Uint8Array(1), true)).toBeNull();
  expect(columnText('and')).toBe('"and"');
  expect(listTerm('c', ["it's", 'b'])).toBe("c IN ('it''s', 'b')");
});

describe('a term that is added', () => {
  it.each([
    ['c IS NOT NULL', 'c IS NULL', 'c IS NULL'],
    ['c = 1', 'c != 1 OR c IS NULL', 'c != 1 OR c IS NULL'],
    ['c != 1 OR c IS NULL', 'c = 1', 'c = 1'],
    ['c = 1', 'c = 2', 'c = 1 AND c = 2'],
    ['c > 1 OR d', 'c IS NULL OR d', '(c > 1 OR d) AND (c IS NULL OR d)'],
    ['c < 1', 'c > 1', 'c < 1 AND c > 1'],
    ['c = 1', 'c < 1 OR c IS NULL', 'c = 1 AND (c < 1 OR c IS NULL)'],
    ['c', 'NOT c', 'c AND NOT c'],
    ['c', 'd >', 'c AND d >'],
  ])('to %s, %s gives %s', (before, term, after) => {
    expect(withTerm(before, term)).toBe(after);
  });

  it('is left out if the filter would be too long', () => {
    const fits = `c = '${'x'.repeat(8192 - 6 - ' AND d'.length)}'`;
    expect(withTerm(fits, 'd')).toBe(`${fits} AND d`);
    expect(withTerm(fits, 'dd')).toBe(fits);
  });

  it('is removed by its index', () => {
    expect(withoutTerm('a AND b AND c', 1)).toBe('a AND c');
    expect(withoutTerm('a', 0)).toBe('');
    expect(withoutTerm('a >', 0)).toBe('');
    expect(filterOf([])).toBe('');
    expect(filterOf(['a OR b'])).toBe('a OR b');
  });
});
