import {
  TimeUnit,
  binary,
  bool,
  dateDay,
  decimal128,
  dictionary,
  field,
  fixedSizeList,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  interval,
  list,
  map,
  nullType,
  struct,
  timeMicrosecond,
  timestamp,
  uint16,
  uint32,
  uint64,
  uint8,
  utf8,
  type DataType,
} from '@uwdata/flechette';
import { WorkbenchError } from '../../../base/failure.ts';
import type { LogicalType, NodeBindings } from './node-bindings.ts';

/** The numbers that identify types in DuckDB's C interface (`duckdb_type` in duckdb.h). */
export const DUCKDB = {
  BOOLEAN: 1,
  TINYINT: 2,
  SMALLINT: 3,
  INTEGER: 4,
  BIGINT: 5,
  UTINYINT: 6,
  USMALLINT: 7,
  UINTEGER: 8,
  UBIGINT: 9,
  FLOAT: 10,
  DOUBLE: 11,
  TIMESTAMP: 12,
  DATE: 13,
  TIME: 14,
  INTERVAL: 15,
  HUGEINT: 16,
  VARCHAR: 17,
  BLOB: 18,
  DECIMAL: 19,
  TIMESTAMP_S: 20,
  TIMESTAMP_MS: 21,
  TIMESTAMP_NS: 22,
  ENUM: 23,
  LIST: 24,
  STRUCT: 25,
  MAP: 26,
  UUID: 27,
  BIT: 29,
  TIMESTAMP_TZ: 31,
  UHUGEINT: 32,
  ARRAY: 33,
  SQLNULL: 36,
} as const;

/** Arrow types for DuckDB's types without parameters, as in DuckDB's own Arrow export. */
const PLAIN: ReadonlyMap<number, () => DataType> = new Map<number, () => DataType>([
  [DUCKDB.BOOLEAN, bool],
  [DUCKDB.TINYINT, int8],
  [DUCKDB.SMALLINT, int16],
  [DUCKDB.INTEGER, int32],
  [DUCKDB.BIGINT, int64],
  [DUCKDB.UTINYINT, uint8],
  [DUCKDB.USMALLINT, uint16],
  [DUCKDB.UINTEGER, uint32],
  [DUCKDB.UBIGINT, uint64],
  [DUCKDB.FLOAT, float32],
  [DUCKDB.DOUBLE, float64],
  [DUCKDB.HUGEINT, () => decimal128(38, 0)],
  [DUCKDB.UHUGEINT, () => decimal128(38, 0)],
  [DUCKDB.VARCHAR, utf8],
  [DUCKDB.UUID, utf8],
  [DUCKDB.BLOB, binary],
  [DUCKDB.BIT, binary],
  [DUCKDB.DATE, dateDay],
  [DUCKDB.TIME, timeMicrosecond],
  [DUCKDB.TIMESTAMP_S, () => timestamp(TimeUnit.SECOND)],
  [DUCKDB.TIMESTAMP_MS, () => timestamp(TimeUnit.MILLISECOND)],
  [DUCKDB.TIMESTAMP, () => timestamp(TimeUnit.MICROSECOND)],
  [DUCKDB.TIMESTAMP_NS, () => timestamp(TimeUnit.NANOSECOND)],
  [DUCKDB.TIMESTAMP_TZ, () => timestamp(TimeUnit.MICROSECOND, 'UTC')],
  [DUCKDB.INTERVAL, () => interval()],
  // An ENUM gets a type here although answers cannot contain it: their reader rejects it with advice, as for the WebAssembly build.
  [DUCKDB.ENUM, () => dictionary(utf8(), int32())],
  [DUCKDB.SQLNULL, nullType],
]);

/** Returns the Arrow type for a column of a result. Throws `SQL_ERROR` for a type that answers cannot contain. */
export function arrowType(api: NodeBindings, type: LogicalType): DataType {
  const of = (child: LogicalType): DataType => arrowType(api, child);
  const id = api.get_type_id(type);
  const plain = PLAIN.get(id);
  if (plain) return plain();
  switch (id) {
    case DUCKDB.DECIMAL:
      return decimal128(api.decimal_width(type), api.decimal_scale(type));
    case DUCKDB.LIST:
      return list(field('l', of(api.list_type_child_type(type))));
    case DUCKDB.ARRAY:
      return fixedSizeList(field('l', of(api.array_type_child_type(type))), api.array_type_array_size(type));
    case DUCKDB.STRUCT: {
      const members = Array.from({ length: api.struct_type_child_count(type) }, (_, at) =>
        field(api.struct_type_child_name(type, at), of(api.struct_type_child_type(type, at))),
      );
      return struct(members);
    }
    case DUCKDB.MAP:
      return map(field('key', of(api.map_type_key_type(type)), false), field('value', of(api.map_type_value_type(type))));
    default:
      throw new WorkbenchError('SQL_ERROR', 'expected no column of a type that Arrow lacks: cast it to VARCHAR', { type_number: id });
  }
}
