/** Kinds of filters, written without a look at the repairs: languages, libraries and query objects. */
import { kind, type Kind } from './kind.ts';
import { eachTerm, inPredicate, quoted, type Operator, type Term } from './blind-parts.ts';

const WORDS: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
const word = (operator: string): string => WORDS[operator] ?? '';
const double = (operator: string): string => (operator === '=' ? '==' : operator);
const listOf = ({ value }: Term): readonly number[] => value as readonly number[];

/** How a notation writes each sort of term; what it has no form for is not written. */
interface Notation {
  readonly compare: (column: string, operator: Operator, value: Term['value']) => string;
  readonly in?: (column: string, list: readonly number[]) => string;
  readonly null?: (column: string) => string;
  readonly not?: (inner: string) => string;
}
const termIn =
  ({ compare, in: among, null: empty, not }: Notation) =>
  (term: Term): string | undefined => {
    const { column, operator, value, negated } = term;
    const inner =
      operator === 'in' ? among?.(column, listOf(term)) : operator === 'null' ? empty?.(column) : compare(column, operator, value);
    return negated && inner !== undefined ? not?.(inner) : inner;
  };
const notation = (name: string, write: Notation, words: { and: string; or: string }, around?: (all: string) => string): Kind =>
  kind(name, inPredicate(eachTerm(termIn(write), words, around)));
const SIGNS = { and: ' && ', or: ' || ' };
const BITS = { and: ' & ', or: ' | ' };
const SQL = { and: ' AND ', or: ' OR ' };
const titled = (value: Term['value'], quote: string): string => quoted(value, quote).replace(/^true$/, 'True');

