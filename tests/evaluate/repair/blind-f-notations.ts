/** Notations of filters; written without a look at the repairs. */
import { inFilter, type Kind } from './kind.ts';
import { eachTerm, inPredicate, isPlain, quoted, single, type Predicate, type Term } from './blind-parts.ts';

const AND = { and: ' AND ', or: ' OR ' };
const SIGNS = { and: ' && ', or: ' || ' };
const WORD: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'neq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
const LONG: Readonly<Record<string, string>> = {
  '=': 'equals',
  '!=': 'does_not_equal',
  '<': 'less_than',
  '<=': 'less_than_or_equal_to',
  '>': 'greater_than',
  '>=': 'greater_than_or_equal_to',
};
const SPOKEN: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
};
const twoSigns = (operator: string): string => (operator === '=' ? '==' : operator);
/** Writes plain comparisons in a notation; leaves other filters alone. */
const notation = (term: (each: Term) => string | undefined, words = AND, around?: (all: string) => string): Kind['break'] =>
  inPredicate(eachTerm((each) => (isPlain(each) ? term(each) : undefined), words, around));
/** Writes plain comparisons as data. */
const data = (term: (each: Term) => unknown, around: (terms: unknown[], join: Predicate['join']) => unknown): Kind['break'] =>
  inPredicate(({ join, terms }) => (terms.every(isPlain) ? around(terms.map(term), join) : undefined));
const one = (term: (each: Term) => unknown): Kind['break'] =>
  inPredicate(({ terms: [only, ...others] }) => (only && others.length === 0 && isPlain(only) ? term(only) : undefined));
const infix =
  (name: (column: string) => string, quote = "'") =>
  ({ column, operator, value }: Term): string =>
    `${name(column)} ${twoSigns(operator)} ${quoted(value, quote)}`;

