import {
  Batch as ArrowBatch,
  Column as ArrowColumn,
  Endianness,
  Table as ArrowTable,
  TimeUnit,
  Type,
  Version,
  binary,
  bool,
  dateDay,
  dictionary,
  field,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  list,
  nullType,
  tableToIPC,
  timestamp,
  uint16,
  uint32,
  uint64,
  uint8,
  utf8,
  type DataType,
  type DictionaryType,
} from '@uwdata/flechette';
import type { Batch } from './batch.ts';
import { createColumn } from './column.ts';
import type { Column, ColumnSpec, ColumnType } from './column.ts';
import { constantsMetadata, type Constants } from './constants.ts';
import type { ReusedBuffer } from './reused-buffer.ts';

export interface EncodeOptions {
  /** Whether columns of only NULL keep their type, for file formats that state it. The engine inserts them faster without types. */
  readonly typed?: boolean;
  /** Columns of the table that the batch does not contain, because they have the same value in all rows. */
  readonly constants?: Constants;
  /** Where to put the bytes; a new buffer if absent. */
  readonly sink?: ReusedBuffer;
}

const NO_CONSTANTS: Constants = new Map();

/**
 * Encodes a batch as an Arrow IPC stream (schema, dictionaries, one record batch). Only this code writes Arrow for the engine. Columns
 * already have Arrow's layout, so each buffer is copied once into the output. Format: https://arrow.apache.org/docs/format/Columnar.html
 */
export function encodeIpc(
  batch: Pick<Batch, 'columns' | 'rows'>,
  { typed = false, constants = NO_CONSTANTS, sink }: EncodeOptions = {},
): Uint8Array {
  const { columns, rows } = batch;
  const typeOf = (column: Column): DataType => (typed || hasValue(column, rows) ? arrowType(column.spec) : nullType());
  const fields = columns.map((column) => field(column.spec.name, typeOf(column)));
  const schema = {
    version: Version.V5,
    endianness: Endianness.Little,
    fields,
    metadata: constantsMetadata(constants),
  };
  const children = columns.map((column, i) => {
    const type = fields[i]?.type ?? arrowType(column.spec);
    return new ArrowColumn([arrowBatch(column, type, rows)], type);
  });
  const bytes = tableToIPC(new ArrowTable(schema, children), { format: 'stream', ...(sink && { sink }) });
  if (bytes === null) throw new Error('broken invariant: the in-memory sink gave no bytes');
  return bytes;
}

/** Encodes a stream with the columns and no rows, from which a table can be created. */
export function emptyIpc(specs: readonly ColumnSpec[]): Uint8Array {
  return encodeIpc({ columns: specs.map((spec) => createColumn(spec, 0)), rows: 0 });
}

const FIXED_TYPES: Readonly<Record<Exclude<ColumnType, 'VARCHAR'>, () => DataType>> = {
  TINYINT: int8,
  UTINYINT: uint8,
  SMALLINT: int16,
  USMALLINT: uint16,
  INTEGER: int32,
  UINTEGER: uint32,
  BIGINT: int64,
  UBIGINT: uint64,
  FLOAT: float32,
  DOUBLE: float64,
  TIMESTAMP: () => timestamp(TimeUnit.MICROSECOND),
  DATE: dateDay,
  BOOLEAN: bool,
  BLOB: binary,
  'VARCHAR[]': () => list(field('item', utf8())),
};

function arrowType(spec: ColumnSpec): DataType {
  if (spec.type !== 'VARCHAR') return FIXED_TYPES[spec.type]();
  return spec.storage === 'plain' ? utf8() : dictionary(utf8(), int32());
}

/** Lets the encoder read the dictionary directly from the batch; the library's own class would decode every text first. */
class DictionaryBatch extends ArrowBatch<string> {
  constructor(
    options: ConstructorParameters<typeof ArrowBatch>[0],
    readonly dictionary: ArrowColumn<string>,
  ) {
    super(options);
  }
}

const NO_BYTES = new Uint8Array(0);

/** Whether a column has a value. One of only NULL is sent as Arrow's null type, which takes no memory and is faster to insert. */
export function hasValue(column: Column, rows: number): boolean {
  const whole = rows >> 3;
  const { valid } = column;
  for (let i = 0; i < whole; i++) if (valid[i] !== 0) return true;
  return rows === 0 || ((valid[whole] ?? 0) & ((1 << (rows & 7)) - 1)) !== 0;
}

function arrowBatch(column: Column, type: DataType, rows: number): ArrowBatch<unknown> {
  if (type.typeId === Type.Null) return new ArrowBatch({ length: rows, nullCount: rows, type });
  const nullCount = rows - countBits(column.valid, rows);
  const validity = nullCount === 0 ? NO_BYTES : column.valid.subarray(0, (rows + 7) >> 3);
  const shared = { length: rows, nullCount, type, validity };
  switch (column.kind) {
    case 'fixed':
      return new ArrowBatch({ ...shared, values: column.values.subarray(0, rows) });
    case 'bool':
      return new ArrowBatch({ ...shared, values: column.values.subarray(0, (rows + 7) >> 3) });
    case 'bytes':
      column.fill(rows);
      return new ArrowBatch({ ...shared, offsets: column.offsets.subarray(0, rows + 1), values: column.data.view() });
    case 'dictionary': {
      const { offsets, bytes } = column.dictionary();
      // Share the object of the value type, because the encoder finds the id of a dictionary by that object.
      const valueType = (type as DictionaryType).dictionary;
      const texts = new ArrowColumn([utf8Batch(offsets, bytes)], valueType);
      return new DictionaryBatch({ ...shared, values: column.codes.subarray(0, rows) }, texts);
    }
    case 'list':
      column.fill(rows);
      return new ArrowBatch({
        ...shared,
        offsets: column.offsets.subarray(0, rows + 1),
        children: [utf8Batch(column.itemOffsets(), column.data.view())],
      });
  }
}

function utf8Batch(offsets: Int32Array, values: Uint8Array): ArrowBatch<string> {
  return new ArrowBatch<string>({ length: offsets.length - 1, nullCount: 0, type: utf8(), validity: NO_BYTES, offsets, values });
}

/** Counts the 1 bits among the first `count`. */
function countBits(bits: Uint8Array, count: number): number {
  let ones = 0;
  const whole = count >> 3;
  for (let i = 0; i < whole; i++) ones += BYTE_ONES[bits[i] ?? 0] ?? 0;
  const rest = count & 7;
  if (rest > 0) ones += BYTE_ONES[(bits[whole] ?? 0) & ((1 << rest) - 1)] ?? 0;
  return ones;
}

const BYTE_ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1;
  return ones;
});
