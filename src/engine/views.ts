import type { Lane } from './lane.ts';
import { quoteName } from './schema.ts';

/** Creates a view from the product's own SQL; refuses a name that exists. DuckDB checks the statement against the tables. */
export async function createView(lane: Lane, name: string, sql: string): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `CREATE VIEW ${quoteName(name)} AS ${sql}`);
}

export async function dropView(lane: Lane, name: string): Promise<void> {
  await lane.bindings.runQuery(lane.connection, `DROP VIEW ${quoteName(name)}`);
}
