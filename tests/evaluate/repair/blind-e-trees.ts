/** Kinds of filters as data of query builders and databases, written without a look at the repairs. */
import { inFilter, kind, text, type Kind } from './kind.ts';
import { inPredicate, isPlain, quoted, single, type Predicate, type Term } from './blind-parts.ts';
import { pythonValue, SIGN } from './blind-e-notations.ts';

/** Writes each term as an object and joins them as one. */
const objects = (term: (each: Term) => unknown, join: (all: unknown[], predicate: Predicate) => unknown): Kind['break'] =>
  inPredicate((predicate) => (predicate.terms.every(isPlain) ? join(predicate.terms.map(term), predicate) : undefined));
const isAnd = ({ join }: Predicate): boolean => join === 'AND';
const sole = (change: (column: string, sign: string, value: Term['value']) => unknown): Kind['break'] => inPredicate(single(change));
export const BLIND_E_TREES: readonly Kind[] = [
  kind(
    'e: filter of MongoDB',
    objects(
      ({ column, operator, value }) => ({ [column]: { [SIGN['mongo']?.[operator] ?? '']: value } }),
      (all, predicate) => (all.length === 1 ? all[0] : { [isAnd(predicate) ? '$and' : '$or']: all }),
    ),
  ),
  kind(
    'e: filter of MongoDB as text',
    objects(
      ({ column, operator, value }) => ({ [column]: { [SIGN['mongo']?.[operator] ?? '']: value } }),
      (all, predicate) => text(all.length === 1 ? all[0] : { [isAnd(predicate) ? '$and' : '$or']: all }),
    ),
  ),
  kind(
    'e: filter of Hasura',
    objects(
      ({ column, operator, value }) => ({ [column]: { [SIGN['hasura']?.[operator] ?? '']: value } }),
      (all, predicate) => (all.length === 1 ? all[0] : { [isAnd(predicate) ? '_and' : '_or']: all }),
    ),
  ),
  kind(
    'e: filter of Prisma',
    objects(
      ({ column, operator, value }) => ({ [column]: { [SIGN['prisma']?.[operator] ?? '']: value } }),
      (all, predicate) => (all.length === 1 ? all[0] : { [predicate.join]: all }),
    ),
  ),
  kind(
    'e: filter of JsonLogic',
    objects(
      ({ column, operator, value }) => ({ [SIGN['python']?.[operator] ?? '']: [{ var: column }, value] }),
      (all, predicate) => (all.length === 1 ? all[0] : { [predicate.join.toLowerCase()]: all }),
    ),
  ),
  kind(
    'e: filter of a query builder',
    objects(
      ({ column: field, operator, value }) => ({ field, operator, value }),
      (rules, { join }) => ({ combinator: join.toLowerCase(), rules }),
    ),
  ),
  kind(
    'e: filter of Kendo',
    objects(
      ({ column: field, operator, value }) => ({ field, operator: SIGN['hasura']?.[operator]?.slice(1), value }),
      (filters, { join }) => ({ logic: join.toLowerCase(), filters }),
    ),
  ),
  kind(
    'e: filter with names in capitals for signs',
    objects(
      ({ column, operator, value }) => ({ column, op: SIGN['capital']?.[operator], value }),
      (all, predicate) => (all.length === 1 ? all[0] : { operator: predicate.join, conditions: all }),
    ),
  ),
  kind(
    'e: filter of two sides',
    sole((column, operator, value) => ({ left: { column }, operator, right: { value } })),
  ),
  kind(
    'e: filter of three in a list',
    sole((column, operator, value) => [column, operator, value]),
  ),
  kind(
    'e: filter of three in a text',
    sole((column, operator, value) => text([column, operator, value])),
  ),
  kind(
    'e: filter of a column and a sign with its value',
    sole((column, operator, value) => (operator === '=' ? undefined : { [column]: `${operator} ${String(value)}` })),
  ),
  kind(
    'e: filter of a column and its value',
    sole((column, operator, value) => (operator === '=' ? { [column]: value } : undefined)),
  ),
  kind(
    'e: filter of Django',
    sole((column, operator, value) =>
      operator === '=' || operator === '!=' ? undefined : { [`${column}__${SIGN['prisma']?.[operator] ?? ''}`]: value },
    ),
  ),
  kind(
    'e: filter of Elasticsearch',
    sole((column, operator, value) =>
      operator === '='
        ? { term: { [column]: value } }
        : operator === '!='
          ? { bool: { must_not: [{ term: { [column]: value } }] } }
          : { range: { [column]: { [SIGN['prisma']?.[operator] ?? '']: value } } },
    ),
  ),
  kind(
    'e: filter of Lucene',
    sole((column, operator, value) =>
      operator === '='
        ? `${column}:${quoted(value, '"')}`
        : operator === '!='
          ? `NOT ${column}:${quoted(value, '"')}`
          : `${column}:${operator}${String(value)}`,
    ),
  ),
  kind(
    'e: filter of a part of an address',
    sole((column, operator, value) =>
      operator === '=' || operator === '!=' ? undefined : `${column}[${SIGN['prisma']?.[operator] ?? ''}]=${String(value)}`,
    ),
  ),
  kind(
    'e: filter of a tuple of Python',
    sole((column, operator, value) => `('${column}', '${operator}', ${pythonValue(value)})`),
  ),
  kind(
    'e: filter with its sides exchanged',
    sole((column, operator, value) =>
      operator === '='
        ? `${quoted(value, "'")} = ${column}`
        : `${quoted(value, "'")} ${operator.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))} ${column}`,
    ),
  ),
  kind(
    'e: filter as an object with its text',
    inFilter((filter) => ({ expression: filter }) as never),
  ),
  kind(
    'e: filter as an object with sql',
    inFilter((filter) => ({ sql: filter }) as never),
  ),
  kind(
    'e: filter with a comment behind',
    inFilter((filter) => `${filter} -- the strong ones`),
  ),
];
