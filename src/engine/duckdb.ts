import type { AsyncDuckDB } from '@duckdb/duckdb-wasm';
import { WorkbenchError } from '../base/failure.ts';
import { STORED_SCHEMA } from '../tables/schemas.ts';
import { SLICE_MS } from './bindings.ts';
import type { Bindings, BootBindings } from './bindings.ts';
import type { Engine } from './engine.ts';
import { MODULE_URL, PRELUDE } from './prelude.ts';
import type { ModuleMessage } from './prelude.ts';
import { SqlEngine } from './sql-engine.ts';
import type { EngineLimits } from './sql-engine.ts';

/** The two files of DuckDB's `eh` build, from wherever the page keeps them; asked for once, at the first start. */
export interface DuckDbAssets {
  /** Text of `duckdb-browser-eh.worker.js`, a classic script. */
  workerSource(): Promise<string>;
  /** `duckdb-eh.wasm`. */
  wasm(): Promise<Blob>;
}

/**
 * DuckDB in a worker of this page. The only file that imports DuckDB, and only when an engine starts, so the
 * library stays out of the first load. The worker is always a classic one from a blob: a module worker from a
 * blob never starts on file://, and the page's policy binds only workers that it made itself.
 */
export function createDuckDb(assets: DuckDbAssets, limits: Partial<EngineLimits> = {}): Engine {
  let files: Promise<readonly [string, Blob]> | null = null;
  const load = () => {
    files ??= Promise.all([assets.workerSource(), assets.wasm()]);
    // Files that could not be read this time may be there the next.
    files.catch(() => (files = null));
    return files;
  };
  return new SqlEngine(async (onDeath) => boot(await load(), onDeath), limits);
}

async function boot([source, wasm]: readonly [string, Blob], onDeath: Parameters<BootBindings>[0]): Promise<Bindings> {
  const duckdb = await import('@duckdb/duckdb-wasm');
  const url = URL.createObjectURL(new Blob([PRELUDE, source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const message: ModuleMessage = { workbenchModule: wasm };
  worker.postMessage(message);
  const died = new Promise<never>((_resolve, reject) => {
    const onError = (event: Event) => {
      const reason = `its worker ended: ${event instanceof ErrorEvent && event.message !== '' ? event.message : event.type}`;
      reject(new WorkbenchError('ENGINE_LOST', `the query engine did not start: ${reason}`));
      onDeath(reason);
    };
    worker.addEventListener('error', onError);
    worker.addEventListener('messageerror', onError);
  });
  died.catch(() => undefined);
  try {
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    await Promise.race([db.instantiate(MODULE_URL), died]);
    await Promise.race([db.open({ path: ':memory:', query: { queryPollingInterval: SLICE_MS } }), died]);
    return asBindings(db, worker);
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function asBindings(db: AsyncDuckDB, worker: Worker): Bindings {
  return {
    connect: () => db.connectInternal(),
    tokenize: (sql) => db.tokenize(sql),
    runQuery: (connection, sql) => db.runQuery(connection, sql),
    createPrepared: (connection, sql) => db.createPrepared(connection, sql),
    closePrepared: (connection, statement) => db.closePrepared(connection, statement),
    startPendingQuery: (connection, sql, stream = false) => db.startPendingQuery(connection, sql, stream),
    pollPendingQuery: (connection) => db.pollPendingQuery(connection),
    cancelPendingQuery: (connection) => db.cancelPendingQuery(connection),
    fetchQueryResults: (connection) => db.fetchQueryResults(connection),
    insertArrow: (connection, table, ipc) =>
      db.insertArrowFromIPCStream(connection, ipc, { name: table, schema: STORED_SCHEMA, create: false }),
    terminate: () => {
      worker.terminate();
    },
  };
}
