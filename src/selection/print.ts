import type { Filter, Operand } from './ast.ts';
import { BARE_NAME, RESERVED } from './lexer.ts';

/** Writes the canonical text of a syntax tree. Parsing that text gives the same tree, except for positions. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.terms.map(asTerm).join(filter.kind === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT ${asTerm(filter.term)}`;
    case 'compare':
      return `${printOperand(filter.left)} ${filter.operator} ${printOperand(filter.right)}`;
    case 'in':
      return `${printOperand(filter.column)} ${not(filter)}IN (${filter.items.map(printOperand).join(', ')})`;
    case 'between':
      return `${printOperand(filter.column)} ${not(filter)}BETWEEN ${printOperand(filter.low)} AND ${printOperand(filter.high)}`;
    case 'like':
      return `${printOperand(filter.column)} ${not(filter)}LIKE ${printOperand(filter.pattern)}`;
    case 'null':
      return `${printOperand(filter.column)} IS ${not(filter)}NULL`;
    case 'flag':
      return printOperand(filter.column);
  }
}

const not = ({ negated }: { readonly negated: boolean }): string => (negated ? 'NOT ' : '');

const asTerm = (filter: Filter): string =>
  filter.kind === 'and' || filter.kind === 'or' ? `(${printFilter(filter)})` : printFilter(filter);

export function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'column':
      return BARE_NAME.test(operand.name) && !RESERVED.has(operand.name.toUpperCase()) ? operand.name : quoteName(operand.name);
    case 'text':
      return `'${operand.value.replaceAll("'", "''")}'`;
    case 'boolean':
      return operand.value ? 'TRUE' : 'FALSE';
    case 'number':
      return String(operand.value);
  }
}

/** Quotes a text as a name in SQL and in filters. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
