import type { Answer } from '../engine/engine.ts';
import { readers, type Cell, type TextColumn } from './text-columns.ts';

/**
 * Writes the header line of a CSV file (RFC 4180) in UTF-8, with CRLF, and quotes where needed. In rows, NULL is an empty field, an empty
 * text is `""`, and lists are JSON text.
 * Anyone who can name a device could inject a formula that a spreadsheet would run (CWE-1236). Unless switched off, texts that begin with
 * one of `= + - @ '`, a tab or a line break therefore get an apostrophe in front, which can be removed to restore the original. Numbers
 * stay unchanged.
 */
export function csvHead(columns: readonly TextColumn[], safe: boolean): string {
  return `${columns.map(({ name }) => csvText(name, safe)).join(',')}\r\n`;
}

export function csvRows(columns: readonly TextColumn[], part: Answer, safe: boolean): string {
  const cells = readers(columns, part);
  let out = '';
  for (let row = 0; row < part.rows; row++) {
    for (const [index, read] of cells.entries()) {
      if (index > 0) out += ',';
      out += csvCell(read(row), columns[index]?.kind === 'number', safe);
    }
    out += '\r\n';
  }
  return out;
}

function csvCell(cell: Cell, number: boolean, safe: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return number ? cell : csvText(cell, safe);
  return typeof cell === 'object' ? csvText(JSON.stringify(cell), safe) : String(cell);
}

const FORMULA = /^[=+\-@'\t\r\n]/;
const NEEDS_QUOTES = /["',\r\n]|^$|^\s|\s$/;

export function csvText(text: string, safe: boolean): string {
  const inside = safe && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inside) ? `"${inside.replaceAll('"', '""')}"` : inside;
}
