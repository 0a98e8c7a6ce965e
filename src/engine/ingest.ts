import { WorkbenchError } from '../base/failure.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import { sqlError } from './errors.ts';
import type { Lane } from './lane.ts';
import { isEnded, streamFields } from './rows.ts';
import { defineSql, dropTableSql, growTableSql, newTableSql, type DefinedColumn } from './schema.ts';

export interface Table {
  readonly columns: readonly ColumnInfo[];
  /** Names of the columns that are stored, in the order in which they had their first values. */
  readonly stored: readonly string[];
  /** Columns after `columns` that are computed from values of the same row. */
  readonly defined: readonly DefinedColumn[];
  /** The table that it is dropped with. */
  readonly of?: string | undefined;
}

type Tables = Map<string, Table>;

export async function createTable(
  lane: Lane,
  tables: Tables,
  table: string,
  columns: readonly ColumnInfo[],
  of: string | undefined,
): Promise<void> {
  await lane.bindings.runQuery(lane.connection, newTableSql(table, columns));
  tables.set(table, { columns, stored: [], defined: [], of });
}

export async function defineColumn(lane: Lane, tables: Tables, name: string, column: ColumnInfo, sql: string): Promise<void> {
  const table = tables.get(name);
  if (!table) throw new WorkbenchError('SQL_ERROR', `expected the name of a table that exists, found ${name}`);
  const defined = { ...table, defined: [...table.defined, { column, sql }] };
  await lane.bindings.runQuery(lane.connection, defineSql(name, defined));
  tables.set(name, defined);
}

export async function dropTable(lane: Lane, tables: Tables, table: string): Promise<void> {
  const dropped = [...[...tables].filter(([, { of }]) => of === table).map(([name]) => name), table];
  await lane.bindings.runQuery(lane.connection, dropped.map(dropTableSql).join('; '));
  for (const name of dropped) tables.delete(name);
}

/**
 * Inserts a stream. Its fields are the table's stored columns in order, then those with their first values in this stream; a
 * column that was never sent is NULL. Both ends of the stream are checked first, because DuckDB accepts an incomplete stream
 * without an error and then loses the next insert too.
 */
export async function append(lane: Lane, tables: Tables, name: string, ipc: Uint8Array): Promise<void> {
  const table = tables.get(name);
  if (!table) throw new WorkbenchError('SQL_ERROR', `expected the name of a table that exists, found ${name}`);
  const found = fieldNames(ipc);
  const { columns, stored, defined, of } = table;
  const declared = new Set(columns.map((column) => column.name));
  if (
    stored.some((column, i) => column !== found[i]) ||
    new Set(found).size < found.length ||
    found.some((column) => !declared.has(column))
  ) {
    const expected = columns.map((column) => column.name).join(', ');
    const first = stored.length === 0 ? '' : ` (${stored.join(', ')} first)`;
    throw new WorkbenchError('SQL_ERROR', `expected rows with the columns ${expected} for ${name}${first}, found ${found.join(', ')}`);
  }
  try {
    if (found.length > stored.length) {
      const grown: Table = { columns, stored: found, defined, of };
      await lane.bindings.runQuery(lane.connection, growTableSql(name, table, grown));
      tables.set(name, grown);
    }
    await lane.bindings.insertArrow(lane.connection, name, ipc);
  } catch (error) {
    throw sqlError(error);
  }
}

function fieldNames(ipc: Uint8Array): string[] {
  if (!isEnded(ipc)) throw notAStream('its end marker is missing');
  try {
    return streamFields(ipc);
  } catch (error) {
    throw notAStream(error instanceof Error ? error.message : String(error));
  }
}

const notAStream = (why: string): WorkbenchError =>
  new WorkbenchError('SQL_ERROR', `expected rows as one whole Arrow IPC stream, found bytes that are none: ${why}`);
