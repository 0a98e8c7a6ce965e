import { cellText, type GridColumn, type GridRow, type GridSort } from '../base/table.ts';

/** A table whose rows are built when they are needed, so that showing a page of a long table builds only that page. */
export interface AnswerRows {
  readonly columns: readonly GridColumn[];
  /** Number of rows of the table that are within the selection. */
  readonly count: number;
  /** Number of all rows of the table, within the selection or not. */
  readonly all: number;
  readonly row: (at: number) => GridRow;
  /** Returns the value by which a cell is sorted; by default the cell itself. */
  readonly key?: (at: number, column: number) => unknown;
}

export const answerRows = (columns: readonly GridColumn[], rows: readonly GridRow[]): AnswerRows => ({
  columns,
  count: rows.length,
  all: rows.length,
  row: (at) => rows[at] ?? [],
});

/**
 * Returns row numbers in sorted order; null for the table's own order. Numbers are sorted by value, monospaced text by code units, other
 * text as the language sorts it with digits as numbers. Missing values are last in either direction. Equal rows stay in their order.
 */
export function rowOrder(table: AnswerRows, sort: GridSort | null): Uint32Array | null {
  if (!sort) return null;
  const { row, key = (at, column) => row(at)[column] } = table;
  const keys = Array.from({ length: table.count }, (_, at) => key(at, sort.column));
  const sign = sort.descending ? -1 : 1;
  const ranks = rankOf(keys, table.columns[sort.column]?.mono === true);
  return Uint32Array.from(keys, (_, at) => at).sort((left, right) => {
    const [a, b] = [ranks[left] ?? Number.NaN, ranks[right] ?? Number.NaN];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || left - right;
    return sign * (a - b) || left - right;
  });
}

/** Assigns a number to each key so that numbers sort like keys; NaN for a missing key. Compares each different text only once. */
function rankOf(keys: readonly unknown[], byCodeUnit: boolean): Float64Array {
  if (keys.every((key) => typeof key === 'number' || key === null || key === undefined))
    return Float64Array.from(keys, (key) => key ?? NaN);
  const texts = [...new Set(keys.filter((key) => key !== null && key !== undefined).map(cellText))];
  if (byCodeUnit) texts.sort();
  else texts.sort(new Intl.Collator('en', { numeric: true }).compare);
  const ranks = new Map(texts.map((text, at) => [text, at]));
  return Float64Array.from(keys, (key) => (key === null || key === undefined ? NaN : (ranks.get(cellText(key)) ?? NaN)));
}
