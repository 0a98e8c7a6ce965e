import type { ColumnName, Filter, Literal, Operand } from '../../selection/ast.ts';
import { parseFilter } from '../../selection/parse.ts';
import { printFilter } from '../../selection/print.ts';
import { type AccountedValues, isColumn, Unaccounted } from './masked-values.ts';

/** Rewrites a filter so that it has masked values, if it uses only columns of the contract. Throws `Unaccounted` for anything else. */
export function maskedFilter(text: string, values: AccountedValues): string {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Unaccounted('its filter cannot be read');
  return printFilter(maskedTree(parsed.value, values));
}

function maskedTree(filter: Filter, values: AccountedValues): Filter {
  const column = (name: ColumnName): ColumnName => maskedColumn(name, values);
  const literal = (each: Literal): Literal => maskedLiteral(each, values);
  const operand = (each: Operand): Operand => (each.kind === 'column' ? column(each) : literal(each));
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, terms: filter.terms.map((term) => maskedTree(term, values)) };
    case 'not':
      return { ...filter, term: maskedTree(filter.term, values) };
    case 'compare':
      return { ...filter, left: operand(filter.left), right: operand(filter.right) };
    case 'in':
      return { ...filter, column: column(filter.column), items: filter.items.map(literal) };
    case 'between':
      return { ...filter, column: column(filter.column), low: literal(filter.low), high: literal(filter.high) };
    case 'like':
      return { ...filter, column: column(filter.column), pattern: { ...filter.pattern, value: values.text(filter.pattern.value) } };
    case 'null':
    case 'flag':
      return { ...filter, column: column(filter.column) };
  }
}

function maskedColumn(column: ColumnName, values: AccountedValues): ColumnName {
  if (values.isName(column.name) || !isColumn(column.name)) throw new Unaccounted('its filter names a column that captures do not have');
  return { ...column, name: column.name.toLowerCase() };
}

function maskedLiteral(literal: Literal, values: AccountedValues): Literal {
  if (literal.kind === 'text') return { ...literal, value: values.text(literal.value) };
  if (literal.kind === 'number') values.number(String(literal.value).replace(/^-/, ''));
  return literal;
}