export const NOTATIONS: readonly (readonly [string, Kind['break']])[] = [
  [
    'Vega',
    notation(
      infix((column) => `datum.${column}`),
      SIGNS,
    ),
  ],
  [
    'R',
    notation(
      infix((column) => column, '"'),
      { and: ' & ', or: ' | ' },
    ),
  ],
  [
    'subset() of R',
    notation(
      infix((column) => column, '"'),
      { and: ' & ', or: ' | ' },
      (all) => `subset(packets, ${all})`,
    ),
  ],
  [
    'data.table',
    notation(
      infix((column) => column, '"'),
      { and: ' & ', or: ' | ' },
      (all) => `packets[${all}]`,
    ),
  ],
  [
    'awk',
    notation(
      infix((column) => `$${column}`, '"'),
      SIGNS,
    ),
  ],
  [
    'Ruby',
    notation(
      infix((column) => `row[:${column}]`, '"'),
      SIGNS,
      (all) => `rows.select { |row| ${all} }`,
    ),
  ],
  [
    'a comprehension of Python',
    notation(
      infix((column) => `row["${column}"]`, '"'),
      { and: ' and ', or: ' or ' },
      (all) => `[row for row in rows if ${all}]`,
    ),
  ],
  [
    'Flux',
    notation(
      infix((column) => `r["${column}"]`, '"'),
      { and: ' and ', or: ' or ' },
      (all) => `|> filter(fn: (r) => ${all})`,
    ),
  ],
  [
    'JSONPath',
    notation(
      infix((column) => `@.${column}`),
      SIGNS,
      (all) => `$[?(${all})]`,
    ),
  ],
  [
    'XPath',
    notation(
      ({ column, operator, value }) => `${column} ${operator} ${quoted(value, "'")}`,
      { and: ' and ', or: ' or ' },
      (all) => `//packet[${all}]`,
    ),
  ],
  [
    'JMESPath',
    notation(
      ({ column, operator, value }) =>
        `${column} ${twoSigns(operator)} ${typeof value === 'string' ? `'${value}'` : `\`${String(value)}\``}`,
      SIGNS,
      (all) => `[?${all}]`,
    ),
  ],
  [
    'DAX',
    notation(({ column, operator, value }) => `packets[${column}] ${operator === '!=' ? '<>' : operator} ${quoted(value, '"')}`, SIGNS),
  ],
  ['Airtable', notation(({ column, operator, value }) => `{${column}} ${operator} ${quoted(value, "'")}`, AND)],
  [
    'Cypher',
    notation(
      ({ column, operator, value }) => `n.${column} ${operator === '!=' ? '<>' : operator} ${quoted(value, "'")}`,
      AND,
      (all) => `WHERE ${all}`,
    ),
  ],
  [
    'SPARQL',
    notation(
      ({ column, operator, value }) => `?${column} ${operator} ${quoted(value, '"')}`,
      SIGNS,
      (all) => `FILTER(${all})`,
    ),
  ],
  [
    'SCIM',
    notation(
      ({ column, operator, value }) =>
        `${column} ${{ '!=': 'ne', '<=': 'le', '>=': 'ge' }[operator as string] ?? WORD[operator] ?? ''} ${quoted(value, '"')}`,
      { and: ' and ', or: ' or ' },
    ),
  ],
  [
    'SQLAlchemy',
    notation(({ column, operator, value }) => `(Packet.${column} ${twoSigns(operator)} ${quoted(value, "'")})`, { and: ' & ', or: ' | ' }),
  ],
  ['Knex', one(({ column, operator, value }) => `.where('${column}', '${operator}', ${quoted(value, "'")})`)],
  ['PostgREST', one(({ column, operator, value }) => `${column}=${WORD[operator] ?? ''}.${String(value)}`)],
  ['Lisp', one(({ column, operator, value }) => `(${operator} ${column} ${quoted(value, '"')})`)],
  [
    'a template of Go',
    one(
      ({ column, operator, value }) =>
        `${{ '!=': 'ne', '<=': 'le', '>=': 'ge' }[operator as string] ?? WORD[operator] ?? ''} .${column} ${quoted(value, '"')}`,
    ),
  ],
  ['Datadog', one(({ column, operator, value }) => (/[<>]/.test(operator) ? `@${column}:${operator}${String(value)}` : undefined))],
  [
    'Notion',
    one(({ column, operator, value }) =>
      isFinite(Number(value)) ? { property: column, number: { [LONG[operator] ?? '']: value } } : undefined,
    ),
  ],
  [
    'Cube',
    data(
      ({ column, operator, value }) => ({
        member: column,
        operator: { '=': 'equals', '!=': 'notEquals' }[operator as string] ?? WORD[operator],
        values: [String(value)],
      }),
      (all, join) => (join === 'AND' ? all : undefined),
    ),
  ],
  [
    'AG Grid',
    one(({ column, operator, value }) =>
      typeof value === 'number' && /^[<>]$/.test(operator)
        ? { [column]: { filterType: 'number', type: operator === '>' ? 'greaterThan' : 'lessThan', filter: value } }
        : undefined,
    ),
  ],
  [
    'Vega as data',
    one(({ column, operator, value }) => ({ field: column, [{ '=': 'equal' }[operator as string] ?? WORD[operator] ?? '']: value })),
  ],
  [
    'React Query Builder',
    data(
      ({ column, operator, value }) => ({ field: column, operator, value }),
      (rules, join) => ({ combinator: join.toLowerCase(), rules }),
    ),
  ],
  [
    'a tree of and',
    data(
      ({ column, operator, value }) => ({ column, op: twoSigns(operator), value }),
      (all, join) => ({ [join.toLowerCase()]: all }),
    ),
  ],
  [
    'a tree of left and right',
    data(
      ({ column, operator, value }) => ({ left: column, operator, right: value }),
      (all, join) => (all.length === 1 ? all[0] : { operator: join, operands: all }),
    ),
  ],
  [
    'a tree of types',
    data(
      ({ column, operator, value }) => ({ type: 'comparison', column, operator: LONG[operator], value }),
      (all, join) => (all.length === 1 ? all[0] : { type: join.toLowerCase(), conditions: all }),
    ),
  ],
  ['words of GraphQL', one(({ column, operator, value }) => `{ ${column}: { ${WORD[operator] ?? ''}: ${quoted(value, '"')} } }`)],
  [
    'a spoken word',
    one(({ column, operator, value }) => (typeof value === 'number' ? `${column} ${SPOKEN[operator] ?? ''} ${String(value)}` : undefined)),
  ],
  ['keep only rows where', inFilter((filter) => `keep only rows where ${filter}`)],
  ['packets with', inFilter((filter) => `packets with ${filter}`)],
  ['only and a colon', inFilter((filter) => `only: ${filter}`)],
  ['brackets around', inFilter((filter) => `[${filter}]`)],
  ['braces around', inFilter((filter) => `{${filter}}`)],
  ['a fence', inFilter((filter) => `\`\`\`sql\n${filter}\n\`\`\``)],
  ['a semicolon', inFilter((filter) => `${filter};`)],
  ['a WHERE in two', inFilter((filter) => `WHERE ${filter};`)],
  [
    'words of JavaScript',
    inFilter((filter) =>
      filter
        .replace(/(?<![!<>])=/g, '===')
        .replace(/!=/g, '!==')
        .replaceAll(' AND ', ' && ')
        .replaceAll(' OR ', ' || '),
    ),
  ],
  ['true in small letters', inFilter((filter) => filter.replace('= TRUE', 'is true'))],
  ['a switch alone', inFilter((filter) => filter.replace(/^crc_ok = TRUE$/, 'crc_ok'))],
  ['numbers with a point', inFilter((filter) => filter.replace(/(?<=[<>] )(-?\d+)/g, '$1.0'))],
  ['a range of two points', inFilter((filter) => filter.replace('IN (37, 38, 39)', 'in 37..39'))],
  ['a set of mathematics', inFilter((filter) => filter.replace('IN (37, 38, 39)', '∈ {37, 38, 39}'))],
  ['a list with or', inFilter((filter) => filter.replace('channel IN (37, 38, 39)', 'channel is one of 37, 38 or 39'))],
  ['isna()', inFilter((filter) => filter.replace(/(\w+) IS NULL/, '$1.isna()'))],
  ['is missing', inFilter((filter) => filter.replace('IS NULL', 'is missing'))],
  ['null of JavaScript', inFilter((filter) => filter.replace('IS NULL', '=== null'))],
  ['not of a language', inFilter((filter) => filter.replace(/^NOT (\w+) = ('.*')$/, '!($1 == $2)'))],
  ['unlike', inFilter((filter) => filter.replace(/^NOT (\w+) = ('.*')$/, '$1 <> $2'))],
  ['numbers with a unit at once', inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi > $1dBm'))],
  ['a stronger signal', inFilter((filter) => filter.replace(/^rssi > (-\d+)$/, 'RSSI stronger than $1 dBm'))],
  ['more than', inPredicate(single((column, operator, value) => (operator === '>' ? `${column} more than ${String(value)}` : undefined)))],
  [
    'a negated opposite',
    inPredicate(single((column, operator, value) => (operator === '>' ? `not (${column} <= ${String(value)})` : undefined))),
  ],
  ['blanks of other kinds', inFilter((filter) => filter.replaceAll(' ', '\u2009'))],
  [
    'names in title case',
    inFilter((filter) =>
      filter.replace(/\b([a-z])(\w+)(?= (=|!=|<|>|IN|IS))/g, (_, first: string, other: string) => first.toUpperCase() + other),
    ),
  ],
];
