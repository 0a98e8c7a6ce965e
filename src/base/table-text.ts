import { type GridColumn, type GridRow, cellText } from './table.ts';

const FORMULA = /^[=+\-@'\t\r\n]/;
const NEEDS_QUOTES = /["',\r\n]|^$|^\s|\s$/;

/** Writes a column's title with its unit: "Silence (s)". */
const nameOf = ({ title, detail = '', isTyped = false }: GridColumn): string => (detail === '' || isTyped ? title : `${title} (${detail})`);

/** A number as tables show it: with separators, and a minus sign that a program may not read. */
const SHOWN_NUMBER = /^[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-−]?\d+)?$/;
/** What tables show for a missing number. */
const NO_NUMBER = '–';

/** Turns the cells of columns that show only numbers back into numbers, for files: "1,962" → 1962, a dash → NULL. */
export function withNumbers(columns: readonly GridColumn[], rows: readonly GridRow[]): readonly GridRow[] {
  const isShown = (cell: unknown): boolean => typeof cell !== 'string' || cell === NO_NUMBER || SHOWN_NUMBER.test(cell);
  const numeric = columns.map(({ align }, at) => align === 'end' && rows.every((row) => isShown(row[at])));
  return rows.map((row) => row.map((cell, at) => (numeric[at] === true && typeof cell === 'string' ? numberOf(cell) : cell)));
}

const numberOf = (text: string): number | null => (text === NO_NUMBER ? null : Number(text.replaceAll(',', '').replaceAll('−', '-')));

/** Number of rows in one part of the text. */
export const PART_ROWS = 1000;

function* slicesOf(rows: readonly GridRow[]): Generator<readonly GridRow[]> {
  for (let from = 0; from < rows.length; from += PART_ROWS) yield rows.slice(from, from + PART_ROWS);
}

export type TextFormat = 'csv' | 'json';

/** Writes a table as text, in parts of `PART_ROWS` rows. */
export const tableParts = (format: TextFormat, columns: readonly GridColumn[], rows: readonly GridRow[]): Generator<string> =>
  format === 'csv' ? csvParts(columns, rows) : jsonParts(columns, rows);

/** Joins the parts of a table's text to a Blob. */
export const tableBlob = (format: TextFormat, parts: readonly string[]): Blob =>
  new Blob([...parts], { type: format === 'csv' ? 'text/csv' : 'application/json' });

/** Writes a table as text to a Blob in one step, which would block the page's thread for too long. */
export const tableText = (format: TextFormat, columns: readonly GridColumn[], rows: readonly GridRow[]): Blob =>
  tableBlob(format, [...tableParts(format, columns, rows)]);

/**
 * Writes CSV (RFC 4180) with a header line. NULL is an empty field and an empty text is `""`. As in exports of captures, a text that a
 * spreadsheet would interpret as a formula gets an apostrophe in front (CWE-1236); numbers stay unchanged.
 */
export function* csvParts(columns: readonly GridColumn[], rows: readonly GridRow[]): Generator<string> {
  const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
  yield line(columns.map((column) => csvText(nameOf(column))));
  for (const part of slicesOf(rows)) yield part.map((row) => line(columns.map((_, at) => csvCell(row[at])))).join('');
}

/** The titles of columns, with a number added to titles that occur again. */
export function columnNames(columns: readonly GridColumn[]): readonly string[] {
  const names: string[] = [];
  for (const column of columns) {
    const name = nameOf(column);
    const twin = names.filter((known) => known === name || known.startsWith(`${name} #`)).length;
    names.push(twin === 0 ? name : `${name} #${String(twin + 1)}`);
  }
  return names;
}

/** Writes a JSON array with one object per row, each on its own line, with the column names as keys. */
export function* jsonParts(columns: readonly GridColumn[], rows: readonly GridRow[]): Generator<string> {
  const names = columnNames(columns);
  const object = (row: readonly unknown[]): string => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
  let before = '[';
  for (const part of slicesOf(rows)) {
    yield `${before}\n${part.map(object).join(',\n')}`;
    before = ',';
  }
  yield `${before === '[' ? '[' : '\n'}]\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : csvText(cellText(value));
}

function csvText(text: string): string {
  const inside = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inside) ? `"${inside.replaceAll('"', '""')}"` : inside;
}

/** Converts words to a file name: "Query rows" → "query-rows". */
export const fileName = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'table';
