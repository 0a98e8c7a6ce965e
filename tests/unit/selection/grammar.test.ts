import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Filter } from '../../../src/selection/ast.ts';
import { DEEPEST_FILTER, LONGEST_FILTER, parseFilter } from '../../../src/selection/parse.ts';
import { printFilter } from '../../../src/selection/print.ts';
import { filterNoise, filterTree, withoutPlaces } from './filter-trees.ts';

function parsed(text: string): Filter {
  const result = parseFilter(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function refused(text: string): { at: number; message: string } {
  const result = parseFilter(text);
  if (result.ok) throw new Error(`${text} is read as ${printFilter(result.value)}`);
  return result.error;
}

test.each([
  ['channel IN (37,38,39) AND rssi > -92', 'channel IN (37, 38, 39) AND rssi > -92'],
  ['signal_quality >= 0.95', 'signal_quality >= 0.95'],
  ["local_name='O''Brien'", "local_name = 'O''Brien'"],
  ['a=1 or b=2 and not c=3', 'a = 1 OR (b = 2 AND NOT c = 3)'],
  ['(a=1 OR b=2) AND c<>3', '(a = 1 OR b = 2) AND c != 3'],
  ['rssi not between -90 and -50', 'rssi NOT BETWEEN -90 AND -50'],
  ["local_name Not Like 'Lamp%'", "local_name NOT LIKE 'Lamp%'"],
  ['adv_data IS NOT NULL', 'adv_data IS NOT NULL'],
  ['crc_ok and not "and"', 'crc_ok AND NOT "and"'],
  ['-92 < rssi', '-92 < rssi'],
  ['flag = true', 'flag = TRUE'],
  ['"a ""b""" = 1', '"a ""b""" = 1'],
  ['ts_us >= 9007199254740993', 'ts_us >= 9007199254740993'],
  ['x > 1e3', 'x > 1000'],
  ['Größe > .5', 'Größe > 0.5'],
])('%s', (text, canonical) => {
  expect(printFilter(parsed(text))).toBe(canonical);
  expect(printFilter(parsed(canonical))).toBe(canonical);
});

test.each([
  ['', 0, 'found nothing'],
  ['   ', 3, 'found nothing'],
  ['rssi >', 6, 'found the end of the filter'],
  ['rssi > -92 channel', 11, 'expected AND, OR or the end'],
  ['rssi = NULL', 7, 'IS NULL'],
  ['rssi == 3', 5, 'write ='],
  ['a = 1 && b = 2', 6, 'write AND'],
  ['a = 1; DROP TABLE a', 5, 'one predicate'],
  ['a = 1 -- x', 6, 'no comments'],
  ['(a = 1', 6, ') for the ( at character 0'],
  ['a IN ()', 6, 'expected a value'],
  ['a IN (1, b)', 9, 'single quotes'],
  ['name = "x', 7, 'no closing "'],
  ["name = 'x", 7, "no closing '"],
  ["name LIKE 'a%b%c%d%e%f%g%h%i%'", 10, 'at most 8 %'],
  ['1 = 1', 0, 'comparison with a column'],
  ["'x'", 0, 'only a value'],
  ['a NOT 3', 6, 'IN, BETWEEN or LIKE'],
  ['a BETWEEN 1 OR 2', 12, 'AND and the upper bound'],
  ['rssi > 5abc', 8, 'the end of the number'],
  ['x = 1e999', 4, 'DOUBLE can hold'],
  ['a.rssi = 1', 1, 'the name of the column alone'],
  ['lower(a) = 1', 5, 'an operator'],
  ['ä = 1 AND 😀 = 2', 10, 'found "😀"'],
  ['"" = 1', 0, 'name of a column'],
])('%j is refused at %i: %s', (text, at, message) => {
  const fault = refused(text);
  expect(fault.message).toContain(message);
  expect(fault.at).toBe(at);
});

describe('hostile text', () => {
  it('is rejected if nested deeper than the limit, and accepted up to it', () => {
    const nested = (levels: number) => '('.repeat(levels) + 'a = 1' + ')'.repeat(levels);
    expect(printFilter(parsed(nested(DEEPEST_FILTER)))).toBe('a = 1');
    expect(refused(nested(DEEPEST_FILTER + 1)).message).toContain('nested');
    expect(refused('NOT '.repeat(2000) + 'a').message).toContain('nested');
    expect(refused('('.repeat(LONGEST_FILTER)).message).toContain('nested');
  });

  it('is rejected if too long', () => {
    expect(refused('a'.repeat(LONGEST_FILTER + 1)).message).toContain('at most');
  });

  it('can chain as many terms as the length allows', () => {
    expect(parsed('a=1'.concat(' OR a=1'.repeat(1100)))).toMatchObject({ kind: 'or', terms: { length: 1101 } });
  });
});

describe('for any input', () => {
  it('printing and parsing returns the same tree', () => {
    fc.assert(
      fc.property(filterTree, (tree) => {
        const text = printFilter(tree);
        if (text.length <= LONGEST_FILTER) expect(withoutPlaces(parsed(text))).toEqual(withoutPlaces(tree));
      }),
      { numRuns: 500 },
    );
  });

  it('every string is a filter or has the position of a fault', () => {
    fc.assert(
      fc.property(fc.oneof(filterNoise, fc.string({ unit: 'binary' })), (text) => {
        const result = parseFilter(text);
        if (result.ok) expect(withoutPlaces(parsed(printFilter(result.value)))).toEqual(withoutPlaces(result.value));
        else expect(result.error.at).toSatisfy((at: number) => at >= 0 && at <= text.length);
      }),
      { numRuns: 2000 },
    );
  });
});
