import { Type } from '@uwdata/flechette';
import { STORED_SCHEMA } from '../../../tables/schemas.ts';
import { decodeArrow, type ArrowColumn } from '../../../engine/rows.ts';
import type { Connection, LogicalType, NodeBindings, Vector } from './node-bindings.ts';

/** Number of rows that DuckDB processes at once, the length of its vectors (`duckdb_vector_size`). */
const CHUNK_ROWS = 2048;
const TEXT_BYTES = 16;
const INLINE_BYTES = 12;

type ArrowBatch = ArrowColumn['batches'][number];

/**
 * Inserts the rows of an Arrow stream into a table, column by column and `CHUNK_ROWS` rows at a time.
 * @param table name of a table in `STORED_SCHEMA` that has the columns of the stream in their order
 */
export async function insertArrow(api: NodeBindings, connection: Connection, table: string, ipc: Uint8Array): Promise<void> {
  const { columns } = decodeArrow(ipc);
  const appender = api.appender_create_ext(connection, null, STORED_SCHEMA, table);
  try {
    const types = columns.map((_, at) => api.appender_column_type(appender, at));
    const chunk = api.create_data_chunk(types);
    for (const [part, { length }] of (columns[0]?.batches ?? []).entries()) {
      for (let from = 0; from < length; from += CHUNK_ROWS) {
        const rows = Math.min(CHUNK_ROWS, length - from);
        api.data_chunk_reset(chunk);
        for (const [at, column] of columns.entries()) {
          fill(api, api.data_chunk_get_vector(chunk, at), types[at]!, column.batches[part]!, from, rows);
        }
        api.data_chunk_set_size(chunk, rows);
        api.append_data_chunk(appender, chunk);
        // Let other tasks run before the next rows are inserted.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  } finally {
    api.appender_close_sync(appender);
  }
}

function fill(api: NodeBindings, vector: Vector, type: LogicalType, batch: ArrowBatch, from: number, rows: number): void {
  const { typeId } = batch.type;
  if (typeId === Type.Null || batch.nullCount > 0) writeValidity(api, vector, typeId === Type.Null ? null : batch.validity, from, rows);
  switch (typeId) {
    case Type.Null:
      return;
    case Type.Utf8:
    case Type.Binary:
      writeTexts(api, vector, textsOf(batch), rows, (row) => (batch.nullCount > 0 && !batch.isValid(from + row) ? -1 : from + row));
      return;
    case Type.Dictionary: {
      const codes = batch.values as Int32Array;
      writeTexts(api, vector, dictionaryOf(batch), rows, (row) =>
        batch.nullCount > 0 && !batch.isValid(from + row) ? -1 : codes[from + row]!,
      );
      return;
    }
    case Type.List:
      writeLists(api, vector, type, batch, from, rows);
      return;
    case Type.Bool: {
      const bytes = Uint8Array.from(
        { length: rows },
        (_, row) => ((batch.values as Uint8Array)[(from + row) >> 3]! >> ((from + row) & 7)) & 1,
      );
      api.copy_data_to_vector(vector, 0, bytes.buffer, 0, rows);
      return;
    }
    default: {
      const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = batch.values as Int32Array;
      api.copy_data_to_vector(vector, 0, buffer, byteOffset + from * width, rows * width);
    }
  }
}

/** Marks in a vector which rows are not NULL. @param bits validity bits of the Arrow column; null if every row is NULL */
function writeValidity(api: NodeBindings, vector: Vector, bits: Uint8Array | null, from: number, rows: number): void {
  const own = new Uint8Array(Math.ceil(rows / 64) * 8);
  for (let row = 0; bits !== null && row < rows; row++) {
    const at = from + row;
    if (((bits[at >> 3]! >> (at & 7)) & 1) === 1) own[row >> 3]! |= 1 << (row & 7);
  }
  api.vector_ensure_validity_writable(vector);
  api.copy_data_to_vector_validity(vector, 0, own.buffer, 0, own.length);
}

/** The texts of an Arrow column: text i is `bytes` from `offsets[i]` to `offsets[i + 1]`. */
interface Texts {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

const textsOf = (batch: ArrowBatch): Texts => ({ offsets: batch.offsets as Int32Array, bytes: batch.values as Uint8Array });
const dictionaryOf = (batch: ArrowBatch): Texts =>
  textsOf((batch as unknown as { readonly dictionary: { readonly data: readonly ArrowBatch[] } }).dictionary.data[0]!);

/**
 * Writes texts into a vector. A short text is copied into its 16-byte entry. A long one is passed to DuckDB, which stores it outside the
 * vector, only once for all rows that have it.
 * @param indexOf returns the index of a row's text; -1 for NULL
 */
function writeTexts(api: NodeBindings, vector: Vector, { offsets, bytes }: Texts, rows: number, indexOf: (row: number) => number): void {
  const places = new Uint8Array(rows * TEXT_BYTES);
  const view = new DataView(places.buffer);
  /** By index of a long text, the rows that have it. DuckDB receives the text for the first of them. */
  const long = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    const index = indexOf(row);
    if (index < 0) continue;
    const [start, end] = [offsets[index]!, offsets[index + 1]!];
    if (end - start > INLINE_BYTES) {
      const known = long.get(index);
      if (known) known.push(row);
      else long.set(index, [row]);
      continue;
    }
    view.setUint32(row * TEXT_BYTES, end - start, true);
    for (let at = start, to = row * TEXT_BYTES + 4; at < end; at++, to++) places[to] = bytes[at]!;
  }
  for (const [index, [first]] of long)
    api.vector_assign_string_element_len(vector, first!, bytes.subarray(offsets[index], offsets[index + 1]));
  if (long.size > 0) {
    const written = api.vector_get_data(vector, rows * TEXT_BYTES);
    for (const [first, ...others] of long.values()) {
      const place = written.subarray(first! * TEXT_BYTES, (first! + 1) * TEXT_BYTES);
      for (const row of [first!, ...others]) places.set(place, row * TEXT_BYTES);
    }
  }
  api.copy_data_to_vector(vector, 0, places.buffer, 0, places.length);
}

/** Writes the rows of a list column: the position and length of each list, and all their items. */
function writeLists(api: NodeBindings, vector: Vector, type: LogicalType, batch: ArrowBatch, from: number, rows: number): void {
  const offsets = batch.offsets as Int32Array;
  const items = batch.children[0]!;
  const [first, last] = [offsets[from]!, offsets[from + rows]!];
  const entries = new BigUint64Array(rows * 2);
  for (let row = 0; row < rows; row++) {
    entries[2 * row] = BigInt(offsets[from + row]! - first);
    entries[2 * row + 1] = BigInt(offsets[from + row + 1]! - offsets[from + row]!);
  }
  api.list_vector_reserve(vector, last - first);
  api.list_vector_set_size(vector, last - first);
  if (last > first) fill(api, api.list_vector_get_child(vector), api.list_type_child_type(type), items, first, last - first);
  api.copy_data_to_vector(vector, 0, entries.buffer, 0, entries.byteLength);
}
