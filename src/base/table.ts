/** A column of a table: its title, alignment and width. */
export interface GridColumn {
  readonly title: string;
  /** A type or unit to show under the title. */
  readonly detail?: string;
  /** Whether `detail` is a type, which files do not repeat in the column's name. */
  readonly isTyped?: boolean;
  readonly align?: 'start' | 'end';
  readonly mono?: boolean;
  /** Width in pixels at the usual text size; if absent, it is measured from the first rows. */
  readonly width?: number;
  readonly sortable?: boolean;
}

export interface GridSort {
  readonly column: number;
  readonly descending: boolean;
}

export type GridRow = readonly unknown[];

/** The text of a cell: "NULL" for a missing value, JSON for lists and objects. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'object') return JSON.stringify(value);
  return `${value as number | boolean}`;
}

/** Returns a sorted copy: numbers by value, texts by code points with digits in them as numbers, NULL last in either direction. */
export function sortRows(rows: readonly GridRow[], sort: GridSort | null): readonly GridRow[] {
  if (!sort) return rows;
  return [...rows].sort((left, right) => compareRows(left, right, sort));
}

export const compareRows = (left: GridRow, right: GridRow, { column, descending }: GridSort): number =>
  compareCells(left[column], right[column], descending ? -1 : 1);

/** Created on first use, because creating one takes milliseconds. */
let collator: Intl.Collator | undefined;

function compareCells(left: unknown, right: unknown, sign: number): number {
  const leftMissing = left === null || left === undefined;
  const rightMissing = right === null || right === undefined;
  if (leftMissing || rightMissing) return Number(leftMissing) - Number(rightMissing);
  if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
  collator ??= new Intl.Collator('en', { numeric: true });
  return sign * collator.compare(cellText(left), cellText(right));
}
