/** Kinds of filters, windows, channels and captures as models write them, written before the repairs changed for this set. */
import { inFilter, kind, type Kind } from './kind.ts';
import { eachTerm, inPredicate, isPlain, quoted, single, type Operator, type Predicate, type Term } from './blind-parts.ts';

const double = (operator: Operator): string => (operator === '=' ? '==' : operator);
const WORDS: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
const LONG: Readonly<Record<string, string>> = {
  '=': 'is equal to',
  '!=': 'is not equal to',
  '<': 'is less than',
  '<=': 'is less than or equal to',
  '>': 'is greater than',
  '>=': 'is greater than or equal to',
};

interface Style {
  readonly one: (column: string, operator: Operator, value: Term['value']) => string;
  readonly list?: (column: string, values: readonly number[]) => string;
  readonly empty?: (column: string) => string;
  readonly not?: (inner: string) => string;
  readonly and: string;
  readonly or: string;
  readonly around?: (all: string) => string;
}

/** A filter in a language of expressions; undefined where the style has no words for a term. */
const inStyle = ({ one, list, empty, not, and, or, around }: Style): Kind['break'] =>
  inPredicate(
    eachTerm(
      ({ column, operator, value, negated }) => {
        const inner =
          operator === 'in'
            ? list?.(column, value as readonly number[])
            : operator === 'null'
              ? empty?.(column)
              : one(column, operator, value);
        return negated ? inner && not?.(inner) : inner;
      },
      { and, or },
      around,
    ),
  );

/** A filter of comparisons as data. */
const asData = (
  one: (column: string, operator: Operator, value: Term['value']) => unknown,
  all: (terms: readonly unknown[], join: 'AND' | 'OR') => unknown,
): Kind['break'] =>
  inPredicate(({ terms, join }: Predicate) =>
    terms.every(isPlain)
      ? all(
          terms.map(({ column, operator, value }) => one(column, operator, value)),
          join,
        )
      : undefined,
  );

const lower = (join: 'AND' | 'OR'): string => join.toLowerCase();

