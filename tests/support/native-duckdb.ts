import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** As much of `@duckdb/node-api` as is used; the repository does not depend on it (docs/decisions/0009). */
interface Module {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  closeSync(): void;
}

export interface NativeDuckDb {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<unknown[][]>;
  close(): void;
}

/** Optional dependency. */
const PACKAGE = ['@duckdb', 'node-api'].join('/');

/**
 * A native DuckDB where one is installed (`npm install --no-save @duckdb/node-api@1.4.3-r.3`, or `WORKBENCH_DUCKDB` names a
 * folder with it), else null. The test that needs it reports which one was found.
 */
export async function nativeDuckDb(): Promise<NativeDuckDb | null> {
  const require = createRequire(join(process.env['WORKBENCH_DUCKDB'] ?? process.cwd(), 'package.json'));
  let path: string;
  try {
    path = require.resolve(PACKAGE);
  } catch {
    return null;
  }
  const { DuckDBInstance } = (await import(pathToFileURL(path).href)) as Module;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return {
    run: async (sql) => void (await connection.run(sql)),
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    close: () => connection.closeSync(),
  };
}
