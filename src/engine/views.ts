import type { Lane } from './lane.ts';
import { quoteName } from './schema.ts';

/** Creates a view from the product's own SQL. DuckDB checks the statement against the tables, and refuses a name that exists. */
export async function createView(lane: Lane, name: string, sql: string, replaces = false): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `CREATE ${replaces ? 'OR REPLACE ' : ''}VIEW ${quoteName(name)} AS ${sql}`);
}

export async function dropView(lane: Lane, name: string): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `DROP VIEW ${quoteName(name)}`);
}
