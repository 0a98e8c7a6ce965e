import type { Answer } from '../engine/engine.ts';
import { readers, type Cell, type TextColumn } from './text-columns.ts';

/**
 * Writes one JSON object per line, with every column. Values have the same form as elsewhere in the workbench: integers that a double
 * cannot represent, NaN and the infinities as text, times as RFC 3339, bytes as hex, lists as arrays.
 */
export function ndjsonRows(columns: readonly TextColumn[], part: Answer): string {
  const cells = readers(columns, part);
  const keys = columns.map(({ name }) => JSON.stringify(name));
  let out = '';
  for (let row = 0; row < part.rows; row++) {
    const members = cells.map((read, index) => `${keys[index] ?? ''}:${jsonCell(read(row), columns[index]?.kind === 'number')}`);
    out += `{${members.join(',')}}\n`;
  }
  return out;
}

function jsonCell(cell: Cell, number: boolean): string {
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? String(cell) : `"${String(cell)}"`;
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : `"${String(cell)}"`;
  if (number && typeof cell === 'string') return jsonNumber(cell);
  return JSON.stringify(cell);
}

/** Converts a decimal or float in the engine's text form to a JSON number, or to a text if no double represents it. */
function jsonNumber(text: string): string {
  const value = Number(text);
  const digits = text.replace(/[eE].*$/, '').replace(/^[-+0.]+|\D/g, '').length;
  return Number.isFinite(value) && digits <= 15 ? JSON.stringify(value) : JSON.stringify(text);
}
