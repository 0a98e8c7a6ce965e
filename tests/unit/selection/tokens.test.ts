import { describe, expect, it, test } from 'vitest';
import type { Filter } from '../../../src/selection/ast.ts';
import { compileFilter } from '../../../src/selection/compile.ts';
import { knownColumns } from '../../../src/selection/columns.ts';
import { DEEPEST_FILTER, LONGEST_FILTER, parseFilter } from '../../../src/selection/parse.ts';
import { printFilter } from '../../../src/selection/print.ts';
import { tableCapture } from './support.ts';

function parsed(text: string): Filter {
  const result = parseFilter(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.value;
}

function refusal(text: string): string {
  const result = parseFilter(text);
  if (result.ok) throw new Error(`${text} is read as ${printFilter(result.value)}`);
  return `${result.error.at}: ${result.error.message}`;
}

const numberIn = (text: string): unknown => {
  const filter = parsed(`x = ${text}`);
  return filter.kind === 'compare' && filter.right.kind === 'number' ? filter.right.value : filter;
};

test.each<[string, number | bigint]>([
  ['9223372036854775807', 2n ** 63n - 1n],
  ['9223372036854775808', 2 ** 63],
  ['-9223372036854775808', -(2n ** 63n)],
  ['-9223372036854775809', -(2n ** 63n)],
  ['-9223372036854777856', -(2 ** 63) - 2048],
  ['+5', 5n],
  ['-0', 0n],
  ['007', 7n],
  ['1e3', 1000n],
  ['1E+3', 1000n],
  ['15e-1', 1.5],
  ['10e-1', 1n],
  ['1e12', 10n ** 12n],
  ['1e19', 1e19],
  ['-1e19', -1e19],
  ['-9.223372036854775808e18', -(2n ** 63n)],
  ['2.', 2n],
  ['.25', 0.25],
  ['12.75', 12.75],
  ['-1.5e-10', -1.5e-10],
])('%s is a number, and exact if BIGINT holds it', (text, value) => {
  expect(numberIn(text)).toBe(value);
});

test.each([
  ['a\t=\n1\r\n', 'a = 1'],
  ['\uFEFFa \u00a0\uFEFF = 1', 'a = 1'],
  ['_a9 = 1', '_a9 = 1'],
  ['größe2 = 1', 'größe2 = 1'],
  ['x٣ = 1', 'x٣ = 1'],
  ['日本 = 1', '日本 = 1'],
  ['"9a" = 1', '"9a" = 1'],
  ['"a-b" = 1', '"a-b" = 1'],
  ['"a b" = 1', '"a b" = 1'],
  ['"ab" = 1', 'ab = 1'],
  ['"like" = 1', '"like" = 1'],
  ['"IS" = 1 AND "In" = 1 AND "oR" = 1', '"IS" = 1 AND "In" = 1 AND "oR" = 1'],
  ['"true" = TRUE', '"true" = TRUE'],
  ["a = ''", "a = ''"],
  ["a = ''''", "a = ''''"],
  ["a = '\"'", "a = '\"'"],
  ['a=+1', 'a = 1'],
  ['a<=1 AND b>=2 AND c<>3 AND d!=4 AND e<5 AND f>6', 'a <= 1 AND b >= 2 AND c != 3 AND d != 4 AND e < 5 AND f > 6'],
  ['1<>a', '1 != a'],
  ['a = b', 'a = b'],
  ['(((a)))', 'a'],
  ['NOT (a OR b)', 'NOT (a OR b)'],
  ['a AND (b AND c)', 'a AND (b AND c)'],
  ['a IS NOT NULL AND b IS NULL', 'a IS NOT NULL AND b IS NULL'],
  ["a NOT IN ('x',1.5,TRUE)", "a NOT IN ('x', 1.5, TRUE)"],
  ["a LIKE '%%%%%%%%'", "a LIKE '%%%%%%%%'"],
  ['(flag)', 'flag'],
  ['flag OR flag', 'flag OR flag'],
])('%j is written %j', (text, canonical) => {
  expect(printFilter(parsed(text))).toBe(canonical);
});

test.each([
  ['a == 1', '2: == is not part of a filter: write ='],
  ['a = 1 && b', '6: && is not part of a filter: write AND'],
  ['a = 1 || b', '6: || is not part of a filter: write OR'],
  ['! a', '0: ! is not part of a filter: write NOT'],
  ['a ; b', '2: ; is not part of a filter: a filter is one predicate'],
  ['a -- b', '2: -- is not part of a filter: a filter has no comments'],
  ['a /* b', '2: /* is not part of a filter: a filter has no comments'],
  ['a = ?', '4: ? is not part of a filter: write the value itself'],
  ['a.b = 1', '1: . is not part of a filter: write the name of the column alone'],
  ['a = #', '4: expected a column, a value or an operator, found "#"'],
  ['a = 5x', '5: expected the end of the number "5", found "x"'],
  ['a = 5e3e', '7: expected the end of the number "5e3", found "e"'],
  ['a = 1ex', '5: expected the end of the number "1", found "ex"'],
  ["a = 'b", "4: the text that starts here has no closing '"],
  ['"b', '0: the name that starts here has no closing "'],
  ['""', '0: expected the name of a column between the quotes, found nothing'],
  [' ', '1: expected a predicate like rssi > -92, found nothing'],
  ['a b', '2: expected an operator after "a": = != < <= > >= IN, BETWEEN, LIKE or IS NULL, found "b"'],
  ['a = 1 b', '6: expected AND, OR or the end of the filter, found "b"'],
  ["a ')'", '2: expected an operator after "a": = != < <= > >= IN, BETWEEN, LIKE or IS NULL, found ")"'],
  ['a (', '2: expected an operator after "a": = != < <= > >= IN, BETWEEN, LIKE or IS NULL, found "("'],
  ['5', '0: expected a predicate like rssi > -92, found only a value'],
  ['5 a', '2: expected one of = != < <= > >=, found "a"'],
  ['5 IN (1)', '2: expected one of = != < <= > >=, found "IN"'],
  ["5 = 'a'", '0: expected a comparison with a column, found one of two values'],
  ['a IS', '4: expected NULL or NOT NULL, found the end of the filter'],
  ['a IS 5', '5: expected NULL or NOT NULL, found "5"'],
  ['a IS NOT 5', '9: expected NULL, found "5"'],
  ['a NOT', '5: expected IN, BETWEEN or LIKE, found the end of the filter'],
  ['a NOT = 1', '6: expected IN, BETWEEN or LIKE, found "="'],
  ['a BETWEEN 1', '11: expected AND and the upper bound, found the end of the filter'],
  ['a IN 1', '5: expected ( and a list of values, found "1"'],
  ['a IN (1', '7: expected ) for the ( at character 5, found the end of the filter'],
  ['a IN (1 2)', '8: expected ) for the ( at character 5, found "2"'],
  ['a IN (1,)', '8: expected a value: a number, a text in single quotes, TRUE or FALSE, found ")"'],
  ['a LIKE 5', "7: expected a pattern in single quotes like 'Lamp%'"],
  ["a LIKE '%%%%%%%%%'", '7: a pattern has at most 8 %'],
  ['a = NULL', '4: nothing equals NULL: write IS NULL or IS NOT NULL'],
  ['a IN (1, NULL)', '9: nothing equals NULL: write IS NULL or IS NOT NULL'],
  ['a IN (b)', '6: expected a value, found "b": text needs single quotes'],
  ['a IN ("b")', '6: expected a value, found the column "b": text needs single quotes'],
  ['a IN (AND)', '6: expected a value: a number, a text in single quotes, TRUE or FALSE, found "AND"'],
  ['AND', '0: expected a value: a number, a text in single quotes, TRUE or FALSE, found "AND"'],
  ['(a', '2: expected ) for the ( at character 0, found the end of the filter'],
  ['NOT', '3: expected a value: a number, a text in single quotes, TRUE or FALSE, found the end of the filter'],
  ['a = 1e400', '4: expected a number that a DOUBLE can hold, found "1e400"'],
  [`a ${'b'.repeat(60)}`, `2: expected an operator after "a": = != < <= > >= IN, BETWEEN, LIKE or IS NULL, found "${'b'.repeat(60)}"`],
  [`a ${'b'.repeat(61)}`, `2: expected an operator after "a": = != < <= > >= IN, BETWEEN, LIKE or IS NULL, found "${'b'.repeat(59)}…"`],
])('%j is refused: %s', (text, said) => {
  expect(refusal(text)).toBe(said);
});

describe('the limits of a filter', () => {
  it('apply to its length in UTF-16 units', () => {
    const longest = `a = '${'x'.repeat(LONGEST_FILTER - 6)}'`;
    expect(longest).toHaveLength(8192);
    expect(parseFilter(longest).ok).toBe(true);
    expect(refusal(`${longest} `)).toBe('8192: a filter has at most 8192 characters, found 8193');
  });

  it('apply to the depth of parentheses and NOT, not to their number', () => {
    const deep = (levels: number): string => `${'NOT ('.repeat(levels / 2)}a${')'.repeat(levels / 2)}`;
    expect(parseFilter(deep(DEEPEST_FILTER)).ok).toBe(true);
    expect(refusal(`(${deep(DEEPEST_FILTER)})`)).toContain('a filter is nested at most 32 levels deep');
    expect(parseFilter(Array.from({ length: 40 }, () => '(NOT a)').join(' AND ')).ok).toBe(true);
  });
});

it('every node of a tree has its position in the text', () => {
  expect(parsed(" a = 1 OR NOT (b IN (2, 'x') AND c NOT BETWEEN 3 AND 4) OR d LIKE 'e' OR f IS NULL OR g")).toEqual({
    kind: 'or',
    at: 1,
    terms: [
      { kind: 'compare', at: 1, operator: '=', left: { kind: 'column', at: 1, name: 'a' }, right: { kind: 'number', at: 5, value: 1n } },
      {
        kind: 'not',
        at: 10,
        term: {
          kind: 'and',
          at: 15,
          terms: [
            {
              kind: 'in',
              at: 15,
              negated: false,
              column: { kind: 'column', at: 15, name: 'b' },
              items: [
                { kind: 'number', at: 21, value: 2n },
                { kind: 'text', at: 24, value: 'x' },
              ],
            },
            {
              kind: 'between',
              at: 33,
              negated: true,
              column: { kind: 'column', at: 33, name: 'c' },
              low: { kind: 'number', at: 47, value: 3n },
              high: { kind: 'number', at: 53, value: 4n },
            },
          ],
        },
      },
      {
        kind: 'like',
        at: 59,
        negated: false,
        column: { kind: 'column', at: 59, name: 'd' },
        pattern: { kind: 'text', at: 66, value: 'e' },
      },
      { kind: 'null', at: 73, negated: false, column: { kind: 'column', at: 73, name: 'f' } },
      { kind: 'flag', at: 86, column: { kind: 'column', at: 86, name: 'g' } },
    ],
  });
});

test.each<[string, string, unknown[]]>([
  ['n = 1', '("n" = CAST(? AS BIGINT))', [1n]],
  ['n != 1.5', '("n" <> CAST(? AS DOUBLE))', [1.5]],
  ['1 < n', '(CAST(? AS BIGINT) < "n")', [1n]],
  ['f = 0.1', '("f" = CAST(? AS FLOAT))', [0.1]],
  ['0.1 = f', '(CAST(? AS FLOAT) = "f")', [0.1]],
  ['b = TRUE OR b', '(("b" = CAST(? AS BOOLEAN)) OR ("b"))', [true]],
  ["at >= '2024-04-03T08:00:00Z'", '("at" >= CAST(? AS TIMESTAMP))', ['2024-04-03T08:00:00']],
  ["day = '2024-04-03'", '("day" = CAST(? AS TIMESTAMP))', ['2024-04-03']],
  ["clock < '08:00'", '("clock" < CAST(? AS TIME))', ['08:00']],
  ["s = 'Zebra'", '("s" = CAST(? AS VARCHAR))', ['Zebra']],
  ["s LIKE 'a%' AND NOT s NOT LIKE 'b'", '(("s" LIKE CAST(? AS VARCHAR)) AND (NOT ("s" NOT LIKE CAST(? AS VARCHAR))))', ['a%', 'b']],
  ['n NOT IN (1, 2.5)', '("n" NOT IN (CAST(? AS BIGINT), CAST(? AS DOUBLE)))', [1n, 2.5]],
  ['f NOT BETWEEN 1 AND 2', '("f" NOT BETWEEN CAST(? AS FLOAT) AND CAST(? AS FLOAT))', [1n, 2n]],
  ['n = N', '("n" = "n")', []],
  ['n IS NOT NULL', '("n" IS NOT NULL)', []],
  ["capture_id = 'x'", '(CAST(? AS VARCHAR) = CAST(? AS VARCHAR))', ['t', 'x']],
])('%s becomes %s with its values bound', (text, sql, values) => {
  const types = { n: 'INTEGER', f: 'FLOAT', b: 'BOOLEAN', at: 'TIMESTAMP', day: 'DATE', clock: 'TIME', s: 'VARCHAR' };
  const known = knownColumns(tableCapture('t', Object.entries(types).map(([name, type]) => ({ name, type })) as never));
  expect(compileFilter(parsed(text), (name) => known.get(name.toLowerCase())!)).toEqual({ sql, values });
});
