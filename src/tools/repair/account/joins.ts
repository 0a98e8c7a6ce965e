/** Compares how the comparisons of filters are joined by AND and OR. */
import type { Filter } from '../../../selection/ast.ts';
import { bare } from '../words.ts';
import { sidesOf } from './sides-of.ts';

type Join = 'and' | 'or';
type Shape = string | { readonly join: Join; readonly parts: readonly Shape[] };

/** Text of a filter's columns, operators and joins, with each NOT moved into the comparisons. It is equal for filters of the same shape. */
export const shapeOf = (filter: Filter): string => JSON.stringify(shape(filter, false));

function shape(node: Filter, denied: boolean): Shape {
  const joins = (join: Join, isDenied: boolean, parts: readonly Shape[]): Shape =>
    joined((join === 'and') === isDenied ? 'or' : 'and', parts);
  switch (node.kind) {
    case 'and':
    case 'or':
      return joins(
        node.kind,
        denied,
        node.terms.map((term) => shape(term, denied)),
      );
    case 'not':
      return shape(node.term, !denied);
    case 'between':
    case 'in': {
      const isDenied = denied !== node.negated;
      return joins(node.kind === 'in' ? 'or' : 'and', isDenied, leaves(node, denied));
    }
    case 'like':
    case 'null':
      return `${bare(node.column.name)} ${denied !== node.negated ? 'not ' : ''}${node.kind}`;
    default:
      return leaves(node, denied).join();
  }
}

/** The comparisons of a filter node without AND or OR; a range is represented by its bounds alone. */
const leaves = (node: Filter, denied: boolean): string[] =>
  sidesOf(node, denied)
    .filter(({ sign }) => node.kind !== 'between' || sign !== '=')
    .map(({ column, sign }) => column + sign);

function joined(join: Join, given: readonly Shape[]): Shape {
  const parts = given.flatMap((part) => (typeof part !== 'string' && part.join === join ? part.parts : [part]));
  const [only, ...rest] = parts;
  if (only !== undefined && rest.length === 0) return only;
  return { join, parts: parts.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
}

/** Whether a text that is no filter uses one kind of join only, and its filters no other. `or` between two numbers is part of a list. */
export function joinsAlike(written: string, filters: readonly Filter[]): boolean {
  // `less than or equal to` is one operator, `|row|` the parameter of a block.
  const text = written.replace(/\bor\s{1,3}equals?\b|\|\s?\w{1,40}\s?\|/gi, ' ');
  const [and, or] = [
    /\b(?:and|und|et)\b|&|∧/i.test(text),
    /\b(?:or|oder|ou)\b(?!\s{1,3}[-\d.]{1,9}(?!\s{0,3}[<>=\d.]))|\|(?!>|\s{0,3}[a-z]+\s)|∨/i.test(text),
  ];
  const has = (join: Join): boolean => filters.some((filter) => hasJoin(filter, join));
  return (!and || !has('or')) && (!or || (!and && !has('and')));
}

const hasJoin = (node: Filter, join: Join): boolean =>
  node.kind === join ||
  (node.kind === 'and' || node.kind === 'or'
    ? node.terms.some((term) => hasJoin(term, join))
    : node.kind === 'not' && hasJoin(node.term, join));
