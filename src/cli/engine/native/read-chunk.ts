import { Batch, Column, Endianness, Table, Type, Version, field, tableToIPC, type DataType, type Schema } from '@uwdata/flechette';
import { DUCKDB, arrowType } from './arrow-types.ts';
import type { Chunk, LogicalType, NodeBindings, Result, Vector } from './node-bindings.ts';

/** Number of bytes of the marker that ends an Arrow stream. */
const END_BYTES = 8;
/** Number of bytes of a text or blob in a vector: its length, then the text itself or its first four bytes and a pointer. */
const TEXT_BYTES = 16;
const INLINE_BYTES = 12;

/** Indices of the rows to read from a vector, in order; null for all rows. */
type Rows = Int32Array | null;

/** Converts the chunks of a query result to messages of an Arrow stream. */
export class ChunkReader {
  readonly #types: readonly LogicalType[];
  readonly #schema: Schema;
  /** The first message of the stream, which contains the schema. */
  readonly header: Uint8Array;

  /** Throws `SQL_ERROR` if a column has a type that Arrow does not have. */
  constructor(
    private readonly api: NodeBindings,
    result: Result,
  ) {
    const columns = Array.from({ length: api.column_count(result) }, (_, at) => at);
    this.#types = columns.map((at) => api.column_logical_type(result, at));
    const fields = this.#types.map((type, at) => field(api.column_name(result, at), arrowType(api, type)));
    this.#schema = { version: Version.V5, endianness: Endianness.Little, fields, metadata: null };
    this.header = this.#stream([]).slice(0, -END_BYTES);
  }

