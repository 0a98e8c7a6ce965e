import type { Lane } from './lane.ts';
import { quoteName } from './schema.ts';

/** Creates a view from SQL of the product. DuckDB checks it against the tables, and rejects it if the name is in use. */
export async function createView(lane: Lane, name: string, sql: string, replaces = false): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `CREATE ${replaces ? 'OR REPLACE ' : ''}VIEW ${quoteName(name)} AS ${sql}`);
}

export async function dropView(lane: Lane, name: string): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `DROP VIEW ${quoteName(name)}`);
}
