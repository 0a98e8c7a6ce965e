import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeInFilter } from '../../../src/selection/expect.ts';
import { parseFilter } from '../../../src/selection/parse.ts';

/** The result of `placeInFilter` at the position of the bar. */
function at(marked: string) {
  const pos = marked.indexOf('|');
  return placeInFilter(marked.replace('|', ''), pos);
}

describe('the token that the grammar expects at a position of a filter', () => {
  it('is a column at the beginning and after NOT, a parenthesis, AND and OR', () => {
    for (const text of ['|', 'rs|', 'NOT |', '(|', 'rssi > -92 AND |', 'crc_ok OR ch|', '"my c|'])
      expect([text, at(text)?.expects]).toEqual([text, 'column']);
    expect(at('"my c|')).toMatchObject({ from: 0, typed: 'my c' });
    expect(at('rssi > 1 AND cha|nnel = 3')).toMatchObject({ from: 13, to: 20, typed: 'cha' });
  });

  it('is an operator after a column', () => {
    expect(at('rssi |')).toMatchObject({ expects: 'operator', column: 'rssi', from: 5 });
    expect(at('rssi BET|')).toMatchObject({ expects: 'operator', from: 5, to: 8, typed: 'BET' });
    expect(at('(crc_ok AND "my col" |')).toMatchObject({ expects: 'operator', column: 'my col' });
  });

  it('is a value after a comparison, in a list, as a bound and as a pattern', () => {
    for (const text of [
      'rssi > |',
      'rssi IN (|',
      'rssi IN (1, |',
      'rssi NOT IN (|',
      'rssi BETWEEN |',
      'rssi BETWEEN 1 AND |',
      'rssi LIKE |',
      "rssi = 'A|",
    ])
      expect([text, at(text)]).toEqual([text, expect.objectContaining({ expects: 'value', column: 'rssi' })]);
    expect(at("adv_type = 'ADV_|IND' AND x = 1")).toMatchObject({ from: 11, to: 20, typed: 'ADV_' });
    expect(at('company_id = App|')).toMatchObject({ expects: 'value', typed: 'App', from: 13 });
  });

  it('is a keyword if nothing else is allowed', () => {
    expect(at('rssi > 1 |')?.words).toEqual(['AND', 'OR']);
    expect(at('(rssi > 1 |')?.words).toEqual(['AND', 'OR', ')']);
    expect(at('rssi IS |')?.words).toEqual(['NULL', 'NOT NULL']);
    expect(at('rssi NOT |')?.words).toEqual(['IN', 'BETWEEN', 'LIKE']);
    expect(at('rssi BETWEEN 1 |')?.words).toEqual(['AND']);
    expect(at('rssi IN (1 |')?.words).toEqual([',', ')']);
    expect(at('rssi IN |')?.words).toEqual(['(']);
    expect(at('5 |')?.words).toContain('<=');
  });

  it('is null after a text that cannot begin a filter', () => {
    for (const text of ['rssi rssi |', 'rssi > 1 )  |', 'rssi == |', 'AND |', "'a' 'b' |"]) expect([text, at(text)]).toEqual([text, null]);
  });

  it('agrees with the parser: if it expects a value, appending one completes the comparison', () => {
    const column = fc.constantFrom('rssi', '"a b"', 'x');
    const operator = fc.constantFrom('=', '!=', '<', '>=');
    const value = fc.constantFrom('1', "'it''s'", 'TRUE', '-2.5');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(column, operator, value), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' AND ', ' OR '),
        (terms, joint) => {
          const text = terms.map((term) => term.join(' ')).join(joint);
          expect(parseFilter(text).ok).toBe(true);
          const last = terms.at(-1)?.[2] ?? '';
          expect(placeInFilter(text, text.length - last.length)?.expects).toBe('value');
          expect(placeInFilter(`${text} `, text.length + 1)?.words).toEqual(['AND', 'OR']);
        },
      ),
    );
  });
});
