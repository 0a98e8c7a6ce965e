import { WorkbenchError } from '../base/failure.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import { sqlError } from './errors.ts';
import type { Lane } from './lane.ts';
import { isEnded, streamFields } from './rows.ts';
import { createTableSql, quoteName } from './schema.ts';

type Tables = Map<string, readonly ColumnInfo[]>;

export async function createTable(lane: Lane, tables: Tables, table: string, columns: readonly ColumnInfo[]): Promise<void> {
  await lane.bindings.runQuery(lane.connection, createTableSql(table, columns));
  tables.set(table, columns);
}

export async function dropTable(lane: Lane, tables: Tables, table: string): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `DROP TABLE ${quoteName(table)}`);
  tables.delete(table);
}

/**
 * Inserts a stream whose fields are the table's columns in order. Its two ends are checked here first, because DuckDB takes bytes that are no whole stream without a word and
 * then loses the next insert too.
 */
export async function append(lane: Lane, tables: Tables, table: string, ipc: Uint8Array): Promise<void> {
  const columns = tables.get(table);
  if (!columns) throw new WorkbenchError('SQL_ERROR', `expected the name of a table that exists, found ${table}`);
  const found = fieldNames(ipc);
  const expected = columns.map(({ name }) => name);
  if (found.length !== expected.length || found.some((name, index) => name !== expected[index])) {
    throw new WorkbenchError('SQL_ERROR', `expected rows with the columns ${expected.join(', ')} for ${table}, found ${found.join(', ')}`);
  }
  try {
    await lane.bindings.insertArrow(lane.connection, table, ipc);
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
