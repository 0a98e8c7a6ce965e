import { NODE_RUNTIME, VoidLogger, createDuckDB } from '@duckdb/duckdb-wasm/blocking';
import { SLICE_MS, type Bindings } from '../../engine/bindings.ts';
import { isFatal } from '../../engine/errors.ts';
import { STORED_SCHEMA } from '../../tables/schemas.ts';

type Blocking = Awaited<ReturnType<typeof createDuckDB>>;

/**
 * Loaded modules for later databases, because loading one takes ten times as long as opening a database in it. Opening a database closes
 * the previous one in that module. A module that failed, or was still working, is not used again.
 */
const spare: Blocking[] = [];

/**
 * Starts DuckDB-WASM on the current thread, with the module, settings and behaviour of the page's engine.
 * @param wasm path of `duckdb-eh.wasm`
 */
export async function startOnThread(wasm: string): Promise<Bindings> {
  const db = spare.pop() ?? (await linked(wasm));
  db.open({ path: ':memory:', query: { queryPollingInterval: SLICE_MS } });
  return asBindings(db);
}

async function linked(wasm: string): Promise<Blocking> {
  const bundle = { mainModule: wasm, mainWorker: '' };
  const db = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), NODE_RUNTIME);
  await db.instantiate(() => undefined);
  return db;
}

/** Each call lets other tasks run first, as with a worker, so that signals arrive; after the end of the engine, calls never settle. */
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
    ping: () => later(() => null),
    terminate: () => {
      if (!ended && !broken && unfinished.size === 0) spare.push(db);
      ended = true;
    },
  };
}
