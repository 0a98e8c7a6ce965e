import type { CaptureInfo } from '../tables/captures.ts';
import { hourKey, NO_VALUE, ROWS_FOLDER } from '../tables/set-paths.ts';
import type { ExportJob } from '../tools/definition.ts';
import { parquetType, type ParquetType } from './parquet-columns.ts';

type Column = ExportJob['columns'][number];

/** What the SQL statements that read an exported set of files have in common for all query engines. */
interface SetPlan {
  /** Name of the relation that contains all files of the set. */
  readonly all: string;
  readonly hour: string;
  /** The columns with their names and types in the files. */
  readonly stored: readonly (Column & { readonly stored: ParquetType })[];
  /** One view per capture, with those of its columns that were written, in the types of the workbench. */
  readonly views: readonly { readonly name: string; readonly columns: readonly Column[] }[];
}

/**
 * Writes SQL statements that recreate the workbench's tables from a partitioned set, in one file each for DuckDB, Spark, Trino and
 * ClickHouse: a relation over all files, and a view per capture.
 */
export function setSql(job: Pick<ExportJob, 'captures' | 'columns' | 'name_column'>): (readonly [path: string, text: string])[] {
  const plan = planOf(job);
  return [
    ['duckdb.sql', duckDb(plan)],
    ['spark.sql', spark(plan)],
    ['trino.sql', trino(plan)],
    ['clickhouse.sql', clickHouse(plan)],
  ];
}

function planOf({ captures, columns, name_column }: Pick<ExportJob, 'captures' | 'columns' | 'name_column'>): SetPlan {
  const inFiles = columns.filter(({ name }) => name.toLowerCase() !== 'capture_id');
  const ids = new Set(captures.map(({ capture_id }) => capture_id));
  let all = 'all_rows';
  for (let next = 2; ids.has(all); next++) all = `all_rows_${next}`;
  return {
    all,
    hour: hourKey(columns),
    stored: inFiles.map((column) => ({ ...column, stored: parquetType(column.type, true) })),
    views: captures.map((capture) => ({ name: capture.capture_id, columns: ownColumns(capture, inFiles, name_column) })),
  };
}

/** The columns of a capture's view: its own columns that were written, and the column of entered device names. */
const ownColumns = ({ columns }: CaptureInfo, written: readonly Column[], name_column: string | null): Column[] =>
  written.flatMap((column) =>
    column.name === name_column ? [column] : columns.filter((own) => own.name.toLowerCase() === column.name.toLowerCase()),
  );

const double = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const back = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
/** Quotes a name for ClickHouse, which uses backslash escapes inside quotes. */
const backSlashed = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
const lines = (items: readonly string[]): string => items.map((item) => `  ${item}`).join(',\n');

function duckDb({ all, hour, stored, views }: SetPlan): string {
  const types = new Map(stored.map((column) => [column.name.toLowerCase(), column]));
  const own = ({ name, type }: Column): string => {
    const found = types.get(name.toLowerCase());
    // Remove the time zone that the files have, with functions that need no extension.
    if (found?.stored === 'TIMESTAMP') return `make_timestamp(epoch_us(${double(name)})) AS ${double(name)}`;
    return found?.stored === type ? double(name) : `CAST(${double(name)} AS ${type}) AS ${double(name)}`;
  };
  return [
    '-- DuckDB 1.0 or newer. In this folder: duckdb -init duckdb.sql',
    `CREATE OR REPLACE VIEW ${double(all)} AS`,
    `SELECT * FROM read_parquet('${ROWS_FOLDER}/*/*/*.parquet',`,
    `  hive_partitioning = true, hive_types = {'capture_id': VARCHAR, '${hour}': VARCHAR});`,
    ...views.map(
      ({ name, columns }) =>
        `\nCREATE OR REPLACE VIEW ${double(name)} AS\nSELECT\n${lines(columns.map(own))}\nFROM ${double(all)}\nWHERE capture_id = '${name}';`,
    ),
    '',
  ].join('\n');
}

const SPARK: Readonly<Record<ParquetType, string>> = {
  ...{ BOOLEAN: 'BOOLEAN', TINYINT: 'TINYINT', SMALLINT: 'SMALLINT', INTEGER: 'INT', BIGINT: 'BIGINT' },
  // DuckDB types of unsigned integers are written as signed types, because the set contains no unsigned integers.
  ...{ UTINYINT: 'SMALLINT', USMALLINT: 'INT', UINTEGER: 'BIGINT', UBIGINT: 'DECIMAL(20,0)', 'DECIMAL(20,0)': 'DECIMAL(20,0)' },
  ...{ FLOAT: 'FLOAT', DOUBLE: 'DOUBLE', DATE: 'DATE', TIMESTAMP: 'TIMESTAMP' },
  ...{ BLOB: 'BINARY', VARCHAR: 'STRING', 'VARCHAR[]': 'ARRAY<STRING>' },
};

function spark({ all, hour, stored, views }: SetPlan): string {
  const columns = [
    ...stored.map(({ name, stored: type }) => `${back(name)} ${SPARK[type]}`),
    '`capture_id` STRING',
    `${back(hour)} STRING`,
  ];
  return [
    '-- Spark 3.2 or newer, with the path of this folder: spark-sql --hivevar folder=/path/to/this/folder -f spark.sql',
    `DROP TABLE IF EXISTS ${back(all)};`,
    `CREATE TABLE ${back(all)} (\n${lines(columns)}\n)`,
    `USING PARQUET PARTITIONED BY (\`capture_id\`, ${back(hour)})`,
    `LOCATION '\${folder}/${ROWS_FOLDER}';`,
    `MSCK REPAIR TABLE ${back(all)};`,
    ...views.map((view) => plainView(back, view, back(all), back(view.name))),
    '',
  ].join('\n');
}

