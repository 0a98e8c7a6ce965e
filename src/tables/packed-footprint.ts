import type { BytesBuffer } from './bytes-buffer.ts';
import { BLOCK_BYTES, Footprint, ROW_GROUP, TEXT_PLACE, valueBytes } from './footprint.ts';
import type { Column } from './column.ts';

/** Number of numbers that DuckDB packs with the same bit width. */
const PACKED_TOGETHER = 2_048;
/** Number of additional bytes for each such group: frame of reference, first value and position. */
const PACKED_HEADER = 20;
/** Minimum number of bytes for one column of a row group, even if all values are equal: segments, statistics and positions. */
const LEAST_COLUMN_BYTES = 2_048;
/** Maximum length in bytes of a text that is compared with others. Longer texts count as different. */
const LONGEST_KEY = 512;

/**
 * Estimates how much memory rows take in the engine after they are compressed, as docs/decisions/0009-loading.md describes. Each batch
 * counts as one row group. The estimate never exceeds the size of the uncompressed values.
 */
export class PackedFootprint extends Footprint {
  protected override columnBytes(column: Column, rows: number): number {
    const { first, nulls } = validity(column, rows);
    if (first < 0) return 0;
    return Math.min(valueBytes(column, rows), packedBytes(column, rows, nulls)) + (nulls ? rows / 8 : 0);
  }

  override columnRowBytes(name: string): number {
    const values = this.values.get(name);
    return values === undefined || this.rows === 0 ? 0 : values / this.rows + LEAST_COLUMN_BYTES / ROW_GROUP;
  }
}

/** Index of the first row that has a value (-1 if none has), and whether some rows are NULL. */
function validity(column: Column, rows: number): { readonly first: number; readonly nulls: boolean } {
  let first = -1;
  let nulls = false;
  for (let row = 0; row < rows && (first < 0 || !nulls); row++) {
    if (!column.isValid(row)) nulls = true;
    else if (first < 0) first = row;
  }
  return { first, nulls };
}

function packedBytes(column: Column, rows: number, nulls: boolean): number {
  switch (column.kind) {
    case 'fixed':
      return numberBytes(column, rows, nulls);
    case 'bool':
      return rows / 8;
    case 'dictionary': {
      const texts = new Dictionary();
      const { offsets } = column.dictionary();
      for (let row = 0; row < rows; row++) {
        const code = column.codes[row] ?? 0;
        if (column.isValid(row)) texts.add(code, (offsets[code + 1] ?? 0) - (offsets[code] ?? 0));
      }
      return texts.bytes(rows);
    }
    case 'bytes':
      column.fill(rows);
      return spanBytes(column.data, column.offsets, rows);
    case 'list':
      // Positions of lists are stored as differences, which take a few bits.
      return rows * 2 + spanBytes(column.data, column.itemOffsets(), column.items);
  }
}

/** Estimates a column of numbers: integers as differences from the group's minimum or the previous value, others uncompressed. */
function numberBytes(column: Extract<Column, { kind: 'fixed' }>, rows: number, nulls: boolean): number {
  const { values, spec } = column;
  if (spec.type === 'FLOAT' || spec.type === 'DOUBLE') return rows * values.BYTES_PER_ELEMENT;
  let bytes = 0;
  for (let start = 0; start < rows; start += PACKED_TOGETHER) {
    const end = Math.min(rows, start + PACKED_TOGETHER);
    const own = new Range();
    const steps = new Range();
    let before = NaN;
    for (let row = start; row < end; row++) {
      if (!column.isValid(row)) continue;
      const value = Number(values[row]);
      own.add(value);
      if (!Number.isNaN(before)) steps.add(value - before);
      before = value;
    }
    const width = nulls ? own.bits : Math.min(own.bits, steps.bits);
    bytes += PACKED_HEADER + (width * (end - start)) / 8;
  }
  return bytes;
}

class Range {
  private least = Infinity;
  private most = -Infinity;

  add(value: number): void {
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
  }

  /** Number of bits of the differences from the minimum. */
  get bits(): number {
    return this.most > this.least ? Math.ceil(Math.log2(this.most - this.least + 1)) : 0;
  }
}

function spanBytes(data: BytesBuffer, offsets: Int32Array, count: number): number {
  const texts = new Dictionary();
  const bytes = data.view();
  for (let i = 0; i < count; i++) {
    const [start, end] = [offsets[i] ?? 0, offsets[i + 1] ?? 0];
    const key = end - start > LONGEST_KEY ? null : String.fromCharCode(...bytes.subarray(start, end));
    texts.add(key, end - start);
  }
  return texts.bytes(count);
}

/** Estimates a dictionary: each different text once per block, and a code per row. */
class Dictionary {
  private readonly known = new Set<string | number>();
  private inBlock = 0;
  private most = 0;
  private total = 0;

  /** @param key the same for equal texts; null for a text that is not compared with others */
  add(key: string | number | null, length: number): void {
    if (key !== null) {
      if (this.known.has(key)) return;
      this.known.add(key);
    }
    this.total += length + TEXT_PLACE;
    this.inBlock += length + TEXT_PLACE;
    this.most = Math.max(this.most, this.known.size);
    if (this.inBlock < BLOCK_BYTES) return;
    this.known.clear();
    this.inBlock = 0;
  }

  /** Estimated size: the texts, and a code per row. There is one code more than texts, because code 0 means NULL. */
  bytes(rows: number): number {
    return this.total + (rows * Math.ceil(Math.log2(this.most + 1))) / 8;
  }
}
