import type { Answer, AnswerColumn } from '../../../engine/engine.ts';
import type { Cell } from './schema.ts';

/** Converts rows of an answer to JSON values: numbers that a double cannot represent become text, and bytes become hex. */
export function rowsOf(answer: Answer): Cell[][] {
  return Array.from({ length: answer.rows }, (_, row) => answer.columns.map((column) => cellOf(column, row)));
}

function cellOf(column: AnswerColumn, row: number): Cell {
  if (column.valid?.[row] === 0) return null;
  const value = column.values[row];
  if (value === null || value === undefined) return null;
  if (column.type === 'BOOLEAN') return Boolean(value);
  if (column.type.startsWith('TIMESTAMP') && typeof value === 'string')
    return value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00)?$/, '$1T$2Z');
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    case 'string':
    case 'boolean':
      return value;
    default:
      return value instanceof Uint8Array ? hex(value) : JSON.stringify(value, plain);
  }
}

/** Whether the engine must convert values of an SQL type to text. */
export const needsText = (type: string): boolean =>
  /^(?:TIME|DATE|INTERVAL|DECIMAL|HUGEINT|UHUGEINT|BIT|ENUM)/.test(type) && !type.endsWith(']');

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof Uint8Array) return hex(value);
  if (value instanceof Map) return Object.fromEntries(value);
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
