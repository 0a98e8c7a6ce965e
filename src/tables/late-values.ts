import type { BytesColumn, ListColumn } from './column.ts';

/**
 * Inserts values that became known after later rows were written: if the data of an advertisement arrives in several parts, it belongs to
 * its first row. Columns of text and bytes are laid out in the order of rows, so they are rewritten once before a batch is sent. Batches
 * without such values are not affected.
 */
export function insertBytes(column: BytesColumn, rows: number, late: ReadonlyMap<number, Uint8Array>): void {
  column.fill(rows);
  const offsets = column.offsets.slice(0, rows + 1);
  const bytes = column.data.view().slice();
  const valid = column.valid.slice();
  column.clear(rows);
  for (let row = 0; row < rows; row++) {
    const value = late.get(row);
    if (value !== undefined) column.set(row, value);
    else if (bit(valid, row)) column.set(row, bytes, offsets[row], offsets[row + 1]);
  }
}

/** Inserts lists. `late` contains the items by row, as text that is known to be valid UTF-8. */
export function insertLists(column: ListColumn, rows: number, late: ReadonlyMap<number, readonly Uint8Array[]>): void {
  column.fill(rows);
  const offsets = column.offsets.slice(0, rows + 1);
  const items = column.itemOffsets();
  const bytes = column.data.view().slice();
  const valid = column.valid.slice();
  column.clear(rows);
  for (let row = 0; row < rows; row++) {
    const texts = late.get(row);
    if (texts !== undefined) for (const text of texts) column.pushBytes(row, text, 0, text.length);
    else if (bit(valid, row)) {
      column.open(row);
      for (let item = offsets[row] ?? 0; item < (offsets[row + 1] ?? 0); item++)
        column.pushBytes(row, bytes, items[item] ?? 0, items[item + 1] ?? 0);
    }
  }
}

const bit = (valid: Uint8Array, row: number): boolean => ((valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
