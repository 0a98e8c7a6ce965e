import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NODE_RUNTIME, VoidLogger, createDuckDB } from '@duckdb/duckdb-wasm/blocking';
import { SLICE_MS } from '../../src/engine/bindings.ts';
import type { Bindings, BootBindings } from '../../src/engine/bindings.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { isFatal } from '../../src/engine/errors.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import { STORED_SCHEMA } from '../../src/tables/schemas.ts';
import type { EngineLimits } from '../../src/engine/sql-engine.ts';

/**
 * The product's engine in Node, for tests of whatever asks it: the same wasm, settings, verdicts, queues and
 * decoding as in the page, on this thread instead of in a worker. The first call takes 1 to 2 s, one after a close
 * a tenth of that:
 *
 *   const engine = await nodeEngine();  …  afterAll(() => engine.close());
 */
export async function nodeEngine(limits: Partial<EngineLimits> = {}): Promise<Engine> {
  const engine = new SqlEngine(bootInNode, limits);
  await engine.ready;
  return engine;
}

type Blocking = Awaited<ReturnType<typeof createDuckDB>>;

/**
 * Linking DuckDB's module takes ten times as long as opening a database in it, so a module that was let go of opens the next database;
 * opening closes what was open before, with all its connections and settings. One that broke, or still worked, is not used again.
 */
const spare: Blocking[] = [];

/** Boots a database on this thread. */
export const bootInNode: BootBindings = async () => {
  const db = spare.pop() ?? (await linked());
  db.open({ path: ':memory:', query: { queryPollingInterval: SLICE_MS } });
  return asBindings(db);
};

async function linked(): Promise<Blocking> {
  const dist = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const bundle = (name: string) => ({ mainModule: join(dist, `duckdb-${name}.wasm`), mainWorker: '' });
  const db = await createDuckDB({ mvp: bundle('mvp'), eh: bundle('eh') }, new VoidLogger(), NODE_RUNTIME);
  await db.instantiate(() => undefined);
  return db;
}

/** Each call gives the event loop a turn first, as the way through a worker does, so that signals arrive; after the end none settles. */
function asBindings(db: Blocking): Bindings {
  let [ended, broken] = [false, false];
  const unfinished = new Set<number>();
  const later = async <T>(call: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (ended) return new Promise(() => undefined);
    try {
      return call();
    } catch (error) {
      broken ||= isFatal(error);
      throw error;
    }
  };
  const pending = (connection: number, call: () => Uint8Array | null): Promise<Uint8Array | null> =>
    later(() => {
      unfinished.delete(connection);
      const head = call();
      if (head === null) unfinished.add(connection);
      return head;
    });
  return {
    connect: () => later(() => db.connect().useUnsafe((_bindings, connection) => connection)),
    tokenize: (sql) => later(() => db.tokenize(sql)),
    runQuery: (connection, sql) => later(() => db.runQuery(connection, sql)),
    createPrepared: (connection, sql) => later(() => db.createPrepared(connection, sql)),
    closePrepared: (connection, statement) => later(() => db.closePrepared(connection, statement)),
    startPendingQuery: (connection, sql, stream = false) => pending(connection, () => db.startPendingQuery(connection, sql, stream)),
    pollPendingQuery: (connection) => pending(connection, () => db.pollPendingQuery(connection)),
    cancelPendingQuery: (connection) =>
      later(() => {
        unfinished.delete(connection);
        return db.cancelPendingQuery(connection);
      }),
    fetchQueryResults: (connection) => later(() => db.fetchQueryResults(connection)),
    insertArrow: (connection, table, ipc) =>
      later(() => db.insertArrowFromIPCStream(connection, ipc, { name: table, schema: STORED_SCHEMA, create: false })),
    terminate: () => {
      if (!ended && !broken && unfinished.size === 0) spare.push(db);
      ended = true;
    },
  };
}
