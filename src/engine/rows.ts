import { TimeUnit, Type, tableFromIPC } from '@uwdata/flechette';
import type { Batch, DataType } from '@uwdata/flechette';
import { WorkbenchError } from '../base/failure.ts';
import { constantsIn, type Constants } from '../tables/constants.ts';

/** Type of a column in Arrow IPC data. Columns are views of the received buffers; values are decoded when they are read. */
export type ArrowType = DataType;
export { TimeUnit, Type };

export interface ArrowColumn {
  readonly name: string;
  readonly type: ArrowType;
  readonly batches: readonly Batch<unknown>[];
}

export interface ArrowRows {
  readonly rows: number;
  readonly columns: readonly ArrowColumn[];
}

/** How values are read: 64-bit integers as bigint, decimals as a bigint multiplied by their power of ten, times as milliseconds. */
const EXTRACTION = { useBigInt: true, useDecimalInt: true, useMap: true } as const;

/** Reads a complete answer in one buffer, in Arrow's stream or file format. Throws if it is neither. */
export function decodeArrow(bytes: Uint8Array): ArrowRows {
  const table = tableFromIPC(bytes, EXTRACTION);
  return {
    rows: table.numRows,
    columns: table.schema.fields.map(({ name, type }, index) => ({ name, type, batches: table.children[index]?.data ?? [] })),
  };
}

/** Reads an answer that arrives in pieces: first the schema, then one record batch after another. */
export class ArrowReader {
  readonly #header: Uint8Array;
  readonly #columns: { readonly name: string; readonly type: ArrowType; readonly batches: Batch<unknown>[] }[];
  #rows = 0;

  /** Throws if the answer has an ENUM column, because DuckDB-WASM omits the dictionaries of pending queries. */
  constructor(header: Uint8Array) {
    this.#header = header;
    this.#columns = tableFromIPC(header).schema.fields.map(({ name, type }) => ({ name, type, batches: [] }));
    const broken = this.#columns.find(({ type }) => hasDictionary(type));
    if (broken) throw new WorkbenchError('SQL_ERROR', `expected no ENUM in the result column ${broken.name}: cast it to VARCHAR`);
  }

  add(parts: readonly Uint8Array[]): void {
    if (parts.length === 0) return;
    const table = tableFromIPC([this.#header, ...parts], EXTRACTION);
    this.#rows += table.numRows;
    this.#columns.forEach(({ batches }, index) => batches.push(...(table.children[index]?.data ?? [])));
  }

  done(): ArrowRows {
    return { rows: this.#rows, columns: this.#columns };
  }
}

/** Joins messages of a stream and adds the end-of-stream marker. */
export function wholeStream(messages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(messages.reduce((sum, message) => sum + message.length, 8));
  let at = 0;
  for (const message of messages) {
    out.set(message, at);
    at += message.length;
  }
  new DataView(out.buffer).setUint32(at, CONTINUATION, true);
  return out;
}

/** Reads the columns of a stream from its first message, the schema. Throws if the bytes are not the start of a stream. */
export function streamColumns(stream: Uint8Array): { readonly names: readonly string[]; readonly constants: Constants } {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const end = stream.length >= 8 && view.getUint32(0, true) === CONTINUATION ? 8 + view.getInt32(4, true) : -1;
  if (end <= 8 || end > stream.length) throw new Error('it does not start with a schema');
  const { fields, metadata } = tableFromIPC(stream.subarray(0, end)).schema;
  return { names: fields.map(({ name }) => name), constants: constantsIn(metadata) };
}

/** Whether a stream is complete, which means that it ends with a message of length 0. */
export function isEnded(stream: Uint8Array): boolean {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const end = stream.length - 8;
  return end >= 8 && view.getUint32(end, true) === CONTINUATION && view.getUint32(end + 4, true) === 0;
}

/** Marker before every message of an Arrow IPC stream. */
const CONTINUATION = 0xffffffff;

function hasDictionary(type: ArrowType): boolean {
  return type.typeId === Type.Dictionary || ('children' in type && type.children.some((child) => hasDictionary(child.type)));
}

/** Returns the DuckDB type name for an Arrow type. Arrow does not distinguish HUGEINT from DECIMAL(38,0), nor BIT from BLOB. */
export function sqlTypeName(type: ArrowType): string {
  switch (type.typeId) {
    case Type.Int:
      return `${type.signed ? '' : 'U'}${{ 8: 'TINYINT', 16: 'SMALLINT', 32: 'INTEGER', 64: 'BIGINT' }[type.bitWidth]}`;
    case Type.Float:
      return type.precision === 1 ? 'FLOAT' : 'DOUBLE';
    case Type.Bool:
      return 'BOOLEAN';
    case Type.Utf8:
      return 'VARCHAR';
    case Type.Binary:
      return 'BLOB';
    case Type.Decimal:
      return `DECIMAL(${type.precision},${type.scale})`;
    case Type.Date:
      return 'DATE';
    case Type.Time:
      return 'TIME';
    case Type.Timestamp:
      return type.timezone === null ? (TIMESTAMP_NAMES[type.unit] ?? 'TIMESTAMP') : 'TIMESTAMP WITH TIME ZONE';
    case Type.Interval:
      return 'INTERVAL';
    case Type.List:
    case Type.LargeList:
      return `${sqlTypeName(type.children[0].type)}[]`;
    case Type.FixedSizeList:
      return `${type.children[0] ? sqlTypeName(type.children[0].type) : ''}[${type.stride}]`;
    case Type.Struct:
      return `STRUCT(${type.children.map((child) => `${child.name} ${sqlTypeName(child.type)}`).join(', ')})`;
    case Type.Map: {
      const entry = type.children[0].type;
      const [key, value] = entry.typeId === Type.Struct ? entry.children : [];
      return key && value ? `MAP(${sqlTypeName(key.type)}, ${sqlTypeName(value.type)})` : 'MAP';
    }
    default:
      return (
        Object.keys(Type)
          .find((name) => Type[name as keyof typeof Type] === type.typeId)
          ?.toUpperCase() ?? 'UNKNOWN'
      );
  }
}

const TIMESTAMP_NAMES: Readonly<Record<number, string>> = {
  [TimeUnit.SECOND]: 'TIMESTAMP_S',
  [TimeUnit.MILLISECOND]: 'TIMESTAMP_MS',
  [TimeUnit.MICROSECOND]: 'TIMESTAMP',
  [TimeUnit.NANOSECOND]: 'TIMESTAMP_NS',
};
