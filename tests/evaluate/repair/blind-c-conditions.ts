/** Kinds of conditions as data and in other forms, written without a look at the repairs. */
import { inFilter, kind, type Kind } from './kind.ts';
import { eachTerm, inPredicate, isPlain, quoted, single, type Operator, type Term } from './blind-parts.ts';

const WORDS: Readonly<Record<string, string>> = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
const word = (operator: string): string => WORDS[operator] ?? '';
const double = (operator: string): string => (operator === '=' ? '==' : operator);
const SQL = { and: ' AND ', or: ' OR ' };
const isAddress = (value: Term['value']): boolean => typeof value === 'string' && value.includes(':');
const forms: readonly Kind[] = [
  kind(
    'signs of mathematics',
    inPredicate(
      eachTerm(
        (term) =>
          isPlain(term)
            ? `${term.column} ${({ '<=': '≤', '>=': '≥', '!=': '≠' } as Record<string, string>)[term.operator] ?? term.operator} ${quoted(term.value, "'").replace('-', '−')}`
            : undefined,
        { and: ' ∧ ', or: ' ∨ ' },
      ),
    ),
  ),
  kind(
    'signs of HTML twice',
    inFilter((filter) => filter.replaceAll('>', '&amp;gt;').replaceAll('<', '&amp;lt;')),
  ),
  kind(
    'texts without quotes',
    inPredicate(
      eachTerm(
        (term) =>
          isPlain(term) && typeof term.value === 'string' && !isAddress(term.value) ? `${term.column} == ${term.value}` : undefined,
        SQL,
      ),
    ),
  ),
  kind('a condition that is true for Python', inPredicate(single((c, _, v) => (v === true ? `${c} is True` : undefined)))),
  kind(
    'a comparison in words',
    inPredicate(
      single(
        (c, o, v) =>
          ({
            '>': `${c} above ${String(v)}`,
            '>=': `${c} at least ${String(v)}`,
            '<=': `${c} at most ${String(v)}`,
            '<': `${c} below ${String(v)}`,
            '=': `${c} equals ${String(v)}`,
            '!=': `${c} is not ${String(v)}`,
          })[o as string],
      ),
    ),
  ),
  kind(
    'a comparison of an address in other letters',
    inPredicate(single((c, o, v) => (isAddress(v) ? `${c} ${o} "${String(v).toLowerCase().replaceAll(':', '-')}"` : undefined))),
  ),
  kind(
    'a mark of its end',
    inFilter((filter) => `WHERE ${filter};`),
  ),
];

const object = (name: string, change: (column: string, operator: Operator, value: Term['value']) => unknown): Kind =>
  kind(name, inPredicate(single(change)));
const tree = (name: string, term: (each: Term) => unknown, around: (all: unknown[], join: 'AND' | 'OR') => unknown): Kind =>
  kind(
    name,
    inPredicate(({ join, terms }) => {
      const written = terms.map(term);
      return written.includes(undefined) ? undefined : around(written, join);
    }),
  );
const plainTerm =
  (change: (column: string, operator: Operator, value: Term['value']) => unknown) =>
  (term: Term): unknown =>
    isPlain(term)
      ? change(term.column, term.operator, term.value)
      : term.operator === 'in' && !term.negated
        ? change(term.column, 'in', term.value)
        : undefined;
