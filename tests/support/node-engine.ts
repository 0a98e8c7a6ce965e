import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NODE_RUNTIME, VoidLogger, createDuckDB } from '@duckdb/duckdb-wasm/blocking';
import { SLICE_MS } from '../../src/engine/bindings.ts';
import type { Bindings, BootBindings } from '../../src/engine/bindings.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import { STORED_SCHEMA } from '../../src/tables/schemas.ts';
import type { EngineLimits } from '../../src/engine/sql-engine.ts';

/**
 * The product's engine in Node, for tests of whatever asks it: the same wasm, settings, verdicts, queues and
 * decoding as in the page, on this thread instead of in a worker. One call takes 1 to 2 s; share it per file:
 *
 *   const engine = await nodeEngine();  …  afterAll(() => engine.close());
 */
export async function nodeEngine(limits: Partial<EngineLimits> = {}): Promise<Engine> {
  const engine = new SqlEngine(bootInNode, limits);
  await engine.ready;
  return engine;
}

type Blocking = Awaited<ReturnType<typeof createDuckDB>>;

/** Boots a database on this thread. */
export const bootInNode: BootBindings = async () => {
  const dist = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const bundle = (name: string) => ({ mainModule: join(dist, `duckdb-${name}.wasm`), mainWorker: '' });
  const db = await createDuckDB({ mvp: bundle('mvp'), eh: bundle('eh') }, new VoidLogger(), NODE_RUNTIME);
  await db.instantiate(() => undefined);
  db.open({ path: ':memory:', query: { queryPollingInterval: SLICE_MS } });
  return asBindings(db);
};

/** Each call gives the event loop a turn first, as the way through a worker does, so that signals arrive. */
function asBindings(db: Blocking): Bindings {
  const later = async <T>(call: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    return call();
  };
  return {
    connect: () => later(() => db.connect().useUnsafe((_bindings, connection) => connection)),
    tokenize: (sql) => later(() => db.tokenize(sql)),
    runQuery: (connection, sql) => later(() => db.runQuery(connection, sql)),
    createPrepared: (connection, sql) => later(() => db.createPrepared(connection, sql)),
    closePrepared: (connection, statement) => later(() => db.closePrepared(connection, statement)),
    startPendingQuery: (connection, sql, stream = false) => later(() => db.startPendingQuery(connection, sql, stream)),
    pollPendingQuery: (connection) => later(() => db.pollPendingQuery(connection)),
    cancelPendingQuery: (connection) => later(() => db.cancelPendingQuery(connection)),
    fetchQueryResults: (connection) => later(() => db.fetchQueryResults(connection)),
    insertArrow: (connection, table, ipc) =>
      later(() => db.insertArrowFromIPCStream(connection, ipc, { name: table, schema: STORED_SCHEMA, create: false })),
    terminate: () => undefined,
  };
}
