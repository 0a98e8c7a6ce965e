import { type GridColumn, type GridRow, cellText } from './grid.ts';

/** What the tables of the page are saved as. Captures as a whole go through `capture_export`, which streams. */

const FORMULA = /^[=+\-@'\t\r\n]/;
const NEEDS_QUOTES = /["',\r\n]|^$|^\s|\s$/;

/** A column's title with what stands under it: "Silence (s)". */
const nameOf = ({ title, detail }: GridColumn): string => (detail === undefined || detail === '' ? title : `${title} (${detail})`);

/**
 * CSV by RFC 4180 with a header line. NULL is nothing, the empty text is `""`. As in exports of captures, a text that a
 * spreadsheet would take for a formula gets an apostrophe in front (CWE-1236); numbers are left alone.
 */
export function tableCsv(columns: readonly GridColumn[], rows: readonly GridRow[]): string {
  const lines = [columns.map((column) => csvText(nameOf(column))), ...rows.map((row) => columns.map((_, at) => csvCell(row[at])))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** The columns' titles; one that comes twice gets its number. */
export function columnNames(columns: readonly GridColumn[]): readonly string[] {
  const names: string[] = [];
  for (const column of columns) {
    const name = nameOf(column);
    const twin = names.filter((known) => known === name || known.startsWith(`${name} #`)).length;
    names.push(twin === 0 ? name : `${name} #${String(twin + 1)}`);
  }
  return names;
}

/** An array of objects, one per row, by the columns' names. */
export function tableJson(columns: readonly GridColumn[], rows: readonly GridRow[]): string {
  const names = columnNames(columns);
  return `${JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))),
    null,
    1,
  )}\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : csvText(cellText(value));
}

function csvText(text: string): string {
  const inside = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inside) ? `"${inside.replaceAll('"', '""')}"` : inside;
}

/** A file name out of words: "Query rows" → "query-rows". */
export const fileName = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'table';
