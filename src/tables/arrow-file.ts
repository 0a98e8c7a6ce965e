import { CompressionType, DateUnit, Precision, TimeUnit, Type, setCompressionCodec, tableFromIPC } from '@uwdata/flechette';
import type { Batch, Codec, Column, DataType, TimeUnit_, TypedArray } from '@uwdata/flechette';
import { microsOfMillis } from './arrow-times.ts';
import { verifyArrow } from './arrow-verify.ts';
import type { ColumnType } from './column.ts';

/**
 * A column of an Arrow file. This module reads Arrow IPC files from outside (file format, Feather 2, or stream) as runs of values: in typed
 * arrays if the types are those of the workbench, otherwise value by value. `engine/rows.ts` reads Arrow from DuckDB.
 */
export interface ArrowField {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether the column is a timestamp without a time zone. */
  readonly local: boolean;
}

export interface ArrowSpans {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  /** Whether it is known that every text of the column is valid UTF-8. */
  readonly utf8?: boolean;
}

/** The values of one column in one record batch. */
export interface ArrowRun {
  /** The values of numbers and times, in the layout of a column of this type. Where the value is NULL, the content is undefined. */
  readonly typed?: ArrayLike<number | bigint> & { readonly length: number };
  /** The values of text and bytes with 32-bit offsets. The offsets are ascending and within the bytes. */
  readonly spans?: ArrowSpans;
  /** The keys of a dictionary column. Rows with equal keys have equal values. */
  readonly keys?: ArrayLike<number>;
  /** The values of a column of bits; bit i is that of row i. */
  readonly bits?: Uint8Array;
  /** Bit i is 1 if row i has a value; null if every row has one. */
  readonly bitmap: Uint8Array | null;
  isValid(row: number): boolean;
  /** Returns the value of a row; never null if `isValid`. Text is UTF-8 bytes or a string, 64-bit integers are bigint. */
  at(row: number): unknown;
}

export interface ArrowFile {
  readonly fields: readonly ArrowField[];
  /** Number of rows in each record batch. */
  readonly batches: readonly number[];
  run(field: number, batch: number): ArrowRun;
}

export interface ArrowCodecs {
  readonly lz4: (input: Uint8Array, length: number) => Uint8Array;
  readonly zstd: (input: Uint8Array, length: number) => Uint8Array;
}

/** Opens a file. Throws a plain `Error` that describes what is wrong with the bytes. */
export function openArrow(bytes: Uint8Array, codecs: ArrowCodecs): ArrowFile {
  // The library stores its codecs globally, so set them for each file, which is cheap.
  setCompressionCodec(CompressionType.LZ4_FRAME, codec(codecs.lz4));
  setCompressionCodec(CompressionType.ZSTD, codec(codecs.zstd));
  const table = tableFromIPC(verifyArrow(bytes), { useBigInt: true });
  const columns = table.schema.fields.map((field, i) => ({ field, data: table.children[i]?.data ?? [] }));
  const batches = (columns[0]?.data ?? []).map(({ length }) => length);
  return {
    // A field may lack a name, although the types of the library say that it has one.
    fields: columns.map(({ field }) => ({
      name: (field.name as string | null) ?? '',
      type: columnType(field.type),
      local: isLocal(field.type),
    })),
    batches,
    run: (field, batch) => {
      const { data } = columns[field]!;
      const run = data[batch];
      if (run === undefined || run.length !== batches[batch]) throw new Error(`columns of record batch ${batch + 1} differ in length`);
      checkRun(run);
      return openRun(run);
    },
  };
}

const codec = (decode: (input: Uint8Array, length: number) => Uint8Array): Codec => ({
  decode: (bytes, length) => decode(bytes, length ?? 0),
  encode: () => {
    throw new Error('broken invariant: Arrow files are written without compression');
  },
});

function columnType(type: DataType): ColumnType {
  switch (type.typeId) {
    case Type.Int:
      return INTEGERS[`${type.signed ? '' : 'U'}${type.bitWidth}`] ?? 'BIGINT';
    case Type.Float:
      return type.precision === Precision.DOUBLE ? 'DOUBLE' : 'FLOAT';
    case Type.Decimal:
      return 'DOUBLE';
    case Type.Bool:
      return 'BOOLEAN';
    case Type.Date:
      return 'DATE';
    case Type.Timestamp:
      return 'TIMESTAMP';
    case Type.Time:
    case Type.Duration:
      return 'BIGINT';
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
    case Type.FixedSizeBinary:
      return 'BLOB';
    case Type.Dictionary:
      return columnType(type.dictionary);
    case Type.List:
    case Type.LargeList:
      return columnType(type.children[0].type) === 'VARCHAR' && isText(type.children[0].type) ? 'VARCHAR[]' : 'VARCHAR';
    default:
      return 'VARCHAR';
  }
}