const TRINO: Readonly<Record<ParquetType, string>> = {
  ...{ BOOLEAN: 'boolean', TINYINT: 'tinyint', SMALLINT: 'smallint', INTEGER: 'integer', BIGINT: 'bigint' },
  ...{ UTINYINT: 'smallint', USMALLINT: 'integer', UINTEGER: 'bigint', UBIGINT: 'decimal(20,0)', 'DECIMAL(20,0)': 'decimal(20,0)' },
  ...{ FLOAT: 'real', DOUBLE: 'double', DATE: 'date', TIMESTAMP: 'timestamp(6)' },
  ...{ BLOB: 'varbinary', VARCHAR: 'varchar', 'VARCHAR[]': 'array(varchar)' },
};

function trino({ all, hour, stored, views }: SetPlan): string {
  const columns = [
    ...stored.map(({ name, stored: type }) => `${double(name)} ${TRINO[type]}`),
    '"capture_id" varchar',
    `${double(hour)} varchar`,
  ];
  const schema = 'hive.captures';
  return [
    '-- Trino with a Hive catalog named hive. Put this folder where the catalog reads, and its address in the place of both addresses below.',
    '-- Times keep their microseconds where the session says so.',
    "SET SESSION hive.timestamp_precision = 'MICROSECONDS';",
    `CREATE SCHEMA IF NOT EXISTS ${schema} WITH (location = 's3://bucket/captures');`,
    `DROP TABLE IF EXISTS ${schema}.${double(all)};`,
    `CREATE TABLE ${schema}.${double(all)} (\n${lines(columns)}\n)`,
    'WITH (',
    `  external_location = 's3://bucket/path/to/this/folder/${ROWS_FOLDER}',`,
    "  format = 'PARQUET',",
    `  partitioned_by = ARRAY['capture_id', '${hour}']`,
    ');',
    `CALL hive.system.sync_partition_metadata('captures', '${all}', 'ADD');`,
    ...views.map((view) => plainView(double, view, `${schema}.${double(all)}`, `${schema}.${double(view.name)}`)),
    '',
  ].join('\n');
}

const plainView = (quote: (name: string) => string, { name, columns }: SetPlan['views'][number], from: string, as: string): string =>
  `\nCREATE OR REPLACE VIEW ${as} AS\nSELECT\n${lines(columns.map((column) => quote(column.name)))}\nFROM ${from}\nWHERE capture_id = '${name}';`;

const CLICKHOUSE: Readonly<Record<ParquetType, string>> = {
  ...{ BOOLEAN: 'Bool', TINYINT: 'Int8', SMALLINT: 'Int16', INTEGER: 'Int32', BIGINT: 'Int64' },
  ...{ UTINYINT: 'UInt8', USMALLINT: 'UInt16', UINTEGER: 'UInt32', UBIGINT: 'UInt64', 'DECIMAL(20,0)': 'Decimal(20, 0)' },
  ...{ FLOAT: 'Float32', DOUBLE: 'Float64', DATE: 'Date32', TIMESTAMP: "DateTime64(6, 'UTC')" },
  ...{ BLOB: 'String', VARCHAR: 'String', 'VARCHAR[]': 'Array(Nullable(String))' },
};

function clickHouse({ all, hour, stored, views }: SetPlan): string {
  const typeOf = (type: ParquetType): string => (type === 'VARCHAR[]' ? CLICKHOUSE[type] : `Nullable(${CLICKHOUSE[type]})`);
  const types = new Map(stored.map((column) => [column.name.toLowerCase(), column]));
  const own = ({ name, type }: Column): string => {
    // ClickHouse tells names apart by case; a capture's column may be stored with the case of another capture's.
    const found = types.get(name.toLowerCase());
    const [from, to] = [backSlashed(found?.name ?? name), parquetType(type, false)];
    if (found?.stored !== to) return `CAST(${from} AS ${typeOf(to)}) AS ${backSlashed(name)}`;
    return found.name === name ? from : `${from} AS ${backSlashed(name)}`;
  };
  const structure = stored.map(({ name, stored: type }) => `${backSlashed(name)} ${typeOf(type)}`).join(', ');
  const key = (name: string): string => `nullIf(extract(_path, '${name}=([^/]+)'), '${NO_VALUE}') AS ${backSlashed(name)}`;
  return [
    '-- ClickHouse 23.8 or newer. In this folder: clickhouse local --queries-file clickhouse.sql',
    '-- On a server, put the folder below user_files and its name in front of the path. Lists that are NULL come as empty lists.',
    `CREATE OR REPLACE VIEW ${backSlashed(all)} AS`,
    `SELECT *, ${key('capture_id')}, ${key(hour)}`,
    `FROM file('${ROWS_FOLDER}/*/*/*.parquet', 'Parquet', '${structure.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}');`,
    ...views.map(
      ({ name, columns }) =>
        `\nCREATE OR REPLACE VIEW ${backSlashed(name)} AS\nSELECT\n${lines(columns.map(own))}\nFROM ${backSlashed(all)}\nWHERE capture_id = '${name}';`,
    ),
    '',
  ].join('\n');
}