const objects: readonly Kind[] = [
  tree(
    'Elasticsearch: a bool',
    plainTerm((c, o, v) =>
      o === 'in'
        ? { terms: { [c]: v } }
        : o === '='
          ? { term: { [c]: v } }
          : o === '!='
            ? { bool: { must_not: [{ term: { [c]: v } }] } }
            : { range: { [c]: { [word(o)]: v } } },
    ),
    (all, join) => ({ bool: join === 'AND' ? { must: all } : { should: all, minimum_should_match: 1 } }),
  ),
  tree(
    'MongoDB: a document',
    plainTerm((c, o, v) => ({ [c]: { [`$${o === 'in' ? 'in' : word(o)}`]: v } })),
    (all, join) => ({ [join === 'AND' ? '$and' : '$or']: all }),
  ),
  tree(
    'Prisma: a where',
    plainTerm((c, o, v) => ({ [c]: o === '=' ? { equals: v } : o === '!=' ? { not: v } : { [word(o) || 'in']: v } })),
    (all, join) => ({ where: { [join]: all } }),
  ),
  tree(
    'Hasura: underscores',
    plainTerm((c, o, v) => ({ [c]: { [`_${o === '!=' ? 'neq' : word(o) || 'in'}`]: v } })),
    (all, join) => ({ [join === 'AND' ? '_and' : '_or']: all }),
  ),
  tree(
    'JSONLogic: operators over var',
    plainTerm((c, o, v) => ({ [double(o)]: [{ var: c }, v] })),
    (all, join) => ({ [join.toLowerCase()]: all }),
  ),
  tree(
    'react-querybuilder: rules',
    plainTerm((c, o, v) => ({ field: c, operator: o, value: v })),
    (all, join) => ({ combinator: join.toLowerCase(), not: false, rules: all }),
  ),
  tree(
    'jQuery QueryBuilder: rules',
    plainTerm((c, o, v) => ({
      id: c,
      field: c,
      type: typeof v === 'number' ? 'double' : 'string',
      operator:
        (
          { '=': 'equal', '!=': 'not_equal', '>': 'greater', '<': 'less', '>=': 'greater_or_equal', '<=': 'less_or_equal' } as Record<
            string,
            string
          >
        )[o] ?? 'in',
      value: v,
    })),
    (all, join) => ({ condition: join, rules: all, valid: true }),
  ),
  tree(
    'Cube: members',
    plainTerm((c, o, v) =>
      o === 'in'
        ? undefined
        : {
            member: `packets.${c}`,
            operator: ({ '=': 'equals', '!=': 'notEquals' } as Record<string, string>)[o] ?? word(o),
            values: [String(v)],
          },
    ),
    (all, join) => (join === 'AND' ? all : [{ or: all }]),
  ),
  tree(
    'Parquet: tuples in a list',
    plainTerm((c, o, v) => [c, double(o), v]),
    (all, join) => (join === 'AND' ? [all] : all.map((each) => [each])),
  ),
  tree(
    'Sequelize: symbols as texts',
    plainTerm((c, o, v) => ({ [c]: { [`Op.${word(o) || 'in'}`]: v } })),
    (all, join) => ({ [`Op.${join.toLowerCase()}`]: all }),
  ),
  tree(
    'an operator and its operands',
    plainTerm((c, o, v) => ({ op: o, left: c, right: v })),
    (all, join) => ({ op: join.toLowerCase(), operands: all }),
  ),
  tree(
    'S-expressions in lists',
    plainTerm((c, o, v) => [o, c, v]),
    (all, join) => (all.length === 1 ? all[0] : [join.toLowerCase(), ...all]),
  ),
  object('Notion: a property', (c, o, v) =>
    typeof v !== 'number' || o === '!='
      ? undefined
      : {
          property: c,
          number: {
            [(
              {
                '>': 'greater_than',
                '>=': 'greater_than_or_equal_to',
                '<': 'less_than',
                '<=': 'less_than_or_equal_to',
                '=': 'equals',
              } as Record<string, string>
            )[o] ?? '']: v,
          },
        },
  ),
  object('Vega: a predicate', (c, o, v) => (o === '!=' ? undefined : { field: c, [o === '=' ? 'equal' : word(o)]: v })),
  object('Django: a keyword', (c, o, v) => (o === '=' || o === '!=' ? undefined : `Q(${c}__${word(o)}=${String(v)})`)),
  object('a column, a comparison and a threshold', (c, o, v) => ({ column: c, comparison: word(o), threshold: v })),
  object('a least value in the name', (c, o, v) => (o === '>=' ? { [`min_${c}`]: v } : o === '<=' ? { [`max_${c}`]: v } : undefined)),
  object('a filter in a list of one', (c, o, v) => [`${c} ${o} ${quoted(v, "'")}`]),
  object('a filter with its language', (c, o, v) => ({ language: 'sql', expression: `${c} ${o} ${quoted(v, "'")}` })),
  object(
    'Gremlin: a step',
    (c, o, v) => `has('${c}', ${({ '=': 'eq', '!=': 'neq' } as Record<string, string>)[o] ?? word(o)}(${quoted(v, "'")}))`,
  ),
];

export const BLIND_C_CONDITIONS: readonly Kind[] = [...forms, ...objects];
