import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { placeInFilter } from '../../../src/selection/expect.ts';
import { parseFilter } from '../../../src/selection/parse.ts';

/** Every kind of token of the grammar. */
const TOKENS = [
  'AND', 'or', 'NOT', 'IN', 'between', 'LIKE', 'IS', 'NULL', 'TRUE', 'false', 'rssi', '"a b"', '-92', "'x'",
  '(', ')', ',', '=', '!=', '<>', '<', '<=', '>', '>=',
]; // prettier-ignore

/** Whether a filter can begin so: the parser takes all tokens or fails at the end. That a value is compared with a column shows later. */
function begins(words: readonly string[]): boolean {
  const text = words.join(' ');
  const parsed = parseFilter(text);
  return parsed.ok || parsed.error.at >= text.length || /one of two values|only a value/.test(parsed.error.message);
}

const place = (words: readonly string[]) => placeInFilter(`${words.join(' ')} `, words.join(' ').length + 1);

/** One beginning for each kind of expected token, with the kind and the keywords. */
const BEGINNINGS: readonly (readonly [string, string, readonly string[] | undefined])[] = [
  ['', 'column', undefined],
  ['NOT', 'column', undefined],
  ['(', 'column', undefined],
  ['rssi', 'operator', undefined],
  ['( rssi', 'operator', undefined],
  ['rssi >', 'value', undefined],
  ['rssi IN', 'joint', ['(']],
  ['rssi IN (', 'value', undefined],
  ['rssi IN ( 1', 'joint', [',', ')']],
  ['rssi IN ( 1 ,', 'value', undefined],
  ['rssi IN ( 1 )', 'joint', ['AND', 'OR']],
  ['rssi NOT', 'joint', ['IN', 'BETWEEN', 'LIKE']],
  ['rssi NOT IN', 'joint', ['(']],
  ['rssi BETWEEN', 'value', undefined],
  ['rssi BETWEEN 1', 'joint', ['AND']],
  ['rssi BETWEEN 1 AND', 'value', undefined],
  ['rssi BETWEEN 1 AND 2', 'joint', ['AND', 'OR']],
  ['rssi LIKE', 'value', undefined],
  ["rssi NOT LIKE 'x'", 'joint', ['AND', 'OR']],
  ['rssi IS', 'joint', ['NULL', 'NOT NULL']],
  ['rssi IS NOT', 'joint', ['NULL']],
  ['rssi IS NOT NULL', 'joint', ['AND', 'OR']],
  ['rssi IS NULL', 'joint', ['AND', 'OR']],
  ['5', 'joint', ['=', '!=', '<', '<=', '>', '>=']],
  ['TRUE =', 'value', undefined],
  ['rssi = other', 'joint', ['AND', 'OR']],
  ['( rssi = 1', 'joint', ['AND', 'OR', ')']],
  ['( ( rssi = 1 )', 'joint', ['AND', 'OR', ')']],
  ['( rssi IN ( 1 )', 'joint', ['AND', 'OR', ')']],
  ['( rssi = 1 )', 'joint', ['AND', 'OR']],
  ['( rssi )', 'joint', ['AND', 'OR']],
  ['rssi AND', 'column', undefined],
  ['rssi = 1 OR', 'column', undefined],
];

test.each(BEGINNINGS)('after "%s" the grammar expects: %s', (text, expects, words) => {
  const found = place(text.split(' ').filter(Boolean));
  expect(found?.expects).toBe(expects);
  expect(found?.words).toEqual(words);
  expect(found).toMatchObject({ typed: '', from: text === '' ? 1 : text.length + 1, to: text === '' ? 1 : text.length + 1 });
});

describe('a position in a filter', () => {
  it('exists exactly if the parser could continue after it, for any token', () => {
    for (const [text] of BEGINNINGS)
      for (const token of TOKENS) {
        const words = [...text.split(' ').filter(Boolean), token];
        // The parser rejects a pattern by its kind and NULL by its position, which `placeInFilter` does not.
        if (text.endsWith('LIKE') && ['-92', 'TRUE', 'false'].includes(token)) continue;
        expect([words.join(' '), place(words) !== null]).toEqual([words.join(' '), begins(words)]);
      }
  });

  it('lists exactly the keywords that can follow', () => {
    for (const [text, expects, offered] of BEGINNINGS)
      if (expects === 'joint')
        for (const token of TOKENS) {
          const said = token === 'or' ? 'OR' : token === 'between' ? 'BETWEEN' : token === '<>' ? '!=' : token;
          const leads = (offered ?? []).some((word) => word.split(' ')[0] === said);
          expect([text, token, place([...text.split(' '), token]) !== null]).toEqual([text, token, leads]);
        }
  });

  it('is found in any order of tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TOKENS.filter((token) => token !== 'LIKE')), { maxLength: 8 }), (words) => {
        const parsed = parseFilter(words.join(' '));
        fc.pre(parsed.ok || !parsed.error.message.includes('one of two values'));
        expect(place(words) !== null).toBe(begins(words));
      }),
      { numRuns: 1000 },
    );
  });

  it('has the compared column, but only after that column', () => {
    expect(place(['rssi', '>'])?.column).toBe('rssi');
    expect(place(['rssi', '>', '1', 'AND', '"a b"', 'IN', '('])?.column).toBe('a b');
    expect(place(['5', '<'])).not.toHaveProperty('column');
    expect(place(['rssi', '=', 'other'])?.column).toBe('rssi');
    expect(place(['rssi', 'AND'])).toEqual({ expects: 'column', from: 9, to: 9, typed: '' });
  });

  it('does not take a quoted parenthesis for one of the grammar', () => {
    expect(place(["'('", '=', 'a'])?.words).toEqual(['AND', 'OR']);
    expect(place(['"("', '=', '1'])?.words).toEqual(['AND', 'OR']);
    for (const words of [
      ['(', 'a', "')'"],
      ['(', 'a', '=', '1', "')'"],
      ['(', 'a', '")"'],
      ['a', 'IN', "'('"],
      ['a', 'IN', '(', '1', "','"],
      ['1', "'='"],
      ['a', "'='"],
    ])
      expect([words, place(words)]).toEqual([words, null]);
  });
});

const at = (marked: string) => placeInFilter(marked.replace('|', ''), marked.indexOf('|'));

test.each([
  ['rs|', 0, 2, 'rs'],
  ['rs|si > 1', 0, 4, 'rs'],
  ['rssi > -9|2', 7, 10, '-9'],
  ['rssi > 1|e+3 AND x', 7, 11, '1'],
  ['rssi |> 1', 5, 5, ''],
  ['rssi > |5', 7, 7, ''],
  ['"a |b" = 1', 0, 5, 'a '],
  ['"a ""|b" = 1', 0, 7, 'a "'],
  ["x = 'a|bc' AND y", 4, 9, 'a'],
  ["x = 'it''|s' AND y", 4, 11, "it'"],
  ["x = '|", 4, 5, ''],
  ["x = 'a| AND y = 'b'", 4, 6, 'a'],
  ["x = 'a'|", 7, 7, ''],
  ['x IN (1,2|', 8, 9, '2'],
])('in %s, the part from %i to %i is typed and gives way', (marked, from, to, typed) => {
  expect(at(marked)).toMatchObject({ from, to, typed });
});

test.each(['x = #|', "x = # 'a|", 'x = 1 ; |', 'x = 5a|'])('%s is no beginning of a filter', (marked) => {
  expect(at(marked)).toBeNull();
});
