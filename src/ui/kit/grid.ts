import type { Snippet } from 'svelte';
import { cellText, type GridColumn, type GridRow } from '../../base/table.ts';

/** Arguments of a snippet that draws cells; `text` formats a value as the grid would. */
export interface GridCell {
  readonly value: unknown;
  readonly row: GridRow;
  readonly column: number;
  readonly text: Snippet<[unknown]>;
}

/** CSS height of a table inside text: that of its rows, at most eight and a half; the half row shows that there are more. */
export const tableHeight = (rows: number): string => `${String((76 + 26 * Math.min(8.5, Math.max(1, rows))) / 16)}rem`;

const CHARACTER = 7.3;
/** Extra width of digits (which all have equal width) and capitals, relative to most letters. */
const WIDER = { digit: 0.16, capital: 0.24 } as const;
const DETAIL = 0.9;

/** Width of a text in average characters. */
const extent = (text: string, mono: boolean): number => {
  const count = (kind: RegExp): number => text.match(kind)?.length ?? 0;
  return text.length + (mono ? 0 : WIDER.digit * count(/[0-9_−]/g) + WIDER.capital * count(/[A-Z]/g));
};
const PADDING = 22;
const SAMPLE = 60;

/**
 * Column widths in pixels that fit the title and the first rows, within bounds.
 * @param wide text width relative to the default
 */
export function columnWidths(columns: readonly GridColumn[], rows: readonly GridRow[], wide = 1): number[] {
  return columns.map((column, index) => {
    if (column.width !== undefined) return Math.round(column.width * wide);
    // Titles count more because they are bold, details less because they are small.
    let longest = Math.max(extent(column.title, false) * 1.2 + (column.sortable ? 2 : 0), DETAIL * (column.detail?.length ?? 0));
    for (const row of rows.slice(0, SAMPLE)) longest = Math.max(longest, extent(cellText(row[index]).slice(0, 64), column.mono === true));
    return Math.round(wide * Math.min(380, Math.max(56, longest * CHARACTER * (column.mono ? 1.1 : 1) + PADDING)));
  });
}

/** Tracks of a CSS grid: the last column takes the remaining width, unless its cells are right-aligned and would be far from the others. */
export function columnTracks(columns: readonly GridColumn[], widths: readonly number[]): string {
  const grows = columns.at(-1)?.align !== 'end';
  return widths
    .map((width, at) => (grows && at === widths.length - 1 ? `minmax(${String(width)}px, 1fr)` : `${String(width)}px`))
    .join(' ');
}

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** The cell that a key moves to: arrows, pages, the ends of the row, with Ctrl the ends of the table. Null for other keys. */
export function gridStep(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { row, column }: GridPlace,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): GridPlace | null {
  // Keys with Alt belong to the page and the browser.
  if (altKey) return null;
  const edge = ctrlKey || metaKey;
  const next = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    PageDown: [row + page, column],
    PageUp: [row - page, column],
    Home: [edge ? 0 : row, 0],
    End: [edge ? rows - 1 : row, columns - 1],
  }[key];
  if (next === undefined) return null;
  const [toRow = 0, toColumn = 0] = next;
  return { row: Math.min(Math.max(toRow, 0), rows - 1), column: Math.min(Math.max(toColumn, 0), columns - 1) };
}

/** Full text of a cell that shows only a part; '' if nothing is hidden. */
export const cutText = (cell: Element | null): string =>
  cell && cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '').replace(/\s+/g, ' ').trim() : '';

/** Shows the full text of a clipped cell under the pointer as a tooltip. */
export function nameCut({ target }: Event): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell], [role=columnheader] > *') : null;
  if (cell) cell.title = cutText(cell);
}
