import type { Comparison, Filter, Literal, Operand } from './ast.ts';
import type { KnownColumn } from './columns.ts';
import type { BoundValue, Sql } from './types.ts';

/** A function that finds a column by name. It always exists, because the filter was checked before. */
export type FindColumn = (name: string) => KnownColumn;

/**
 * Compiles a checked filter to SQL for one capture. Values are bound with their own type, so that DuckDB widens the type of the column
 * rather than narrowing the value. Names come from the capture, never from the filter's text.
 */
export function compileFilter(filter: Filter, find: FindColumn): Sql {
  const values: BoundValue[] = [];
  const put = (piece: Sql): string => {
    values.push(...piece.values);
    return piece.sql;
  };
  const column = (name: string): string => put(find(name));
  const value = (literal: Literal, name: string): string => put(bind(literal, find(name).type));

  const compare = (left: Operand, operator: Comparison, right: Operand): string => {
    const side = (operand: Operand, other: Operand): string => {
      if (operand.kind === 'column') return column(operand.name);
      return value(operand, other.kind === 'column' ? other.name : '');
    };
    const first = side(left, right);
    return `${first} ${operator === '!=' ? '<>' : operator} ${side(right, left)}`;
  };

  const write = (node: Filter): string => {
    switch (node.kind) {
      case 'and':
      case 'or':
        return `(${node.terms.map(write).join(node.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(NOT ${write(node.term)})`;
      case 'compare':
        return `(${compare(node.left, node.operator, node.right)})`;
      case 'in': {
        const name = node.column.name;
        return `(${column(name)} ${not(node)}IN (${node.items.map((item) => value(item, name)).join(', ')}))`;
      }
      case 'between': {
        const { name } = node.column;
        return `(${column(name)} ${not(node)}BETWEEN ${value(node.low, name)} AND ${value(node.high, name)})`;
      }
      case 'like':
        return `(${column(node.column.name)} ${not(node)}LIKE ${value(node.pattern, node.column.name)})`;
      case 'null':
        return `(${column(node.column.name)} IS ${not(node)}NULL)`;
      case 'flag':
        return `(${column(node.column.name)})`;
    }
  };
  return { sql: write(filter), values };
}

const not = ({ negated }: { readonly negated: boolean }): string => (negated ? 'NOT ' : '');

function bind(literal: Literal, columnType: string): Sql {
  switch (literal.kind) {
    case 'boolean':
      return { sql: 'CAST(? AS BOOLEAN)', values: [literal.value] };
    case 'number':
      // Compare such columns as FLOAT, because 0.1 as FLOAT differs from 0.1 as DOUBLE.
      if (columnType === 'FLOAT') return { sql: 'CAST(? AS FLOAT)', values: [literal.value] };
      return { sql: `CAST(? AS ${typeof literal.value === 'bigint' ? 'BIGINT' : 'DOUBLE'})`, values: [literal.value] };
    case 'text':
      if (columnType === 'TIMESTAMP' || columnType === 'DATE')
        return { sql: 'CAST(? AS TIMESTAMP)', values: [literal.value.replace('Z', '')] };
      return { sql: `CAST(? AS ${columnType === 'TIME' ? 'TIME' : 'VARCHAR'})`, values: [literal.value] };
  }
}
