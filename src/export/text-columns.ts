import type { Answer, AnswerColumn } from '../engine/engine.ts';

/** A column of a text format: the SQL expression to select for it, and how to write its values. */
export interface TextColumn {
  readonly name: string;
  readonly expression: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'list';
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Describes a column. Values whose digits JavaScript would lose are selected as text: times as RFC 3339 with Z, bytes as lower-case hex,
 * 32-bit floats and decimals in their shortest form. Integers, doubles, Booleans and texts are selected as they are.
 */
export function textColumn({ name, type }: { readonly name: string; readonly type: string }): TextColumn {
  const column = quoted(name);
  const as = (expression: string, kind: TextColumn['kind']): TextColumn => ({ name, expression: `${expression} AS ${column}`, kind });
  if (type === 'VARCHAR') return as(column, 'text');
  if (type === 'VARCHAR[]') return as(column, 'list');
  if (type === 'BOOLEAN') return as(column, 'boolean');
  if (type === 'DOUBLE' || /^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)$/.test(type)) return as(column, 'number');
  if (type === 'FLOAT' || type.startsWith('DECIMAL')) return as(`CAST(${column} AS VARCHAR)`, 'number');
  if (type === 'BLOB') return as(`lower(hex(${column}))`, 'text');
  if (type.startsWith('TIMESTAMP')) return as(`strftime(${column}, '%Y-%m-%dT%H:%M:%S.%fZ')`, 'text');
  return as(`CAST(${column} AS VARCHAR)`, 'text');
}

export type Cell = string | number | bigint | boolean | readonly (string | null)[] | null;

/** Returns a function that reads the cell of a row from a column of an answer. */
export function cellReader(kind: TextColumn['kind'], { values, valid }: AnswerColumn): (row: number) => Cell {
  const there = (row: number): unknown => (valid?.[row] === 0 ? null : (values[row] ?? null));
  if (kind === 'boolean') {
    return (row) => {
      const value = there(row);
      return value === null ? null : value === 1 || value === true;
    };
  }
  if (kind === 'list') {
    return (row) => {
      const value = there(row);
      return value === null ? null : Array.from(value as ArrayLike<string | null>);
    };
  }
  return (row) => there(row) as Cell;
}

export const readers = (columns: readonly TextColumn[], part: Answer): ((row: number) => Cell)[] =>
  columns.map(({ kind }, index) => {
    const column = part.columns[index];
    if (column === undefined) throw new Error('broken invariant: the engine returned fewer columns than were selected');
    return cellReader(kind, column);
  });