  /** Converts a chunk to one record batch. */
  message(chunk: Chunk): Uint8Array {
    const rows = this.api.data_chunk_get_size(chunk);
    const batches = this.#types.map((type, at) =>
      this.#batch(this.api.data_chunk_get_vector(chunk, at), type, this.#schema.fields[at]!.type, rows, null),
    );
    return this.#stream(batches).slice(this.header.length, -END_BYTES);
  }

  #stream(batches: readonly Batch<unknown>[]): Uint8Array {
    const columns = this.#schema.fields.map(({ type }, at) => new Column(batches[at] ? [batches[at]] : [], type));
    const bytes = tableToIPC(new Table(this.#schema, columns), { format: 'stream' });
    if (bytes === null) throw new Error('broken invariant: the in-memory sink gave no bytes');
    return bytes;
  }

  /** @param size number of rows in the vector */
  #batch(vector: Vector, type: LogicalType, arrow: DataType, size: number, rows: Rows): Batch<unknown> {
    const { api } = this;
    const length = rows?.length ?? size;
    const { validity, nullCount } = validityOf(api.vector_get_validity(vector, Math.ceil(size / 64) * 8), length, rows);
    const shared = { length, nullCount, type: arrow, validity };
    switch (arrow.typeId) {
      case Type.Null:
        return new Batch({ ...shared, nullCount: length });
      case Type.Utf8:
      case Type.Binary:
        if (api.get_type_id(type) === DUCKDB.UUID) return new Batch({ ...shared, ...joined(this.#uuids(vector, size, rows)) });
        return new Batch({ ...shared, ...joined(this.#texts(vector, size, rows, validity)) });
      case Type.List:
      case Type.Map:
        return new Batch({ ...shared, ...this.#items(vector, type, arrow, size, rows, validity) });
      case Type.FixedSizeList: {
        const { stride } = arrow;
        const picked =
          rows === null
            ? null
            : Int32Array.from({ length: length * stride }, (_, at) => rows[Math.floor(at / stride)]! * stride + (at % stride));
        const child = this.#batch(
          api.array_vector_get_child(vector),
          api.array_type_child_type(type),
          arrow.children[0]!.type,
          size * stride,
          picked,
        );
        return new Batch({ ...shared, children: [child] });
      }
      case Type.Struct:
        return new Batch({ ...shared, children: this.#members(vector, type, arrow, size, rows) });
      default:
        return new Batch({ ...shared, values: fixedValues(api, vector, type, arrow, size, rows) });
    }
  }

  #members(vector: Vector, type: LogicalType, arrow: DataType, size: number, rows: Rows): Batch<unknown>[] {
    const { api } = this;
    const children = 'children' in arrow ? arrow.children : [];
    return children.map((child, at) =>
      this.#batch(api.struct_vector_get_child(vector, at), api.struct_type_child_type(type, at), child.type, size, rows),
    );
  }

  /** Reads the offsets and items of lists and maps. DuckDB stores a position and a length for each list, in any order. */
  #items(vector: Vector, type: LogicalType, arrow: DataType, size: number, rows: Rows, validity: Uint8Array) {
    const { api } = this;
    const bytes = api.vector_get_data(vector, size * 16);
    const entries = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = rows?.length ?? size;
    const offsets = new Int32Array(length + 1);
    const picked: number[] = [];
    for (let at = 0; at < length; at++) {
      if (isValid(validity, at)) {
        const entry = (rows?.[at] ?? at) * 16;
        const start = Number(entries.getBigUint64(entry, true));
        const count = Number(entries.getBigUint64(entry + 8, true));
        for (let item = start; item < start + count; item++) picked.push(item);
      }
      offsets[at + 1] = picked.length;
    }
    const child = api.list_vector_get_child(vector);
    const total = api.list_vector_get_size(vector);
    const own = Int32Array.from(picked);
    if (arrow.typeId !== Type.Map) {
      const items = 'children' in arrow ? arrow.children[0].type : arrow;
      return { offsets, children: [this.#batch(child, api.list_type_child_type(type), items, total, own)] };
    }
    const entryType = arrow.children[0].type;
    const [key, value] = 'children' in entryType ? entryType.children : [];
    const pair = [
      this.#batch(api.struct_vector_get_child(child, 0), api.map_type_key_type(type), key!.type, total, own),
      this.#batch(api.struct_vector_get_child(child, 1), api.map_type_value_type(type), value!.type, total, own),
    ];
    return { offsets, children: [new Batch({ length: own.length, nullCount: 0, type: entryType, validity: NO_BYTES, children: pair })] };
  }

  /** Reads the bytes of each text. If rows have equal pointers, the text is read once, because DuckDB stores a repeated text once. */
  #texts(vector: Vector, size: number, rows: Rows, validity: Uint8Array): Uint8Array[] {
    const { api } = this;
    const bytes = api.vector_get_data(vector, size * TEXT_BYTES);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const read = new Map<bigint, Uint8Array>();
    return Array.from({ length: rows?.length ?? size }, (_, at) => {
      if (!isValid(validity, at)) return NO_BYTES;
      const place = (rows?.[at] ?? at) * TEXT_BYTES;
      const length = view.getUint32(place, true);
      if (length <= INLINE_BYTES) return bytes.subarray(place + 4, place + 4 + length);
      const pointer = view.getBigUint64(place + 8, true);
      const known = read.get(pointer);
      if (known?.length === length) return known;
      const text = api.get_data_from_pointer(bytes.buffer, bytes.byteOffset + place + 8, length);
      read.set(pointer, text);
      return text;
    });
  }

  /** Reads UUIDs, which DuckDB stores as 128-bit numbers with the first bit inverted. */
  #uuids(vector: Vector, size: number, rows: Rows): Uint8Array[] {
    const bytes = this.api.vector_get_data(vector, size * 16);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const encoder = new TextEncoder();
    return Array.from({ length: rows?.length ?? size }, (_, at) => {
      const place = (rows?.[at] ?? at) * 16;
      const high = view.getBigUint64(place + 8, true) ^ (1n << 63n);
      const hex = ((high << 64n) | view.getBigUint64(place, true)).toString(16).padStart(32, '0');
      return encoder.encode(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
    });
  }
}

const NO_BYTES = new Uint8Array(0);

const isValid = (validity: Uint8Array, at: number): boolean => validity.length === 0 || ((validity[at >> 3]! >> (at & 7)) & 1) === 1;

/** Converts the bits with which DuckDB marks rows that are not NULL; Arrow uses the same bits. */
function validityOf(bits: Uint8Array | null, length: number, rows: Rows): { readonly validity: Uint8Array; readonly nullCount: number } {
  if (bits === null) return { validity: NO_BYTES, nullCount: 0 };
  const validity = new Uint8Array((length + 7) >> 3);
  let nullCount = 0;
  for (let at = 0; at < length; at++) {
    if (isValid(bits, rows?.[at] ?? at)) validity[at >> 3]! |= 1 << (at & 7);
    else nullCount += 1;
  }
  return nullCount === 0 ? { validity: NO_BYTES, nullCount } : { validity, nullCount };
}

function joined(texts: readonly Uint8Array[]): { readonly offsets: Int32Array; readonly values: Uint8Array } {
  const offsets = new Int32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) offsets[at + 1] = offsets[at]! + text.length;
  const values = new Uint8Array(offsets[texts.length]!);
  for (const [at, text] of texts.entries()) values.set(text, offsets[at]);
  return { offsets, values };
}

/** Returns the number of bytes of a value in a vector; it depends on the number of digits for decimals. */
function widthOf(api: NodeBindings, type: LogicalType, arrow: DataType): number {
  if (arrow.typeId === Type.Bool) return 1;
  if (arrow.typeId === Type.Interval) return 16;
  if (arrow.typeId !== Type.Decimal) return (arrow as { readonly values: { readonly BYTES_PER_ELEMENT: number } }).values.BYTES_PER_ELEMENT;
  if (api.get_type_id(type) !== DUCKDB.DECIMAL) return 16;
  const digits = api.decimal_width(type);
  return digits <= 4 ? 2 : digits <= 9 ? 4 : digits <= 18 ? 8 : 16;
}

function fixedValues(api: NodeBindings, vector: Vector, type: LogicalType, arrow: DataType, size: number, rows: Rows) {
  const width = widthOf(api, type, arrow);
  const source = api.vector_get_data(vector, size * width);
  const bytes = rows === null ? source.slice() : picked(source, width, rows);
  const own = new Uint8Array(bytes.length);
  own.set(bytes);
  switch (arrow.typeId) {
    case Type.Bool: {
      const bits = new Uint8Array((own.length + 7) >> 3);
      for (let at = 0; at < own.length; at++) if (own[at] !== 0) bits[at >> 3]! |= 1 << (at & 7);
      return bits;
    }
    case Type.Decimal:
      return widened(own, width);
    case Type.Interval: {
      // Convert the time of intervals from DuckDB's microseconds to Arrow's nanoseconds.
      const view = new DataView(own.buffer);
      for (let at = 8; at < own.length; at += 16) view.setBigInt64(at, view.getBigInt64(at, true) * 1000n, true);
      return own;
    }
    default:
      return new (arrow as unknown as { readonly values: new (memory: ArrayBuffer) => Uint8Array }).values(own.buffer);
  }
}

function picked(source: Uint8Array, width: number, rows: Int32Array): Uint8Array {
  const out = new Uint8Array(rows.length * width);
  for (let at = 0; at < rows.length; at++) out.set(source.subarray(rows[at]! * width, (rows[at]! + 1) * width), at * width);
  return out;
}

/** Widens integers of `width` bytes to 128 bits. */
function widened(bytes: Uint8Array<ArrayBuffer>, width: number): BigUint64Array {
  if (width === 16) return new BigUint64Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  const out = new BigInt64Array((bytes.length / width) * 2);
  for (let at = 0; at < bytes.length / width; at++) {
    const place = at * width;
    const value =
      width === 8 ? view.getBigInt64(place, true) : BigInt(width === 4 ? view.getInt32(place, true) : view.getInt16(place, true));
    out[2 * at] = value;
    out[2 * at + 1] = value < 0n ? -1n : 0n;
  }
  return new BigUint64Array(out.buffer);
}
