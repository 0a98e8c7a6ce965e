import { usage } from '../../exit.ts';

/** The optional npm package of the native engine. Its version must contain the same DuckDB version as the WebAssembly build. */
export const PACKAGE = '@duckdb/node-bindings';
export const PACKAGE_VERSION = '1.4.3-r.3';
export const DUCKDB_VERSION = 'v1.4.3';

type Handle<Name extends string> = object & { readonly handle?: Name };
export type Connection = Handle<'connection'>;
export type Result = Handle<'result'>;
export type Chunk = Handle<'chunk'>;
export type Vector = Handle<'vector'>;
export type LogicalType = Handle<'type'>;
type Database = Handle<'database'>;
type Statement = Handle<'statement'>;
type Appender = Handle<'appender'>;

/** The functions of `@duckdb/node-bindings` that are used: DuckDB's C interface (https://duckdb.org/docs/stable/clients/c/api). */
export interface NodeBindings {
  library_version(): string;
  open(path: string): Promise<Database>;
  close_sync(database: Database): void;
  connect(database: Database): Promise<Connection>;
  disconnect_sync(connection: Connection): void;
  interrupt(connection: Connection): void;
  query(connection: Connection, sql: string): Promise<Result>;
  prepare(connection: Connection, sql: string): Promise<Statement>;
  destroy_prepare_sync(statement: Statement): void;
  execute_prepared(statement: Statement): Promise<Result>;
  execute_prepared_streaming(statement: Statement): Promise<Result>;
  fetch_chunk(result: Result): Promise<Chunk | null>;
  column_count(result: Result): number;
  column_name(result: Result, column: number): string;
  column_logical_type(result: Result, column: number): LogicalType;
  get_type_id(type: LogicalType): number;
  decimal_width(type: LogicalType): number;
  decimal_scale(type: LogicalType): number;
  list_type_child_type(type: LogicalType): LogicalType;
  array_type_child_type(type: LogicalType): LogicalType;
  array_type_array_size(type: LogicalType): number;
  map_type_key_type(type: LogicalType): LogicalType;
  map_type_value_type(type: LogicalType): LogicalType;
  struct_type_child_count(type: LogicalType): number;
  struct_type_child_name(type: LogicalType, member: number): string;
  struct_type_child_type(type: LogicalType, member: number): LogicalType;
  create_data_chunk(types: readonly LogicalType[]): Chunk;
  data_chunk_reset(chunk: Chunk): void;
  data_chunk_get_size(chunk: Chunk): number;
  data_chunk_set_size(chunk: Chunk, rows: number): void;
  data_chunk_get_vector(chunk: Chunk, column: number): Vector;
  vector_get_data(vector: Vector, bytes: number): Uint8Array;
  /** Returns the validity bits of a vector; null if no row is NULL. */
  vector_get_validity(vector: Vector, bytes: number): Uint8Array | null;
  vector_ensure_validity_writable(vector: Vector): void;
  vector_assign_string_element_len(vector: Vector, row: number, bytes: Uint8Array): void;
  list_vector_get_child(vector: Vector): Vector;
  list_vector_get_size(vector: Vector): number;
  list_vector_reserve(vector: Vector, items: number): void;
  list_vector_set_size(vector: Vector, items: number): void;
  struct_vector_get_child(vector: Vector, member: number): Vector;
  array_vector_get_child(vector: Vector): Vector;
  get_data_from_pointer(memory: ArrayBufferLike, offset: number, bytes: number): Uint8Array;
  copy_data_to_vector(vector: Vector, at: number, source: ArrayBufferLike, offset: number, bytes: number): void;
  copy_data_to_vector_validity(vector: Vector, at: number, source: ArrayBufferLike, offset: number, bytes: number): void;
  appender_create_ext(connection: Connection, catalog: string | null, schema: string | null, table: string): Appender;
  appender_column_count(appender: Appender): number;
  appender_column_type(appender: Appender, column: number): LogicalType;
  append_data_chunk(appender: Appender, chunk: Chunk): void;
  appender_close_sync(appender: Appender): void;
}

/** Loads the package as Node finds it from the command's own folder; null if it is not installed. */
export async function findNodeBindings(): Promise<NodeBindings | null> {
  try {
    return (await import('@duckdb/node-bindings')).default as NodeBindings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw usage(`the package ${PACKAGE} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Loads the package. @throws Stop if it is missing, or contains another DuckDB than the WebAssembly build, whose answers could differ */
export async function nodeBindings(): Promise<NodeBindings> {
  const found = await findNodeBindings();
  const install = `run "npm install --no-save ${PACKAGE}@${PACKAGE_VERSION}" where the command is installed`;
  if (found === null) throw usage(`the native query engine needs the package ${PACKAGE}: ${install}`);
  const version = found.library_version();
  if (version !== DUCKDB_VERSION) throw usage(`expected ${PACKAGE} with DuckDB ${DUCKDB_VERSION}, found ${version}: ${install}`);
  return found;
}