const languages: readonly Kind[] = [
  notation(
    'CEL: an expression',
    {
      compare: (c, o, v) => `packet.${c} ${double(o)} ${quoted(v, '"')}`,
      in: (c, l) => `packet.${c} in [${l.join(', ')}]`,
      null: (c) => `packet.${c} == null`,
      not: (i) => `!(${i})`,
    },
    SIGNS,
  ),
  notation(
    'jq: a selection',
    {
      compare: (c, o, v) => `.${c} ${double(o)} ${quoted(v, '"')}`,
      in: (c, l) => `(.${c} | IN(${l.join(', ')}))`,
      null: (c) => `.${c} == null`,
      not: (i) => `(${i} | not)`,
    },
    { and: ' and ', or: ' or ' },
    (all) => `select(${all})`,
  ),
  notation(
    'dplyr: a filter',
    {
      compare: (c, o, v) => `${c} ${double(o)} ${quoted(v, '"').replace(/^true$/, 'TRUE')}`,
      in: (c, l) => `${c} %in% c(${l.join(', ')})`,
      null: (c) => `is.na(${c})`,
      not: (i) => `!(${i})`,
    },
    BITS,
    (all) => `df %>% filter(${all})`,
  ),
  notation(
    'data.table: rows',
    {
      compare: (c, o, v) => `${c} ${double(o)} ${quoted(v, '"').replace(/^true$/, 'TRUE')}`,
      in: (c, l) => `${c} %in% ${l.length === 3 ? '37:39' : `c(${l.join(', ')})`}`,
      null: (c) => `is.na(${c})`,
    },
    BITS,
    (all) => `dt[${all}]`,
  ),
  notation(
    'polars: expressions',
    {
      compare: (c, o, v) => `(pl.col("${c}") ${double(o)} ${titled(v, '"')})`,
      in: (c, l) => `pl.col("${c}").is_in([${l.join(', ')}])`,
      null: (c) => `pl.col("${c}").is_null()`,
      not: (i) => `~${i}`,
    },
    BITS,
  ),
  notation(
    'pandas: a mask',
    {
      compare: (c, o, v) => `(df.${c} ${double(o)} ${titled(v, "'")})`,
      in: (c, l) => `(df["${c}"].isin([${l.join(', ')}]))`,
      null: (c) => `(df.${c}.isnull())`,
      not: (i) => `~${i}`,
    },
    BITS,
    (all) => `df[${all}]`,
  ),
  notation(
    'pandas: loc',
    {
      compare: (c, o, v) => `(df["${c}"] ${double(o)} ${titled(v, "'")})`,
      in: (c, l) => `(df["${c}"].isin([${l.join(', ')}]))`,
      null: (c) => `(df["${c}"].isna())`,
    },
    BITS,
    (all) => `df.loc[${all}, :]`,
  ),
  notation(
    'Python: a lambda',
    {
      compare: (c, o, v) => `row["${c}"] ${double(o)} ${titled(v, '"')}`,
      in: (c, l) => `row["${c}"] in (${l.join(', ')})`,
      null: (c) => `row["${c}"] is None`,
      not: (i) => `not (${i})`,
    },
    { and: ' and ', or: ' or ' },
    (all) => `lambda row: ${all}`,
  ),
  notation(
    'Python: a comprehension',
    {
      compare: (c, o, v) => `p.${c} ${double(o)} ${titled(v, '"')}`,
      in: (c, l) => `p.${c} in [${l.join(', ')}]`,
      null: (c) => `p.${c} is None`,
      not: (i) => `not ${i}`,
    },
    { and: ' and ', or: ' or ' },
    (all) => `[p for p in packets if ${all}]`,
  ),
  notation(
    'JavaScript: an arrow',
    {
      compare: (c, o, v) => `p.${c} ${o === '=' ? '===' : o === '!=' ? '!==' : o} ${quoted(v, "'")}`,
      in: (c, l) => `[${l.join(', ')}].includes(p.${c})`,
      null: (c) => `p.${c} == null`,
      not: (i) => `!(${i})`,
    },
    SIGNS,
    (all) => `(p) => ${all}`,
  ),
  notation(
    'JavaScript: filter of an array',
    {
      compare: (c, o, v) => `${c} ${o === '=' ? '===' : o === '!=' ? '!==' : o} ${quoted(v, "'")}`,
      in: (c, l) => `[${l.join(', ')}].includes(${c})`,
      null: (c) => `${c} === null`,
    },
    SIGNS,
    (all) => `packets.filter(({ rssi, channel, adv_type, crc_ok, local_name, advertiser_addr }) => ${all})`,
  ),
  notation(
    'Excel: functions',
    {
      compare: (c, o, v) => `${c}${o === '!=' ? '<>' : o}${quoted(v, '"').replace(/^true$/, 'TRUE')}`,
      null: (c) => `ISBLANK(${c})`,
      not: (i) => `NOT(${i})`,
      in: (c, l) => `OR(${l.map((each) => `${c}=${String(each)}`).join(',')})`,
    },
    { and: ',', or: ';' },
    (all) => (all.includes(';') ? `=OR(${all.replaceAll(';', ',')})` : `=AND(${all})`),
  ),
  notation(
    'Airtable: a formula',
    { compare: (c, o, v) => `{${c}} ${o} ${quoted(v, '"').replace(/^true$/, 'TRUE()')}` },
    { and: ', ', or: ';' },
    (all) => (all.includes(';') ? `OR(${all.replaceAll(';', ', ')})` : `AND(${all})`),
  ),
  notation(
    'OData: words',
    {
      compare: (c, o, v) => `${c} ${o === '>=' ? 'ge' : o === '<=' ? 'le' : word(o)} ${quoted(v, "'")}`,
      in: (c, l) => `${c} in (${l.join(', ')})`,
      null: (c) => `${c} eq null`,
      not: (i) => `not (${i})`,
    },
    { and: ' and ', or: ' or ' },
    (all) => `$filter=${all}`,
  ),
  notation(
    'RSQL: operators',
    {
      compare: (c, o, v) =>
        `${c}${({ '=': '==', '>': '=gt=', '<': '=lt=', '>=': '=ge=', '<=': '=le=' } as Record<string, string>)[o] ?? o}${quoted(v, "'")}`,
      in: (c, l) => `${c}=in=(${l.join(',')})`,
    },
    { and: ';', or: ',' },
  ),
  notation(
    'Kusto: a pipe',
    {
      compare: (c, o, v) => `${c} ${double(o)} ${quoted(v, '"')}`,
      in: (c, l) => `${c} in (${l.join(', ')})`,
      null: (c) => `isnull(${c})`,
      not: (i) => `not(${i})`,
    },
    { and: ' and ', or: ' or ' },
    (all) => `packets | where ${all}`,
  ),
  notation(
    'Splunk: a search',
    { compare: (c, o, v) => `${c}${o}${quoted(v, '"')}`, in: (c, l) => `${c} IN (${l.join(', ')})`, not: (i) => `NOT ${i}` },
    { and: ' ', or: ' OR ' },
    (all) => `search ${all}`,
  ),
  notation(
    'SPARQL: a filter',
    { compare: (c, o, v) => `?${c} ${o} ${quoted(v, '"')}`, in: (c, l) => `?${c} IN (${l.join(', ')})`, not: (i) => `!(${i})` },
    SIGNS,
    (all) => `FILTER(${all})`,
  ),
  notation(
    'Cypher: a clause',
    {
      compare: (c, o, v) => `p.${c} ${o === '!=' ? '<>' : o} ${quoted(v, "'")}`,
      in: (c, l) => `p.${c} IN [${l.join(', ')}]`,
      null: (c) => `p.${c} IS NULL`,
      not: (i) => `NOT ${i}`,
    },
    SQL,
    (all) => `MATCH (p:Packet) WHERE ${all} RETURN p`,
  ),
  notation(
    'Vega: an expression',
    {
      compare: (c, o, v) => `datum.${c} ${o === '=' ? '===' : o} ${quoted(v, "'")}`,
      in: (c, l) => `indexof([${l.join(', ')}], datum.${c}) >= 0`,
      null: (c) => `!isValid(datum.${c})`,
    },
    SIGNS,
  ),
  notation(
    'awk: a condition',
    { compare: (c, o, v) => `$${c} ${double(o)} ${quoted(v, '"').replace(/^true$/, '1')}` },
    SIGNS,
    (all) => `awk '${all}'`,
  ),
  notation(
    'MATLAB: a mask',
    {
      compare: (c, o, v) => `T.${c} ${o === '!=' ? '~=' : double(o)} ${quoted(v, "'")}`,
      in: (c, l) => `ismember(T.${c}, [${l.join(' ')}])`,
      null: (c) => `ismissing(T.${c})`,
      not: (i) => `~(${i})`,
    },
    BITS,
    (all) => `T(${all}, :)`,
  ),
  notation(
    'PostgreSQL: arrays',
    {
      compare: (c, o, v) => `"${c}" ${o === '!=' ? '<>' : o} ${quoted(v, "'")}`,
      in: (c, l) => `"${c}" = ANY(ARRAY[${l.join(', ')}])`,
      null: (c) => `"${c}" ISNULL`,
      not: (i) => `NOT (${i})`,
    },
    SQL,
  ),
  notation(
    'SQL Server: brackets',
    {
      compare: (c, o, v) =>
        `[${c}] ${o === '!=' ? '<>' : o} ${quoted(v, "N'")
          .replace(/N'$/, "'")
          .replace(/^true$/, '1')}`,
      in: (c, l) => `[${c}] IN (${l.join(', ')})`,
      null: (c) => `[${c}] IS NULL`,
      not: (i) => `NOT (${i})`,
    },
    SQL,
  ),
  notation(
    'MySQL: backticks',
    {
      compare: (c, o, v) => `\`packets\`.\`${c}\` ${o} ${quoted(v, '"')}`,
      in: (c, l) => `\`${c}\` IN (${l.join(',')})`,
      null: (c) => `\`${c}\` <=> NULL`,
      not: (i) => `!(${i})`,
    },
    SIGNS,
  ),
];

export const BLIND_C_FILTERS: readonly Kind[] = languages;
