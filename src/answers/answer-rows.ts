import { cellText, type GridColumn, type GridRow, type GridSort } from '../base/table.ts';

/** A table whose rows are built on demand, so that a page of a long table costs no more than its rows. */
export interface AnswerRows {
  readonly columns: readonly GridColumn[];
  /** Number of rows after narrowing. */
  readonly count: number;
  /** Rows before narrowing. */
  readonly all: number;
  readonly row: (at: number) => GridRow;
  /** Sort key of a cell; by default the cell itself. */
  readonly key?: (at: number, column: number) => unknown;
}

export const answerRows = (columns: readonly GridColumn[], rows: readonly GridRow[]): AnswerRows => ({
  columns,
  count: rows.length,
  all: rows.length,
  row: (at) => rows[at] ?? [],
});

/**
 * Row numbers in sorted order; null for the table's own order. Numbers are sorted by value, monospaced text by code units, other text by
 * language with digits as numbers. Missing values are always last; the sort is stable.
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

/** A number for each key that sorts like the key; NaN for a missing one. Each distinct text is compared only once. */
function rankOf(keys: readonly unknown[], byCodeUnit: boolean): Float64Array {
  if (keys.every((key) => typeof key === 'number' || key === null || key === undefined))
    return Float64Array.from(keys, (key) => key ?? NaN);
  const texts = [...new Set(keys.filter((key) => key !== null && key !== undefined).map(cellText))];
  if (byCodeUnit) texts.sort();
  else texts.sort(new Intl.Collator('en', { numeric: true }).compare);
  const ranks = new Map(texts.map((text, at) => [text, at]));
  return Float64Array.from(keys, (key) => (key === null || key === undefined ? NaN : (ranks.get(cellText(key)) ?? NaN)));
}
