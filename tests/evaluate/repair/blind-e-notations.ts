/** Kinds of filters as texts of other languages, written without a look at the repairs. */
import { kind, type Kind } from './kind.ts';
import { eachTerm, inPredicate, quoted, type Term } from './blind-parts.ts';

export const SIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mongo: { '=': '$eq', '!=': '$ne', '<': '$lt', '<=': '$lte', '>': '$gt', '>=': '$gte' },
  hasura: { '=': '_eq', '!=': '_neq', '<': '_lt', '<=': '_lte', '>': '_gt', '>=': '_gte' },
  word: { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' },
  prisma: { '=': 'equals', '!=': 'not', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' },
  capital: {
    '=': 'EQUALS',
    '!=': 'NOT_EQUALS',
    '<': 'LESS_THAN',
    '<=': 'LESS_THAN_OR_EQUAL',
    '>': 'GREATER_THAN',
    '>=': 'GREATER_THAN_OR_EQUAL',
  },
  english: {
    '=': 'is equal to',
    '!=': 'is not equal to',
    '<': 'is less than',
    '<=': 'is at most',
    '>': 'is greater than',
    '>=': 'is at least',
  },
  natural: { '=': 'equals', '!=': "isn't", '<': 'below', '<=': 'no more than', '>': 'above', '>=': 'no less than' },
  math: { '=': '=', '!=': '≠', '<': '<', '<=': '≤', '>': '>', '>=': '≥' },
  wide: { '=': '＝', '!=': '！＝', '<': '＜', '<=': '＜＝', '>': '＞', '>=': '＞＝' },
  html: { '=': '=', '!=': '!=', '<': '&lt;', '<=': '&lt;=', '>': '&gt;', '>=': '&gt;=' },
  script: { '=': '===', '!=': '!==', '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  python: { '=': '==', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  rsql: { '=': '==', '!=': '!=', '<': '=lt=', '<=': '=le=', '>': '=gt=', '>=': '=ge=' },
};
interface Notation {
  readonly column: (name: string) => string;
  readonly signs: keyof typeof SIGN;
  readonly value: (value: Term['value']) => string;
  readonly list: (column: string, values: readonly number[]) => string;
  readonly empty: (column: string) => string;
  readonly not: (term: string) => string;
  readonly and: string;
  readonly or: string;
  readonly around?: (all: string) => string | undefined;
  readonly inner?: (term: string) => string;
}
const SQL: Notation = {
  column: (name) => name,
  signs: 'python',
  value: (value) => (typeof value === 'boolean' ? String(value).toUpperCase() : quoted(value, "'")),
  list: (column, values) => `${column} IN (${values.join(', ')})`,
  empty: (column) => `${column} IS NULL`,
  not: (term) => `NOT ${term}`,
  and: ' AND ',
  or: ' OR ',
};
const notation = (name: string, parts: Partial<Notation>): Kind => {
  const { column, signs, value, list, empty, not, and, or, around, inner = (term: string) => term } = { ...SQL, ...parts };
  const term = ({ column: name, operator, value: given, negated }: Term): string => {
    const at = column(name);
    const sign = SIGN[signs]?.[operator] ?? operator;
    const bare =
      operator === 'in' ? list(at, given as readonly number[]) : operator === 'null' ? empty(at) : `${at} ${sign} ${value(given)}`;
    return inner(negated ? not(bare) : bare);
  };
  return kind(
    name,
    inPredicate((predicate) => {
      const all = eachTerm(term, { and, or })(predicate);
      return all === undefined || around === undefined ? all : around(all);
    }),
  );
};
export const pythonValue = (value: Term['value']): string => (typeof value === 'boolean' ? (value ? 'True' : 'False') : quoted(value, "'"));
const scriptValue = (value: Term['value']): string => quoted(value, '"');
const inList = (column: string, values: readonly number[]): string => `${column} in [${values.join(', ')}]`;
export const BLIND_E_NOTATIONS: readonly Kind[] = [
  notation('e: filter of a statement', { around: (all) => `SELECT * FROM packets WHERE ${all}` }),
  notation('e: filter behind WHERE', { around: (all) => `WHERE ${all};` }),
  notation('e: filter behind where and a colon', { around: (all) => `where: ${all}` }),
  notation('e: filter with columns in quotes', { column: (name) => `"${name}"` }),
  notation('e: filter with columns in backticks', { column: (name) => `\`${name}\`` }),
  notation('e: filter with columns in brackets', { column: (name) => `[${name}]` }),
  notation('e: filter with columns behind an alias', { column: (name) => `p.${name}` }),
  notation('e: filter with columns in capitals', { column: (name) => name.toUpperCase() }),
  notation('e: filter with signs of mathematics', {
    signs: 'math',
    list: (column, values) => `${column} ∈ {${values.join(', ')}}`,
    and: ' ∧ ',
    or: ' ∨ ',
    not: (term) => `¬(${term})`,
  }),
  notation('e: filter with full-width signs', { signs: 'wide' }),
  notation('e: filter with entities of HTML', { signs: 'html', and: ' &amp;&amp; ', or: ' || ' }),
  notation('e: filter with a minus of mathematics', { value: (value) => SQL.value(value).replace('-', '\u2212') }),
  notation('e: filter with quotes of typography', { value: (value) => quoted(value, "'").replace(/^'(.*)'$/, '‘$1’') }),
  notation('e: filter with double quotes', { value: scriptValue }),
  notation('e: filter with numbers in quotes', { value: (value) => `'${String(value)}'` }),
  notation('e: filter with units', { inner: (term) => term.replace(/^(rssi .*)$/, '$1 dBm') }),
  notation('e: filter with parentheses around each', { inner: (term) => `(${term})`, around: (all) => `(${all})` }),
  notation('e: filter with line breaks', { and: '\nAND ', or: '\nOR ' }),
  notation('e: filter of pandas', {
    column: (name) => `df['${name}']`,
    value: pythonValue,
    list: (column, values) => `${column}.isin([${values.join(', ')}])`,
    empty: (column) => `${column}.isna()`,
    not: (term) => `~(${term})`,
    and: ' & ',
    or: ' | ',
    inner: (term) => `(${term})`,
    around: (all) => `df[${all}]`,
  }),
  notation('e: filter of a query of pandas', {
    value: pythonValue,
    list: inList,
    empty: (column) => `${column}.isnull()`,
    not: (term) => `not ${term}`,
    and: ' and ',
    or: ' or ',
    around: (all) => `df.query("${all}")`,
  }),
  notation('e: filter of polars', {
    column: (name) => `pl.col("${name}")`,
    value: pythonValue,
    list: (column, values) => `${column}.is_in([${values.join(', ')}])`,
    empty: (column) => `${column}.is_null()`,
    not: (term) => `~(${term})`,
    and: ' & ',
    or: ' | ',
    inner: (term) => `(${term})`,
  }),
  notation('e: filter of Spark', {
    column: (name) => `F.col('${name}')`,
    value: pythonValue,
    list: (column, values) => `${column}.isin(${values.join(', ')})`,
    empty: (column) => `${column}.isNull()`,
    not: (term) => `~(${term})`,
    and: ' & ',
    or: ' | ',
    inner: (term) => `(${term})`,
  }),
  notation('e: filter of dplyr', {
    value: (value) => (typeof value === 'boolean' ? String(value).toUpperCase() : quoted(value, '"')),
    list: (column, values) => `${column} %in% c(${values.join(', ')})`,
    empty: (column) => `is.na(${column})`,
    not: (term) => `!(${term})`,
    and: ' & ',
    or: ' | ',
  }),
  notation('e: filter of a lambda', {
    column: (name) => `r["${name}"]`,
    value: pythonValue,
    list: inList,
    empty: (column) => `${column} is None`,
    not: (term) => `not ${term}`,
    and: ' and ',
    or: ' or ',
    around: (all) => `lambda r: ${all}`,
  }),
  notation('e: filter of an arrow', {
    column: (name) => `row.${name}`,
    signs: 'script',
    value: scriptValue,
    list: (column, values) => `[${values.join(', ')}].includes(${column})`,
    empty: (column) => `${column} === null`,
    not: (term) => `!(${term})`,
    and: ' && ',
    or: ' || ',
    around: (all) => `row => ${all}`,
  }),
  notation('e: filter of jq', {
    column: (name) => `.${name}`,
    value: scriptValue,
    list: (column, values) => `(${column} | IN(${values.join(', ')}))`,
    empty: (column) => `${column} == null`,
    not: (term) => `(${term} | not)`,
    and: ' and ',
    or: ' or ',
    around: (all) => `select(${all})`,
  }),
  notation('e: filter of OData', {
    signs: 'word',
    list: (column, values) => `${column} in (${values.join(',')})`,
    empty: (column) => `${column} eq null`,
    not: (term) => `not (${term})`,
    value: (value) => quoted(value, "'"),
    and: ' and ',
    or: ' or ',
  }),
  notation('e: filter of RSQL', {
    signs: 'rsql',
    list: (column, values) => `${column}=in=(${values.join(',')})`,
    empty: (column) => `${column}=isnull=true`,
    not: (term) => term.replace('==', '!='),
    and: ';',
    or: ',',
    inner: (term) => term.replaceAll(' ', ''),
    // Without a sign of its own the comma could join in another language's way.
    around: (all) => (/=[a-z]{2,3}=/.test(all) || !all.includes(',') ? all : undefined),
  }),
  notation('e: filter of Kusto', {
    value: scriptValue,
    list: (column, values) => `${column} in (${values.join(', ')})`,
    empty: (column) => `isnull(${column})`,
    not: (term) => `not(${term})`,
    and: ' and ',
    or: ' or ',
    around: (all) => `| where ${all}`,
  }),
  notation('e: filter in English', {
    signs: 'english',
    list: (column, values) => `${column} is one of ${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`,
    empty: (column) => `${column} is missing`,
    not: (term) => term.replace('is equal to', 'is not equal to'),
    value: (value) => String(value),
    and: ' and ',
    or: ' or ',
  }),
  notation('e: filter in shorter English', {
    signs: 'natural',
    list: (column, values) => `${column} in ${values.join(', ')}`,
    empty: (column) => `${column} is empty`,
    not: (term) => `not ${term}`,
    value: (value) => String(value),
    and: ' and ',
    or: ' or ',
  }),
  notation('e: filter of Excel', {
    empty: (column) => `ISBLANK(${column})`,
    not: (term) => `NOT(${term})`,
    list: (column, values) => `OR(${values.map((each) => `${column}=${String(each)}`).join(', ')})`,
    value: (value) => (typeof value === 'boolean' ? String(value).toUpperCase() : quoted(value, '"')),
    and: ', ',
    or: ' OR ',
    around: (all) => (/, (?!channel=)/.test(all) ? `AND(${all})` : all),
  }),
];
