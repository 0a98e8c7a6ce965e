/** Random conditions in many spellings, negations and nestings: a filter that a repair applies selects the same rows. */
import { expect, test } from 'vitest';
import { parseFilter } from '../../../../src/selection/parse.ts';
import { repair } from '../../../../src/tools/repair/repair.ts';
import { every, holds, selects, turned, type Row, type Truth } from '../../../support/filter-rows.ts';
import { randomSource, type RandomSource } from '../../../support/random.ts';
import { benches } from './habits.ts';

const COLUMNS = ['rssi', 'channel', 'length'] as const;
const SIGNS = ['<', '<=', '>', '>=', '=', '!='] as const;
type Sign = (typeof SIGNS)[number];
type Condition =
  | { readonly kind: 'compare'; readonly column: string; readonly sign: Sign; readonly value: number }
  | { readonly kind: 'not'; readonly term: Condition }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Condition[] };
const drawn = <T>(random: RandomSource, items: readonly T[]): T => items[random.below(items.length)]!;
function condition(random: RandomSource, depth: number): Condition {
  const kind = depth === 0 ? 0 : random.below(5);
  if (kind < 2) return { kind: 'compare', column: drawn(random, COLUMNS), sign: drawn(random, SIGNS), value: random.below(9) - 4 };
  if (kind === 2) return { kind: 'not', term: condition(random, depth - 1) };
  const terms = Array.from({ length: 2 + random.below(2) }, () => condition(random, depth - 1));
  return { kind: kind === 3 ? 'and' : 'or', terms };
}

function isTrue(node: Condition, row: Row): Truth {
  if (node.kind === 'not') return turned(isTrue(node.term, row));
  if (node.kind !== 'compare')
    return every(
      node.terms.map((term) => isTrue(term, row)),
      node.kind === 'or',
    );
  const own = row[node.column] ?? null;
  return own === null ? null : holds(node.sign, Number(own), node.value);
}

interface Spelling {
  readonly compare: (column: string, sign: Sign, value: string) => string;
  readonly and: string;
  readonly or: string;
  readonly not: (inner: string) => string;
}
const CODE: Readonly<Record<Sign, string>> = { '<': '<', '<=': '<=', '>': '>', '>=': '>=', '=': '==', '!=': '!=' };
const TURNED: Readonly<Record<Sign, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '==', '!=': '!=' };
const OPPOSITE: Readonly<Record<Sign, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '=': '!=', '!=': '==' };
const NAMES: Readonly<Record<Sign, string>> = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '=': 'eq', '!=': 'ne' };
const WORDS: Readonly<Record<Sign, readonly string[]>> = {
  '<': ['below', 'is less than', 'lower than', 'under', 'smaller than'],
  '<=': ['at most', 'not above', 'no more than', 'is less than or equal to', 'not greater than'],
  '>': ['above', 'is greater than', 'over', 'exceeds', 'more than'],
  '>=': ['at least', 'not below', 'no less than', 'is greater than or equal to', 'not less than'],
  '=': ['equals', 'is', '=='],
  '!=': ['is not', 'differs from', '<>'],
};
const spellings = (random: RandomSource): Spelling[] => {
  const [and, or] = [' && ', ' || '];
  const bang = (inner: string): string => `!(${inner})`;
  const word = (inner: string): string => `not (${inner})`;
  return [
    { compare: (column, sign, value) => `${column} ${CODE[sign]} ${value}`, and, or, not: bang },
    { compare: (column, sign, value) => `row.${column} ${CODE[sign]} ${value}`, and: ' and ', or: ' or ', not: word },
    { compare: (column, sign, value) => `(df['${column}'] ${CODE[sign]} ${value})`, and: ' & ', or: ' | ', not: (inner) => `~(${inner})` },
    { compare: (column, sign, value) => `${value} ${TURNED[sign]} ${column}`, and, or, not: bang },
    { compare: (column, sign, value) => `!(${column} ${OPPOSITE[sign]} ${value})`, and, or, not: bang },
    { compare: (column, sign, value) => `${column} ${drawn(random, WORDS[sign])} ${value}`, and: ' and ', or: ' or ', not: word },
    { compare: (column, sign, value) => `${column}.${NAMES[sign]}(${value})`, and, or, not: bang },
    {
      compare: (column, sign, value) => `pl.col("${column}").${NAMES[sign]}(${value})`,
      and: ' & ',
      or: ' | ',
      not: (inner) => `~(${inner})`,
    },
    { compare: (column, sign, value) => `${NAMES[sign]}(${column}, ${value})`, and: ' AND ', or: ' OR ', not: (inner) => `NOT (${inner})` },
    {
      compare: (column, sign, value) => `$_.${column} -${NAMES[sign]} ${value}`,
      and: ' -and ',
      or: ' -or ',
      not: (inner) => `-not (${inner})`,
    },
  ];
};
function written(node: Condition, by: Spelling): string {
  if (node.kind === 'compare') return by.compare(node.column, node.sign, String(node.value));
  if (node.kind === 'not') return by.not(written(node.term, by));
  return node.terms
    .map((term) => (term.kind === 'compare' || term.kind === 'not' ? written(term, by) : `(${written(term, by)})`))
    .join(by[node.kind]);
}

test('a filter that a repair applies selects the rows that were asked for, in every spelling', async () => {
  const random = randomSource(20261127);
  const rows = Array.from({ length: 60 }, (): Row =>
    Object.fromEntries(COLUMNS.map((column) => [column, random.below(7) === 0 ? null : random.below(11) - 5])),
  );
  const bench = benches.one;
  let [applied, made] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const asked = condition(random, 3);
    for (const by of spellings(random)) {
      const text = written(asked, by);
      const call = {
        tool_name: 'capture_overview',
        tool_version: '1.1.0',
        capture_selection: { capture_id: 'chamber_four_phones', filter_expression: text },
        arguments: {},
        request_id: `r-${String(round)}`,
        timeout_ms: 10_000,
      };
      const { valid, errors } = await bench.runner.validate(call);
      if (valid) continue;
      made++;
      const fixed = repair(call, { status: 'error', errors }, bench.facts);
      if (fixed?.determinable !== true) continue;
      applied++;
      const selection = (fixed.invocation as typeof call).capture_selection;
      const filter = parseFilter(selection.filter_expression);
      const found = filter.ok ? rows.map((row) => selects(filter.value, row) === true) : undefined;
      expect({ text, filter: selection.filter_expression, found }).toEqual({
        text,
        filter: selection.filter_expression,
        found: rows.map((row) => isTrue(asked, row) === true),
      });
    }
  }
  // Repairs that are only proposed prove nothing.
  expect(applied).toBeGreaterThan(made / 2);
});