const expressions: readonly Kind[] = [
  kind(
    'filter as a function of a row in JavaScript',
    inStyle({
      one: (c, o, v) => `row.${c} ${o === '=' ? '===' : o === '!=' ? '!==' : o} ${quoted(v, "'")}`,
      list: (c, values) => `[${values.join(', ')}].includes(row.${c})`,
      empty: (c) => `row.${c} == null`,
      not: (inner) => `!(${inner})`,
      and: ' && ',
      or: ' || ',
      around: (all) => `(row) => ${all}`,
    }),
  ),
  kind(
    'filter of a data frame in Python',
    inStyle({
      one: (c, o, v) => `(df["${c}"] ${double(o)} ${typeof v === 'boolean' ? 'True' : quoted(v, '"')})`,
      list: (c, values) => `(df["${c}"].isin([${values.join(', ')}]))`,
      empty: (c) => `(df["${c}"].isna())`,
      not: (inner) => `~${inner}`,
      and: ' & ',
      or: ' | ',
      around: (all) => `df[${all}]`,
    }),
  ),
  kind(
    'filter as a query of a data frame',
    inStyle({
      one: (c, o, v) => `${c} ${double(o)} ${typeof v === 'boolean' ? 'True' : quoted(v, '"')}`,
      list: (c, values) => `${c} in [${values.join(', ')}]`,
      empty: (c) => `${c}.isnull()`,
      not: (inner) => `not (${inner})`,
      and: ' and ',
      or: ' or ',
    }),
  ),
  kind(
    'filter of dplyr',
    inStyle({
      one: (c, o, v) => `${c} ${double(o)} ${quoted(v, '"').replace(/^true$/, 'TRUE')}`,
      list: (c, values) => `${c} %in% c(${values.join(', ')})`,
      empty: (c) => `is.na(${c})`,
      not: (inner) => `!(${inner})`,
      and: ' & ',
      or: ' | ',
      around: (all) => `filter(${all})`,
    }),
  ),
  kind(
    'filter of Polars',
    inStyle({
      one: (c, o, v) => `(pl.col("${c}") ${double(o)} ${typeof v === 'boolean' ? 'True' : quoted(v, '"')})`,
      list: (c, values) => `pl.col("${c}").is_in([${values.join(', ')}])`,
      empty: (c) => `pl.col("${c}").is_null()`,
      not: (inner) => `~${inner}`,
      and: ' & ',
      or: ' | ',
    }),
  ),
  kind(
    'filter in the language of Wireshark',
    inStyle({
      one: (c, o, v) => `${c} ${double(o)} ${quoted(v, '"')}`,
      list: (c, values) => `${c} in {${values.join(', ')}}`,
      empty: (c) => `!${c}`,
      not: (inner) => `!(${inner})`,
      and: ' && ',
      or: ' || ',
    }),
  ),
  kind(
    'filter of a search engine',
    inStyle({
      one: (c, o, v) => (o === '!=' ? `NOT ${c}:${quoted(v, '"')}` : `${c}:${o === '=' ? '' : o}${quoted(v, '"')}`),
      list: (c, values) => `${c}:(${values.join(' OR ')})`,
      empty: (c) => `NOT _exists_:${c}`,
      not: (inner) => `NOT ${inner}`,
      and: ' AND ',
      or: ' OR ',
    }),
  ),
  kind(
    'filter of Kusto',
    inStyle({
      one: (c, o, v) => `${c} ${double(o)} ${quoted(v, '"')}`,
      list: (c, values) => `${c} in (${values.join(', ')})`,
      empty: (c) => `isnull(${c})`,
      not: (inner) => `not(${inner})`,
      and: ' and ',
      or: ' or ',
      around: (all) => `| where ${all}`,
    }),
  ),
  kind(
    'filter of CEL',
    inStyle({
      one: (c, o, v) => `packet.${c} ${double(o)} ${quoted(v, '"')}`,
      list: (c, values) => `packet.${c} in [${values.join(', ')}]`,
      empty: (c) => `packet.${c} == null`,
      not: (inner) => `!(${inner})`,
      and: ' && ',
      or: ' || ',
    }),
  ),
  kind(
    'filter of a spreadsheet with functions',
    inPredicate(({ join, terms }) => {
      if (!terms.every(isPlain)) return undefined;
      const all = terms.map(({ column, operator, value }) => `${column}${operator === '!=' ? '<>' : operator}${quoted(value, '"')}`.replace('true', 'TRUE')); // prettier-ignore
      return all.length === 1 ? `=${all[0] ?? ''}` : `=${join}(${all.join(', ')})`;
    }),
  ),
  kind(
    'filter of OData',
    inStyle({
      one: (c, o, v) => `${c} ${(WORDS[o] ?? '').replace('te', 'e')} ${quoted(v, "'")}`,
      list: (c, values) => `${c} in (${values.join(', ')})`,
      empty: (c) => `${c} eq null`,
      not: (inner) => `not (${inner})`,
      and: ' and ',
      or: ' or ',
      around: (all) => `$filter=${all}`,
    }),
  ),
  kind(
    'filter of RSQL with commas',
    inStyle({
      one: (c, o, v) => `${c}${{ '=': '==', '!=': '!=', '<': '=lt=', '<=': '=le=', '>': '=gt=', '>=': '=ge=' }[o as '<']}${quoted(v, "'")}`,
      list: (c, values) => `${c}=in=(${values.join(',')})`,
      and: ';',
      or: ',',
    }),
  ),
  kind(
    'filter of jq',
    inStyle({
      one: (c, o, v) => `.${c} ${double(o)} ${quoted(v, '"')}`,
      empty: (c) => `.${c} == null`,
      list: (c, values) => `(.${c} | IN(${values.join(', ')}))`,
      not: (inner) => `(${inner} | not)`,
      and: ' and ',
      or: ' or ',
      around: (all) => `.[] | select(${all})`,
    }),
  ),
  kind(
    'filter in English words',
    inStyle({
      one: (c, o, v) => `${c} ${LONG[o] ?? ''} ${quoted(v, "'")}`,
      list: (c, values) => `${c} is one of ${values.join(', ')}`,
      empty: (c) => `${c} is null`,
      not: (inner) => `not ${inner}`,
      and: ' and ',
      or: ' or ',
    }),
  ),
  kind(
    'filter of Ruby on a block',
    inStyle({
      one: (c, o, v) => `p[:${c}] ${double(o)} ${quoted(v, "'")}`,
      list: (c, values) => `[${values.join(', ')}].include?(p[:${c}])`,
      empty: (c) => `p[:${c}].nil?`,
      not: (inner) => `!(${inner})`,
      and: ' && ',
      or: ' || ',
      around: (all) => `select { |p| ${all} }`,
    }),
  ),
  kind(
    'filter of a graph database',
    inStyle({
      one: (c, o, v) => `p.${c} ${o === '!=' ? '<>' : o} ${quoted(v, "'")}`,
      list: (c, values) => `p.${c} IN [${values.join(', ')}]`,
      empty: (c) => `p.${c} IS NULL`,
      not: (inner) => `NOT (${inner})`,
      and: ' AND ',
      or: ' OR ',
      around: (all) => `MATCH (p:Packet) WHERE ${all}`,
    }),
  ),
];