const INTEGERS: Readonly<Record<string, ColumnType>> = {
  8: 'TINYINT', 16: 'SMALLINT', 32: 'INTEGER', 64: 'BIGINT',
  U8: 'UTINYINT', U16: 'USMALLINT', U32: 'UINTEGER', U64: 'UBIGINT',
}; // prettier-ignore

const isText = ({ typeId }: DataType): boolean => typeId === Type.Utf8 || typeId === Type.LargeUtf8 || typeId === Type.Utf8View;

const isLocal = (type: DataType): boolean => type.typeId === Type.Timestamp && (type.timezone === null || type.timezone === '');

function openRun(run: Batch<unknown>): ArrowRun {
  // There is no bitmap for a column without NULLs.
  const base = {
    bitmap: run.nullCount === 0 ? null : run.validity,
    isValid: (row: number) => run.nullCount === 0 || run.isValid(row),
    at: (row: number) => run.at(row),
  };
  const { type } = run;
  switch (type.typeId) {
    case Type.Int:
    case Type.Time:
    case Type.Duration:
      return { ...base, typed: sized(run), at: (row) => run.values[row] };
    case Type.Float:
      return type.precision === Precision.HALF ? base : { ...base, typed: sized(run) };
    case Type.Date:
      return { ...base, typed: type.unit === DateUnit.DAY ? sized(run) : days(sized(run) as BigInt64Array) };
    case Type.Timestamp:
      return { ...base, typed: micros(sized(run) as BigInt64Array, type.unit) };
    case Type.Utf8:
    case Type.LargeUtf8: {
      const { offsets } = run;
      const values = run.values as Uint8Array;
      return { ...base, ...spansOf(run), at: (row) => values.subarray(Number(offsets[row]), Number(offsets[row + 1])) };
    }
    case Type.Binary:
      return { ...base, ...spansOf(run) };
    case Type.Dictionary:
      return isText(type.dictionary) ? { ...base, keys: sized(run) as ArrayLike<number> } : base;
    default:
      return base;
  }
}

function spansOf({ offsets, values }: Batch<unknown>): Pick<ArrowRun, 'spans'> {
  return offsets instanceof Int32Array && values instanceof Uint8Array ? { spans: { offsets, bytes: values } } : {};
}

/**
 * Checks that offsets and children of nested values are within their memory. Throws for types that tables of measurements do not use
 * (unions, run-end encoding, list views). Flat types are checked when they are read.
 */
function checkRun(run: Batch<unknown>): void {
  const { type, length } = run;
  const children = (run.children as readonly Batch<unknown>[] | undefined) ?? [];
  switch (type.typeId) {
    case Type.Dictionary:
      for (const part of (run as Batch<unknown> & { dictionary: Column<unknown> }).dictionary.data) checkRun(part);
      break;
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Binary:
    case Type.LargeBinary:
      checkOffsets(run.offsets, length, run.values.length);
      break;
    case Type.List:
    case Type.LargeList:
    case Type.Map:
      checkOffsets(run.offsets, length, children[0]?.length ?? 0);
      break;
    case Type.FixedSizeList:
      if (length * type.stride > (children[0]?.length ?? 0)) throw new Error('a list reaches outside its values');
      break;
    case Type.Struct:
      if (children.some((child) => child.length < length)) throw new Error('a struct has members of different lengths');
      break;
    case Type.Union:
    case Type.RunEndEncoded:
    case Type.ListView:
    case Type.LargeListView:
    case Type.Interval:
      throw new Error('columns of unions, run ends, list views and intervals are not read');
    default:
      break;
  }
  for (const child of children) checkRun(child);
}

function checkOffsets(offsets: ArrayLike<number | bigint>, rows: number, most: number): void {
  let last = 0;
  for (let row = 0; row <= rows && rows > 0; row++) {
    const offset = Number(offsets[row]);
    if (!(offset >= last && offset <= most)) throw new Error('an offset lies outside its values');
    last = offset;
  }
}

/** The values of all rows. Throws if the buffer is too short, because missing values must not be read as 0. */
function sized(run: Batch<unknown>): TypedArray {
  const { values, length } = run;
  if (values.length < length) throw new Error(`expected ${length} values in a buffer, found ${values.length}`);
  return values.subarray(0, length);
}

const days = (milliseconds: BigInt64Array): Int32Array => new Int32Array(Array.from(milliseconds, (ms) => Number(ms / 86_400_000n)));

function micros(values: BigInt64Array, unit: TimeUnit_): BigInt64Array {
  switch (unit) {
    case TimeUnit.SECOND:
      return values.map((value) => value * 1_000_000n);
    case TimeUnit.MILLISECOND:
      return microsOfMillis(values);
    case TimeUnit.NANOSECOND:
      return values.map((value) => value / 1000n);
    default:
      return values;
  }
}
