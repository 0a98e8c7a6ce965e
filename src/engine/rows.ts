import { TimeUnit, Type, tableFromIPC } from '@uwdata/flechette';
import type { Batch, DataType } from '@uwdata/flechette';
import { WorkbenchError } from '../base/failure.ts';

/**
 * Arrow IPC as columns of memory views. This file is the only reader of Arrow in the product: results stay
 * in the buffers they arrived in until somebody asks for a value.
 */
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

/**
 * @param parts whole messages of one stream (schema first), in order. 64-bit integers come out as bigint,
 *   decimals as bigint scaled by their power of ten, times as milliseconds.
 * Throws when the bytes are no Arrow stream, or are an answer with an ENUM: DuckDB-WASM leaves the dictionaries
 * of a pending query out.
 */
export function decodeArrow(parts: readonly Uint8Array[]): ArrowRows {
  const [first = new Uint8Array(0)] = parts;
  const whole = parts.length === 1;
  const broken = whole ? undefined : tableFromIPC(first).schema.fields.find(({ type }) => hasDictionary(type));
  if (broken) throw new WorkbenchError('SQL_ERROR', `expected no ENUM in the result column ${broken.name}: cast it to VARCHAR`);
  // One buffer may also hold the file format, which is what DuckDB answers to what is run in one go.
  const table = tableFromIPC(whole ? first : [...parts], { useBigInt: true, useDecimalInt: true, useMap: true });
  return {
    rows: table.numRows,
    columns: table.schema.fields.map(({ name, type }, index) => ({ name, type, batches: table.children[index]?.data ?? [] })),
  };
}

function hasDictionary(type: ArrowType): boolean {
  return type.typeId === Type.Dictionary || ('children' in type && type.children.some((child) => hasDictionary(child.type)));
}

/** The DuckDB name of an Arrow type, as far as Arrow tells: HUGEINT and BIT look like DECIMAL(38,0) and BLOB. */
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