const sql: readonly Kind[] = [
  kind(
    'filter as a whole statement',
    inFilter((filter) => `SELECT * FROM packets WHERE ${filter}`),
  ),
  kind(
    'filter with columns of an alias in quotes',
    inFilter((filter) =>
      filter.replace(/\b(rssi|channel|crc_ok|adv_type|advertiser_addr|local_name|snr|site|jitter|latency_ms)\b/g, 'p."$1"'),
    ),
  ),
  kind(
    'filter with a typographic minus',
    inFilter((filter) => filter.replace(/-(\d)/g, '\u2212$1')),
  ),
  kind(
    'filter with a number before the sign',
    inPredicate(
      single((c, o, v) =>
        typeof v === 'number' ? `${String(v)} ${({ '>': '<', '>=': '<=' } as const)[o as '>'] ?? '='} ${c}` : undefined,
      ),
    ),
  ),
  kind(
    'filter with ANY of an array',
    inFilter((filter) => filter.replace(/IN \(([\d, ]+)\)/, 'IN ARRAY[$1]')),
  ),
  kind(
    'filter with a cast',
    inFilter((filter) => filter.replace(/([<>]=?) (-?\d+)/g, "$1 CAST('$2' AS INTEGER)")),
  ),
  kind(
    'filter with IS TRUE',
    inFilter((filter) => filter.replace('crc_ok = TRUE', 'crc_ok IS TRUE')),
  ),
  kind(
    'filter with = NULL',
    inFilter((filter) => filter.replace('IS NULL', '= NULL')),
  ),
  kind(
    'filter with typographic quotes',
    inFilter((filter) => filter.replace(/'([^']*)'/g, '\u2018$1\u2019')),
  ),
  kind(
    'filter with the unit in brackets',
    inFilter((filter) => filter.replace(/rssi > (-\d+)/g, 'rssi > $1 [dBm]')),
  ),
  kind(
    'filter with the unit in the name of the column',
    inFilter((filter) => filter.replace(/rssi > (-\d+)/g, 'rssi_dbm > $1')),
  ),
  kind(
    'filter with dots for decimals',
    inFilter((filter) => filter.replace(/(> -\d+)/g, '$1.0').replace(/(>= \d+)/g, '$1.0')),
  ),
];

