import type { Batch } from './batch.ts';
import type { Column } from './column.ts';

/** Estimates how much memory the rows of each column take in the engine before they are compressed, from their batches. */
export class Footprint {
  rows = 0;
  /** Number of bytes of the values by column, in the order of the batch's columns. */
  protected readonly values = new Map<string, number>();

  add(batch: Pick<Batch, 'columns' | 'rows'>): void {
    this.rows += batch.rows;
    for (const column of batch.columns) {
      const { name } = column.spec;
      this.values.set(name, (this.values.get(name) ?? 0) + this.columnBytes(column, batch.rows));
    }
  }

  protected columnBytes(column: Column, rows: number): number {
    return valueBytes(column, rows);
  }

  get names(): readonly string[] {
    return [...this.values.keys()];
  }

  /** Number of bytes that one row takes in a large table; 0 before the first row. */
  get row_bytes(): number {
    return this.names.reduce((sum, name) => sum + this.columnRowBytes(name), 0);
  }

  /** Number of bytes that one column takes per row. */
  columnRowBytes(name: string): number {
    const values = this.values.get(name);
    if (values === undefined || this.rows === 0) return 0;
    const blocks = Math.ceil(((values / this.rows) * ROW_GROUP) / BLOCK_BYTES) + VALIDITY_BLOCKS;
    return (blocks * BLOCK_BYTES) / ROW_GROUP;
  }
}

/**
 * Number of rows in the groups into which DuckDB inserts rows uncompressed. In a group, the values of each column take whole blocks, and
 * the marks for NULL one more block.
 */
export const ROW_GROUP = 122_880;
export const BLOCK_BYTES = 256 * 1024;
const VALIDITY_BLOCKS = 1;
/** Number of additional bytes for each text (its position); `LIST_PLACE` is that for each list (two numbers of eight bytes). */
export const TEXT_PLACE = 4;
const LIST_PLACE = 16;

/** Number of bytes that the values of a column take. A NULL takes as much as a value, except in text columns. */
export function valueBytes(column: Column, rows: number): number {
  switch (column.kind) {
    case 'fixed':
      return rows * column.values.BYTES_PER_ELEMENT;
    case 'bool':
      return rows;
    case 'bytes':
      return rows * TEXT_PLACE + column.data.length;
    case 'dictionary':
      return rows * TEXT_PLACE + dictionaryText(column, rows);
    case 'list':
      return rows * LIST_PLACE + column.items * TEXT_PLACE + column.data.length;
  }
}

function dictionaryText(column: Extract<Column, { kind: 'dictionary' }>, rows: number): number {
  const { offsets } = column.dictionary();
  let bytes = 0;
  for (let row = 0; row < rows; row++) {
    if (!column.isValid(row)) continue;
    const code = column.codes[row] ?? 0;
    bytes += (offsets[code + 1] ?? 0) - (offsets[code] ?? 0);
  }
  return bytes;
}
