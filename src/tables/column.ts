/**
 * Typed columns that decoders write and `arrow.ts` encodes. The memory has Arrow's layout (validity bitmap least significant bit first,
 * packed values, 32-bit offsets), so encoding copies whole buffers. Every row starts as NULL; a column that is not written costs nothing
 * per row. Rows are written in ascending order, each at most once. Nothing here allocates per row.
 */
import { BytesBuffer, allocateHeap } from './bytes-buffer.ts';
import type { Allocate } from './bytes-buffer.ts';
import type { ColumnInfo } from './captures.ts';

/** DuckDB types with a fixed width. BIGINT and TIMESTAMP (UTC, µs) have 64 bits; DATE counts days since 1970-01-01. */
export type FixedType =
  | 'TINYINT'
  | 'UTINYINT'
  | 'SMALLINT'
  | 'USMALLINT'
  | 'INTEGER'
  | 'UINTEGER'
  | 'BIGINT'
  | 'UBIGINT'
  | 'FLOAT'
  | 'DOUBLE'
  | 'TIMESTAMP'
  | 'DATE';
export type ColumnType = FixedType | 'BOOLEAN' | 'VARCHAR' | 'BLOB' | 'VARCHAR[]';

export interface ColumnSpec extends ColumnInfo {
  readonly type: ColumnType;
  /** For VARCHAR only. 'plain' if nearly every value is different; otherwise the column has a dictionary. */
  readonly storage?: 'plain';
}

const FIXED_ARRAYS = {
  TINYINT: Int8Array,
  UTINYINT: Uint8Array,
  SMALLINT: Int16Array,
  USMALLINT: Uint16Array,
  INTEGER: Int32Array,
  UINTEGER: Uint32Array,
  BIGINT: BigInt64Array,
  UBIGINT: BigUint64Array,
  FLOAT: Float32Array,
  DOUBLE: Float64Array,
  TIMESTAMP: BigInt64Array,
  DATE: Int32Array,
} as const;

export type FixedArray<T extends FixedType = FixedType> = InstanceType<(typeof FIXED_ARRAYS)[T]>;

abstract class BaseColumn {
  /** Validity bitmap: bit i is 1 if row i has a value. */
  readonly valid: Uint8Array;
  constructor(
    readonly spec: ColumnSpec,
    readonly capacity: number,
    allocate: Allocate,
  ) {
    this.valid = allocate((capacity + 7) >> 3);
  }

