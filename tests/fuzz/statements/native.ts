import type { Bindings } from '../../../src/engine/bindings.ts';
import { toAnswer } from '../../../src/engine/answer.ts';
import { decodeArrow } from '../../../src/engine/rows.ts';
import { needsText, rowsOf } from '../../../src/tools/catalog/capture_query/cells.ts';
import { startInNode } from '../../support/node-engine.ts';
import { CAPTURES, selectedRows } from './captures.ts';

/** DuckDB without the product: catalogs that hold some of the captures as tables with the selected rows, and nothing else. */
export interface Native {
  /** Rows of a statement where the given captures exist; what DuckDB says where it does not run. */
  rows(sql: string, captures: readonly string[]): Promise<readonly (readonly unknown[])[] | Error>;
  close(): void;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));

export async function nativeDatabase(): Promise<Native> {
  const bindings = await startInNode({ signal: new AbortController().signal, alive: () => undefined, died: () => undefined });
  const connections = new Map<string, number>();
  for (const captures of [[], ['public_a'], ['public_c'], ['public_a', 'public_c']]) {
    const connection = await bindings.connect();
    const catalog = `only_${captures.join('_')}`;
    for (const sql of [`ATTACH ':memory:' AS ${catalog}`, `USE ${catalog}`, ...captures.flatMap(tableSql)])
      await bindings.runQuery(connection, sql);
    connections.set(captures.join(), connection);
  }
  return {
    rows: (sql, captures) => rowsIn(bindings, connections.get([...captures].sort().join())!, sql),
    close: () => bindings.terminate(),
  };
}

function tableSql(capture_id: string): string[] {
  const { columns } = CAPTURES.find((capture) => capture.capture_id === capture_id)!;
  const rows = selectedRows(capture_id).map((row) => `(${columns.map(({ name }) => literal(row[name] ?? null)).join(', ')})`);
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  return [`CREATE TABLE ${capture_id} (${list})`, `INSERT INTO ${capture_id} VALUES ${rows.join(', ')}`];
}

async function rowsIn(bindings: Bindings, connection: number, sql: string): Promise<readonly (readonly unknown[])[] | Error> {
  try {
    const answer = async (text: string) => toAnswer(decodeArrow(await bindings.runQuery(connection, text)));
    const { columns } = await answer(`SELECT * FROM (\n${sql}\n) AS answer LIMIT 0`);
    const list = columns.map(({ name, type }) => (needsText(type) ? `CAST(${quoted(name)} AS VARCHAR) AS ${quoted(name)}` : quoted(name)));
    const found = await answer(`SELECT ${list.join(', ')} FROM (\n${sql}\n) AS answer`);
    return rowsOf({ ...found, columns: found.columns.map((column, at) => ({ ...column, type: columns[at]?.type ?? column.type })) });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
