import { PART_ROWS, csvParts } from '../../base/table-text.ts';
import { cellText } from '../../base/table.ts';
import { visibleString } from '../../base/visible-text.ts';

/** A table as a command prints it. */
export interface PrintedTable {
  readonly columns: readonly string[];
  /** Cells are values of JSON: numbers, texts, Booleans, lists, null. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Maximum width of a column in aligned text; other formats contain cells completely. */
const MOST_CHARACTERS = 80;

/** Writes a table as aligned columns for a person: numbers to the right, control characters as codes, long cells cut. */
export function* alignedText({ columns, rows }: PrintedTable): Generator<string> {
  const cells = rows.map((row) => columns.map((_, at) => shown(row[at])));
  const widths = columns.map((name, at) => cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), name.length));
  const numeric = columns.map((_, at) => rows.every((row) => ['number', 'bigint'].includes(typeof row[at]) || row[at] === null));
  const line = (row: readonly string[]): string => {
    const padded = row.map((cell, at) => (numeric[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)));
    return `${padded.join('  ').trimEnd()}\n`;
  };
  yield line(columns);
  yield line(widths.map((width) => '-'.repeat(width)));
  for (let from = 0; from < cells.length; from += PART_ROWS)
    yield cells
      .slice(from, from + PART_ROWS)
      .map(line)
      .join('');
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = visibleString(cellText(value));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

/** Writes CSV (RFC 4180). As in exports, texts that a spreadsheet would run as a formula get an apostrophe in front. */
export const csvText = ({ columns, rows }: PrintedTable): Generator<string> =>
  csvParts(
    columns.map((title) => ({ title })),
    rows,
  );

/** Writes one JSON object per row and line. */
export function* jsonLines({ columns, rows }: PrintedTable): Generator<string> {
  const object = (row: readonly unknown[]): string =>
    `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))}\n`;
  for (let from = 0; from < rows.length; from += PART_ROWS)
    yield rows
      .slice(from, from + PART_ROWS)
      .map(object)
      .join('');
}