  isValid(row: number): boolean {
    return ((this.valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  protected mark(row: number): void {
    const at = row >> 3;
    this.valid[at] = (this.valid[at] ?? 0) | (1 << (row & 7));
  }

  /** Removes the first `rows` rows, but not the memory. */
  clear(rows: number): void {
    this.valid.fill(0, 0, (rows + 7) >> 3);
  }
}

/** A column of numbers or times. Inner loops write `values` and `valid` directly; other code calls `set`. */
export class FixedColumn<T extends FixedType = FixedType> extends BaseColumn {
  readonly kind = 'fixed';
  readonly values: FixedArray<T>;

  constructor(spec: ColumnSpec & { readonly type: T }, capacity: number, allocate: Allocate) {
    super(spec, capacity, allocate);
    const array = FIXED_ARRAYS[spec.type];
    const { buffer, byteOffset } = allocate(capacity * array.BYTES_PER_ELEMENT);
    this.values = new array(buffer, byteOffset, capacity) as FixedArray<T>;
  }

  /** Writes a value: `bigint` for the 64-bit types, `number` for the others. */
  set(row: number, value: FixedArray<T> extends BigInt64Array | BigUint64Array ? bigint : number): void {
    this.values[row] = value;
    this.mark(row);
  }
}

export class BoolColumn extends BaseColumn {
  readonly kind = 'bool';
  /** The values as bits; bit i is that of row i. */
  readonly values: Uint8Array;

  constructor(spec: ColumnSpec, capacity: number, allocate: Allocate) {
    super(spec, capacity, allocate);
    this.values = allocate((capacity + 7) >> 3);
  }

  set(row: number, value: boolean): void {
    if (value) this.values[row >> 3] = (this.values[row >> 3] ?? 0) | (1 << (row & 7));
    this.mark(row);
  }

  override clear(rows: number): void {
    super.clear(rows);
    this.values.fill(0, 0, (rows + 7) >> 3);
  }
}

/** A column of text with repeated values: a code per row, and each different text once per batch. */
export class DictionaryColumn extends BaseColumn {
  readonly kind = 'dictionary';
  readonly codes: Int32Array;
  /** End offset of each entry's text; the text of entry 0 begins at 0. */
  private ends = new Int32Array(64);
  private readonly text = new BytesBuffer();
  private readonly known = new Map<string, number>();
  /** Number of different texts so far. */
  entries = 0;
  /** Maximum number of texts that `clear` keeps, because the next batch will mostly have the same ones. */
  keeps = 0;

  constructor(spec: ColumnSpec, capacity: number, allocate: Allocate) {
    super(spec, capacity, allocate);
    this.codes = words(allocate, capacity);
  }

  setText(row: number, text: string): void {
    let code = this.known.get(text);
    if (code === undefined) {
      code = this.addEntry(text);
      this.known.set(text, code);
    }
    this.setCode(row, code);
  }

  /** Returns the code of a text that `setText` has added; -1 for any other text. */
  codeOf(text: string): number {
    return this.known.get(text) ?? -1;
  }

  /** Returns the text of an entry; undefined if it is longer than `most` bytes. */
  textOf(code: number, most: number): string | undefined {
    const [start, end] = [code === 0 ? 0 : (this.ends[code - 1] ?? 0), this.ends[code] ?? 0];
    return end - start > most ? undefined : new TextDecoder().decode(this.text.view().slice(start, end));
  }

  /** Adds an entry without looking for an equal one, for callers that recognise repeated texts themselves. */
  addEntry(text: string): number {
    this.text.appendText(text);
    return this.closeEntry();
  }

  /** Adds an entry like `addEntry`, from bytes that are known to be valid UTF-8. */
  addEntryBytes(source: Uint8Array, start: number, end: number): number {
    this.text.append(source, start, end);
    return this.closeEntry();
  }

  setCode(row: number, code: number): void {
    this.codes[row] = code;
    this.mark(row);
  }

  override clear(rows: number): void {
    super.clear(rows);
    if (this.entries <= this.keeps) return;
    // Set codes to 0: an old code could be larger than the next dictionary, even where the validity bit is 0.
    this.codes.fill(0, 0, rows);
    this.known.clear();
    this.text.length = 0;
    this.entries = 0;
  }

  /** Returns the offsets (one more than entries) and bytes of the different texts. */
  dictionary(): { readonly offsets: Int32Array; readonly bytes: Uint8Array } {
    const offsets = new Int32Array(this.entries + 1);
    offsets.set(this.ends.subarray(0, this.entries), 1);
    return { offsets, bytes: this.text.view() };
  }

  private closeEntry(): number {
    if (this.entries === this.ends.length) {
      const grown = new Int32Array(this.ends.length * 2);
      grown.set(this.ends);
      this.ends = grown;
    }
    this.ends[this.entries] = this.text.length;
    return this.entries++;
  }
}

/** A column of BLOB, or of VARCHAR with few repeated values. */
export class BytesColumn extends BaseColumn {
  readonly kind = 'bytes';
  readonly offsets: Int32Array;
  readonly data: BytesBuffer;
  /** Index after the last row that has an offset. */
  next = 0;

  /** @param room expected number of bytes of all rows; if there are more, other memory is used */
  constructor(spec: ColumnSpec, capacity: number, allocate: Allocate, room: number) {
    super(spec, capacity, allocate);
    this.offsets = words(allocate, capacity + 1);
    this.data = room === 0 ? new BytesBuffer(4096) : new BytesBuffer(room, allocate);
  }

  set(row: number, source: Uint8Array, start = 0, end = source.length): void {
    this.fill(row);
    this.data.append(source, start, end);
    this.offsets[row + 1] = this.data.length;
    this.next = row + 1;
    this.mark(row);
  }

  setText(row: number, text: string): void {
    this.fill(row);
    this.data.appendText(text);
    this.offsets[row + 1] = this.data.length;
    this.next = row + 1;
    this.mark(row);
  }

  /** Where the value of a row is; valid until the next row is written. */
  span(row: number): { readonly bytes: Uint8Array; readonly at: number; readonly end: number } {
    return { bytes: this.data.bytes, at: this.offsets[row] ?? 0, end: this.offsets[row + 1] ?? 0 };
  }

  /** Gives the rows that were skipped an empty value. To be called once more before encoding. */
  fill(rows: number): void {
    if (rows > this.next) {
      this.offsets.fill(this.data.length, this.next + 1, rows + 1);
      this.next = rows;
    }
  }

  override clear(rows: number): void {
    super.clear(rows);
    this.data.reset();
    this.next = 0;
  }
}

/** A column of lists of text. */
export class ListColumn extends BaseColumn {
  readonly kind = 'list';
  readonly offsets: Int32Array;
  /** End offset of each item in `data`. */
  itemEnds: Int32Array;
  private readonly home: Int32Array;
  readonly data: BytesBuffer;
  items = 0;
  /** Index after the last row that has an offset. */
  next = 0;

  /** @param room expected number of bytes of text of all rows, as in `BytesColumn` */
  constructor(spec: ColumnSpec, capacity: number, allocate: Allocate, room: number) {
    super(spec, capacity, allocate);
    this.offsets = words(allocate, capacity + 1);
    this.itemEnds = words(allocate, Math.max(256, room >> 3));
    this.home = this.itemEnds;
    this.data = room === 0 ? new BytesBuffer() : new BytesBuffer(room, allocate);
  }

  /** Whether items or text did not fit into their initial memory. */
  get away(): boolean {
    return this.data.away || this.itemEnds !== this.home;
  }

  /** Adds an item to the list of `row`, which must be the row written last or a later one. */
  push(row: number, text: string): void {
    this.data.appendText(text);
    this.closeItem(row);
  }

  /** Adds an item like `push`, from bytes that are known to be valid UTF-8. */
  pushBytes(row: number, source: Uint8Array, start: number, end: number): void {
    this.data.append(source, start, end);
    this.closeItem(row);
  }

  /** Creates the list of `row`, which is empty until items are pushed. */
  open(row: number): void {
    if (row >= this.next) {
      this.fill(row);
      this.offsets[row + 1] = this.items;
      this.next = row + 1;
      this.mark(row);
    }
  }

  fill(rows: number): void {
    if (rows > this.next) {
      this.offsets.fill(this.items, this.next + 1, rows + 1);
      this.next = rows;
    }
  }

  itemOffsets(): Int32Array {
    const offsets = new Int32Array(this.items + 1);
    offsets.set(this.itemEnds.subarray(0, this.items), 1);
    return offsets;
  }

  override clear(rows: number): void {
    super.clear(rows);
    this.data.reset();
    if (this.data.shared) this.itemEnds = this.home;
    this.items = 0;
    this.next = 0;
  }

  private closeItem(row: number): void {
    this.open(row);
    if (this.items === this.itemEnds.length) {
      const grown = new Int32Array(this.itemEnds.length * 2);
      grown.set(this.itemEnds);
      this.itemEnds = grown;
    }
    this.itemEnds[this.items++] = this.data.length;
    this.offsets[row + 1] = this.items;
  }
}

export type Column = FixedColumn | BoolColumn | DictionaryColumn | BytesColumn | ListColumn;

/** How the arrays of a column are allocated, and how many bytes of text or data a row is expected to have. */
export interface ColumnMemory {
  readonly allocate: Allocate;
  readonly bytesPerRow: number;
}

const HEAP: ColumnMemory = { allocate: allocateHeap, bytesPerRow: 0 };

/** Creates a column for a type and its storage. */
export function createColumn(spec: ColumnSpec, capacity: number, { allocate, bytesPerRow }: ColumnMemory = HEAP): Column {
  const room = bytesPerRow * capacity;
  switch (spec.type) {
    case 'BOOLEAN':
      return new BoolColumn(spec, capacity, allocate);
    case 'VARCHAR':
      return spec.storage === 'plain' ? new BytesColumn(spec, capacity, allocate, room) : new DictionaryColumn(spec, capacity, allocate);
    case 'BLOB':
      return new BytesColumn(spec, capacity, allocate, room);
    case 'VARCHAR[]':
      return new ListColumn(spec, capacity, allocate, room);
    default:
      return new FixedColumn({ ...spec, type: spec.type }, capacity, allocate);
  }
}

function words(allocate: Allocate, count: number): Int32Array<ArrayBuffer> {
  const { buffer, byteOffset } = allocate(count * 4);
  return new Int32Array(buffer, byteOffset, count);
}
