import type { ArrowField, ArrowFile, ArrowRun, ArrowSpans } from './arrow-file.ts';
import { microsOfMillis } from './arrow-times.ts';
import type { ColumnType } from './column.ts';

/**
 * What a WebAssembly module exports for reading record batches directly from its 32-bit memory, through Arrow's C data interface
 * (https://arrow.apache.org/docs/format/CDataInterface.html), without writing and parsing a stream. Only for modules that validate what
 * they read, such as the Parquet reader: offsets and UTF-8 are not checked again.
 */
export interface ArrowExport {
  readonly memory: WebAssembly.Memory;
  /** Address of the `ArrowSchema` of a struct, whose members are the columns. */
  readonly schema: number;
  /** Address of an `ArrowArray` for each record batch. */
  readonly arrays: readonly number[];
}

/** Byte offsets of the fields that are used of the two structs. */
const SCHEMA = { format: 0, count: 24, children: 32, dictionary: 36 } as const;
const ARRAY = { length: 0, nulls: 8, offset: 16, bufferCount: 24, count: 32, buffers: 40, children: 44, dictionary: 48 } as const;

type Typed = ArrayLike<number | bigint>;
type TypedArray = new (buffer: ArrayBuffer, offset: number, length: number) => Typed;

interface Layout {
  readonly type: ColumnType;
  readonly array?: TypedArray;
  readonly convert?: (values: Typed) => Typed;
  readonly local?: boolean;
  readonly keys?: TypedArray;
}

/** Arrow formats whose layout is that of the workbench's columns. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  c: { type: 'TINYINT', array: Int8Array },
  C: { type: 'UTINYINT', array: Uint8Array },
  s: { type: 'SMALLINT', array: Int16Array },
  S: { type: 'USMALLINT', array: Uint16Array },
  i: { type: 'INTEGER', array: Int32Array },
  I: { type: 'UINTEGER', array: Uint32Array },
  l: { type: 'BIGINT', array: BigInt64Array },
  L: { type: 'UBIGINT', array: BigUint64Array },
  f: { type: 'FLOAT', array: Float32Array },
  g: { type: 'DOUBLE', array: Float64Array },
  tdD: { type: 'DATE', array: Int32Array },
  b: { type: 'BOOLEAN' },
  u: { type: 'VARCHAR' },
  z: { type: 'BLOB' },
};
const KEYS: Readonly<Record<string, TypedArray>> = { c: Int8Array, C: Uint8Array, s: Int16Array, S: Uint16Array, i: Int32Array };

/** Opens exported batches; null if a column has another layout or a dictionary with NULLs: such a file must be read as a stream. */
export function openArrowMemory(names: readonly string[], exported: ArrowExport): ArrowFile | null {
  const { memory, schema, arrays } = exported;
  const reader = new Reader(memory);
  const columns = reader.children(schema, SCHEMA).map((at) => reader.layout(at));
  const layouts = columns.filter((layout) => layout !== null);
  if (layouts.length !== names.length || layouts.length !== columns.length) return null;
  const batches = arrays.map((at) => reader.children(at, ARRAY));
  if (!batches.every((children) => children.length === layouts.length && children.every((at) => reader.isPlain(at)))) return null;
  return {
    fields: layouts.map(({ type, local }, i): ArrowField => ({ name: names[i]!, type, local: local === true })),
    batches: arrays.map((at) => reader.number(at + ARRAY.length)),
    // Create a new reader each time, because every view of the memory becomes invalid when the memory grows.
    run: (field, batch) => new Reader(memory).run(batches[batch]![field]!, layouts[field]!),
  };
}

class Reader {
  private readonly buffer: ArrayBuffer;
  private readonly view: DataView;

  constructor(memory: WebAssembly.Memory) {
    this.buffer = memory.buffer;
    this.view = new DataView(this.buffer);
  }

  number(at: number): number {
    return Number(this.view.getBigInt64(at, true));
  }

  children(at: number, { count, children }: { readonly count: number; readonly children: number }): number[] {
    return this.pointers(this.pointer(at + children), this.number(at + count));
  }

  layout(at: number): Layout | null {
    const format = this.text(this.pointer(at + SCHEMA.format));
    const dictionary = this.pointer(at + SCHEMA.dictionary);
    if (dictionary !== 0) {
      const keys = KEYS[format];
      return keys !== undefined && this.text(this.pointer(dictionary + SCHEMA.format)) === 'u' ? { type: 'VARCHAR', keys } : null;
    }
    const local = format.endsWith(':');
    if (format.startsWith('tsm:')) return { type: 'TIMESTAMP', array: BigInt64Array, convert: (values) => microsOfMillis(values as BigInt64Array), local }; // prettier-ignore
    if (format.startsWith('tsu:')) return { type: 'TIMESTAMP', array: BigInt64Array, local };
    return LAYOUTS[format] ?? null;
  }

  /** Whether rows begin at the start of the buffers, and the dictionary has a text for every key. */
  isPlain(at: number): boolean {
    const dictionary = this.pointer(at + ARRAY.dictionary);
    if (this.number(at + ARRAY.offset) !== 0) return false;
    return dictionary === 0 || (this.number(dictionary + ARRAY.offset) === 0 && this.number(dictionary + ARRAY.nulls) === 0);
  }

  run(at: number, { array, convert, keys, type }: Layout): ArrowRun {
    const length = this.number(at + ARRAY.length);
    const [validity = 0, first = 0] = this.buffers(at);
    const bitmap = validity === 0 || this.number(at + ARRAY.nulls) === 0 ? null : this.bytes(validity, (length + 7) >> 3);
    const isValid = (row: number): boolean => bitmap === null || (bitmap[row >> 3]! & (1 << (row & 7))) !== 0;
    const base = { bitmap, isValid };
    if (keys !== undefined) {
      const codes = new keys(this.buffer, first, length) as ArrayLike<number>;
      const text = this.spans(this.pointer(at + ARRAY.dictionary), true);
      return { ...base, keys: codes, at: (row) => text.bytes.subarray(text.offsets[codes[row]!], text.offsets[codes[row]! + 1]) };
    }
    if (array !== undefined) {
      const values = new array(this.buffer, first, length);
      const typed = convert === undefined ? values : convert(values);
      return { ...base, typed, at: (row) => typed[row] };
    }
    if (type === 'BOOLEAN') {
      const bits = this.bytes(first, (length + 7) >> 3);
      return { ...base, bits, at: (row) => (bits[row >> 3]! & (1 << (row & 7))) !== 0 };
    }
    const spans = this.spans(at, type === 'VARCHAR');
    return { ...base, spans, at: (row) => spans.bytes.subarray(spans.offsets[row], spans.offsets[row + 1]) };
  }

  private spans(at: number, utf8: boolean): ArrowSpans {
    const length = this.number(at + ARRAY.length);
    const [, offsetsAt = 0, bytesAt = 0] = this.buffers(at);
    const offsets = length === 0 ? new Int32Array(1) : new Int32Array(this.buffer, offsetsAt, length + 1);
    return { offsets, bytes: this.bytes(bytesAt, offsets[length]!), utf8 };
  }

  /** Addresses of the validity bitmap (0 if every row has a value) and of the buffers with values. */
  private buffers(at: number): number[] {
    return this.pointers(this.pointer(at + ARRAY.buffers), this.number(at + ARRAY.bufferCount));
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.buffer, at, length);
  }

  private pointer(at: number): number {
    return this.view.getUint32(at, true);
  }

  private pointers(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.pointer(at + 4 * i));
  }

  /** Reads a text that ends with NUL. */
  private text(at: number): string {
    const bytes = new Uint8Array(this.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
