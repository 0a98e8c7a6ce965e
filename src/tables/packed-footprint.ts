import type { BytesBuffer } from './bytes-buffer.ts';
import { BLOCK_BYTES, Footprint, ROW_GROUP, TEXT_PLACE, valueBytes } from './footprint.ts';
import type { Column } from './column.ts';

/** DuckDB packs this many numbers with one bit width. */
const PACKED_TOGETHER = 2_048;
/** Bytes of overhead per packed group: frame of reference, first value and position. */
const PACKED_HEADER = 20;
/** Bytes of segments, statistics and positions for one column of a row group, even if all values are equal. */
const LEAST_COLUMN_BYTES = 2_048;
/** Longer texts are counted as distinct. */
const LONGEST_KEY = 512;

/**
 * Estimates the memory that rows take in the engine after compression, as docs/decisions/0009-loading.md describes. Each batch counts as
 * one row group. Never more than the uncompressed values.
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

/** The first row with a value, -1 if there is none, and whether some rows are NULL. */
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
      // List positions are stored as deltas of a few bits.
      return rows * 2 + spanBytes(column.data, column.itemOffsets(), column.items);
  }
}

/** Integers are stored as differences from the group's minimum or from the previous value; other numbers uncompressed. */
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

  /** Bit width of the differences from the minimum. */
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

/** Each distinct text once per block, and a code per row. */
class Dictionary {
  private readonly known = new Set<string | number>();
  private inBlock = 0;
  private most = 0;
  private total = 0;

  /** @param key equal for equal texts; null for a text that is not compared */
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

  /** Code 0 is NULL. */
  bytes(rows: number): number {
    return this.total + (rows * Math.ceil(Math.log2(this.most + 1))) / 8;
  }
}
