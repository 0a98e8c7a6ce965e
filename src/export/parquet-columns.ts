import type { SchemaElement } from 'hyparquet-writer';
import type { AnswerColumn } from '../engine/engine.ts';
import { quoted } from './text-columns.ts';

/** A column of a Parquet file: the SQL expression to select for it, its Parquet type, and the conversion of its values. */
export interface ParquetColumn {
  readonly name: string;
  readonly expression: string;
  readonly schema: readonly SchemaElement[];
  /** Converts the values of a column: one per row, null for NULL. */
  values(column: AnswerColumn): ArrayLike<unknown>;
}

type Leaf = Omit<SchemaElement, 'name' | 'repetition_type'>;

/** Parquet's physical types with their annotations: https://github.com/apache/parquet-format/blob/master/LogicalTypes.md */
const LEAVES = {
  BOOLEAN: { type: 'BOOLEAN' },
  TINYINT: { type: 'INT32', converted_type: 'INT_8' },
  UTINYINT: { type: 'INT32', converted_type: 'UINT_8' },
  SMALLINT: { type: 'INT32', converted_type: 'INT_16' },
  USMALLINT: { type: 'INT32', converted_type: 'UINT_16' },
  INTEGER: { type: 'INT32' },
  UINTEGER: { type: 'INT32', converted_type: 'UINT_32' },
  BIGINT: { type: 'INT64' },
  UBIGINT: { type: 'INT64', converted_type: 'UINT_64' },
  FLOAT: { type: 'FLOAT' },
  DOUBLE: { type: 'DOUBLE' },
  DATE: { type: 'INT32', converted_type: 'DATE' },
  BLOB: { type: 'BYTE_ARRAY' },
  VARCHAR: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  'DECIMAL(20,0)': { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 9, converted_type: 'DECIMAL', precision: 20, scale: 0 },
  TIMESTAMP: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
} satisfies Readonly<Record<string, Leaf>>;

export type ParquetType = keyof typeof LEAVES | 'VARCHAR[]';

/** For each unsigned Parquet type the next wider signed type, for Spark, Trino and Hive, which have no unsigned integers. */
const SIGNED: Readonly<Record<string, ParquetType>> = {
  UTINYINT: 'SMALLINT',
  USMALLINT: 'INTEGER',
  UINTEGER: 'BIGINT',
  UBIGINT: 'DECIMAL(20,0)',
};

/** Returns the Parquet type for a DuckDB type. Types that tables of captures do not have become text. */
export function parquetType(type: string, signed: boolean): ParquetType {
  const found = type === 'VARCHAR[]' || type in LEAVES ? (type as ParquetType) : type.startsWith('TIMESTAMP') ? 'TIMESTAMP' : 'VARCHAR';
  return signed ? (SIGNED[found] ?? found) : found;
}

/** @param signed whether to use signed integers only, for query engines that have no unsigned ones */
export function parquetColumn({ name, type }: { readonly name: string; readonly type: string }, signed: boolean): ParquetColumn {
  const stored = parquetType(type, signed);
  const column = quoted(name);
  return { name, expression: `${expressionOf(column, type, stored)} AS ${column}`, schema: schemaOf(name, stored), values: reader(stored) };
}

/** Selects decimals as text, because the engine returns them as doubles, and times as integer µs since 1970-01-01 UTC. */
function expressionOf(column: string, type: string, stored: ParquetType): string {
  if (stored === type) return stored === 'TIMESTAMP' ? `epoch_us(${column})` : column;
  if (stored === 'TIMESTAMP') return `epoch_us(CAST(${column} AS TIMESTAMP))`;
  return `CAST(${column} AS ${stored === 'DECIMAL(20,0)' ? 'VARCHAR' : stored})`;
}

function schemaOf(name: string, type: ParquetType): SchemaElement[] {
  if (type !== 'VARCHAR[]') return [{ name, repetition_type: 'OPTIONAL', ...LEAVES[type] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...LEAVES.VARCHAR },
  ];
}

function reader(type: ParquetType): ParquetColumn['values'] {
  if (type === 'BOOLEAN') return (column) => mapped(column, (value) => value === 1 || value === true);
  if (type === 'DECIMAL(20,0)') return (column) => mapped(column, (value) => BigInt(value as string));
  if (type === 'VARCHAR[]') return (column) => mapped(column, (value) => Array.from(value as ArrayLike<unknown>));
  return (column) => (column.valid === undefined ? column.values : mapped(column, (value) => value));
}

function mapped({ values, valid }: AnswerColumn, convert: (value: unknown) => unknown): unknown[] {
  const out = new Array<unknown>(values.length).fill(null);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (valid?.[row] !== 0 && value !== null && value !== undefined) out[row] = convert(value);
  }
  return out;
}
