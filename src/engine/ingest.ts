import { WorkbenchError } from '../base/failure.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { Constants } from '../tables/constants.ts';
import { sqlError } from './errors.ts';
import type { Lane } from './lane.ts';
import { isEnded, streamColumns } from './rows.ts';
import { defineSql, dropTableSql, growTableSql, newTableSql, type DefinedColumn } from './schema.ts';

export interface Table {
  readonly columns: readonly ColumnInfo[];
  /** Names of the stored columns of a table, in the order in which they were added. */
  readonly stored: readonly string[];
  /** Columns that have had the same value in every row so far, with that value. They are not stored. */
  readonly constants: Constants;
  /** Columns that are computed from values of the same row. They follow the other columns. */
  readonly defined: readonly DefinedColumn[];
  /** Name of the table with which this table is dropped. */
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
  tables.set(table, { columns, stored: [], constants: new Map(), defined: [], of });
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
 * Inserts an Arrow stream. Its fields are the table's stored columns in order, then columns whose values first differ in this stream. A
 * column that no stream contained is NULL, or has the constant that every stream declared. The start and the end of the stream are checked
 * first, because DuckDB accepts an incomplete stream without an error and then also loses the next insert.
 */
export async function append(lane: Lane, tables: Tables, name: string, ipc: Uint8Array): Promise<void> {
  const table = tables.get(name);
  if (!table) throw new WorkbenchError('SQL_ERROR', `expected the name of a table that exists, found ${name}`);
  const { names: stored, constants } = columnsOf(ipc);
  refuseOtherColumns(name, table, stored, constants);
  try {
    if (stored.length > table.stored.length) {
      const grown: Table = { ...table, stored, constants };
      await lane.bindings.runQuery(lane.connection, growTableSql(name, table, grown));
      tables.set(name, grown);
    }
    await lane.bindings.insertArrow(lane.connection, name, ipc);
  } catch (error) {
    throw sqlError(error);
  }
}

/** Throws if the table would show other values for the rows of a stream than the stream contains. */
function refuseOtherColumns(name: string, table: Table, found: readonly string[], constants: Constants): void {
  const { columns, stored } = table;
  const [declared, sent] = [new Set(columns.map((column) => column.name)), [...found, ...constants.keys()]];
  const first = stored.length === 0 ? '' : ` (${stored.join(', ')} first)`;
  if (stored.some((column, i) => column !== found[i]) || new Set(sent).size < sent.length || sent.some((column) => !declared.has(column))) {
    const expected = columns.map((column) => column.name).join(', ');
    throw new WorkbenchError('SQL_ERROR', `expected rows with the columns ${expected} for ${name}${first}, found ${sent.join(', ')}`);
  }
  if (stored.length === 0) return;
  for (const column of new Set([...table.constants.keys(), ...constants.keys()])) {
    const [before, now] = [table.constants.get(column), constants.get(column)];
    if (before === now || (now === undefined && found.includes(column))) continue;
    const [expected, other] = [before, now].map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
    throw new WorkbenchError('SQL_ERROR', `expected the constant ${expected} in ${column} of ${name}, or the column, found ${other}`);
  }
}

function columnsOf(ipc: Uint8Array): { readonly names: readonly string[]; readonly constants: Constants } {
  if (!isEnded(ipc)) throw notAStream('its end marker is missing');
  try {
    return streamColumns(ipc);
  } catch (error) {
    throw notAStream(error instanceof Error ? error.message : String(error));
  }
}

const notAStream = (why: string): WorkbenchError =>
  new WorkbenchError('SQL_ERROR', `expected a complete Arrow IPC stream, found other bytes: ${why}`);