const data: readonly Kind[] = [
  kind(
    'filter as a document of signs',
    asData(
      (c, o, v) => ({ [c]: { [`$${WORDS[o] ?? ''}`]: v } }),
      (terms, join) => (terms.length === 1 ? terms[0] : { [`$${lower(join)}`]: terms }),
    ),
  ),
  kind(
    'filter as a query of a search engine in JSON',
    asData(
      (c, o, v) => (o === '=' ? { term: { [c]: v } } : o === '!=' ? { bool: { must_not: [{ term: { [c]: v } }] } } : { range: { [c]: { [WORDS[o] ?? '']: v } } }), // prettier-ignore
      (terms, join) => ({ query: { bool: join === 'AND' ? { filter: terms } : { should: terms, minimum_should_match: 1 } } }),
    ),
  ),
  kind(
    'filter as objects of column, op and value',
    asData(
      (c, o, v) => ({ column: c, op: o, value: v }),
      (terms, join) => ({ operator: join, conditions: terms }),
    ),
  ),
  kind(
    'filter as logic in JSON',
    asData(
      (c, o, v) => ({ [double(o)]: [{ var: c }, v] }),
      (terms, join) => (terms.length === 1 ? terms[0] : { [lower(join)]: terms }),
    ),
  ),
  kind(
    'filter as lists with the operator first',
    asData(
      (c, o, v) => [o, ['field', c, null], v],
      (terms, join) => (terms.length === 1 ? terms[0] : [lower(join), ...terms]),
    ),
  ),
  kind(
    'filter as keys with a suffix',
    asData(
      (c, o, v) => [`${c}_${WORDS[o] ?? ''}`, v],
      (terms, join) => (join === 'AND' ? Object.fromEntries(terms as [string, unknown][]) : undefined),
    ),
  ),
  kind(
    'filter as a property with a typed test',
    asData(
      (c, o, v) => ({ property: c, [typeof v === 'number' ? 'number' : typeof v === 'boolean' ? 'checkbox' : 'select']: { [(LONG[o] ?? '').replace(/^is (equal to)?/, '').trim().replaceAll(' ', '_').replace('not_equal_to', 'does_not_equal') || 'equals']: v } }), // prettier-ignore
      (terms, join) => ({ [lower(join)]: terms }),
    ),
  ),
  kind(
    'filter as an operator with a path and a typed value',
    asData(
      (c, o, v) => ({ path: [c], operator: (LONG[o] ?? '').replace(/^is /, '').replace(/ or equal to/, ' equal').replace(/ than equal/, ' than equal').replace('equal to', 'equal').replace(/(?:^| )(\w)/g, (_, l: string) => l.toUpperCase()), [typeof v === 'number' ? 'valueInt' : typeof v === 'boolean' ? 'valueBoolean' : 'valueText']: v }), // prettier-ignore
      (terms, join) => (terms.length === 1 ? terms[0] : { operator: join === 'AND' ? 'And' : 'Or', operands: terms }),
    ),
  ),
  kind(
    'filter as sides of a tree',
    asData(
      (c, o, v) => ({ left: { column: c }, operator: o, right: { literal: v } }),
      (terms, join) => terms.reduce((left, right) => ({ left, operator: join, right })),
    ),
  ),
  kind(
    'filter as a text of the sign with the value',
    asData(
      (c, o, v) => [c, `${o} ${String(v)}`],
      (terms, join) => (join === 'AND' ? Object.fromEntries(terms as [string, unknown][]) : undefined),
    ),
  ),
  kind(
    'filter of must with keys and ranges',
    asData(
      (c, o, v) => (o === '=' ? { key: c, match: { value: v } } : o === '!=' ? undefined : { key: c, range: { [WORDS[o] ?? '']: v } }),
      (terms, join) => (terms.includes(undefined) ? undefined : { [join === 'AND' ? 'must' : 'should']: terms }),
    ),
  ),
  kind(
    'filter as columns with a list of any',
    inPredicate(({ terms, join }) =>
      join === 'AND' && terms.every(({ operator, negated }) => operator === 'in' && !negated)
        ? Object.fromEntries(terms.map(({ column, value }) => [column, { any_of: value }]))
        : undefined,
    ),
  ),
];

export const BLIND_I_CONDITIONS: readonly Kind[] = [...expressions, ...sql, ...data];
