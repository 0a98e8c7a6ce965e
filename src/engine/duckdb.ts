import type { AsyncDuckDB } from '@duckdb/duckdb-wasm';
import { STORED_SCHEMA } from '../tables/schemas.ts';
import { SLICE_MS } from './bindings.ts';
import type { Bindings, StartWatch } from './bindings.ts';
import type { Engine } from './engine.ts';
import { MODULE_URL, PRELUDE } from './prelude.ts';
import type { AliveMessage, ModuleMessage, StartedMessage } from './prelude.ts';
import { SqlEngine } from './sql-engine.ts';
import type { EngineClock, EngineLimits } from './state.ts';

/** The worker script and wasm module of DuckDB's `eh` build. They are loaded for the first start, and again after a failed start. */
export interface DuckDbAssets {
  /** Loads the text of `duckdb-browser-eh.worker.js`, a classic script. */
  workerSource(): Promise<string>;
  /** Loads the file `duckdb-eh.wasm`. */
  wasm(): Promise<Blob>;
}

/**
 * Creates the engine with DuckDB in a worker. Only this file imports DuckDB, and only when an engine starts, so the first load of the page
 * does not include it. The worker is a classic one from a blob URL: a module worker from a blob never starts on file://, and the page's
 * content security policy applies only to workers that the page created itself.
 */
export function createDuckDb(assets: DuckDbAssets, limits: Partial<EngineLimits> = {}, clock?: EngineClock): Engine {
  let files: Promise<readonly [string, Blob]> | null = null;
  const load = (): Promise<readonly [string, Blob]> => {
    files ??= Promise.all([assets.workerSource(), assets.wasm()]);
    return files;
  };
  const attempt = async (watch: StartWatch): Promise<Bindings> => {
    // Load the files again after a failed start, because they may have been corrupt. If the worker ends, `start` never settles.
    const forget = (): void => void (files = null);
    watch.signal.addEventListener('abort', forget);
    const bindings = await start(await load(), watch);
    watch.signal.removeEventListener('abort', forget);
    return bindings;
  };
  return new SqlEngine(attempt, limits, clock);
}

async function start([source, wasm]: readonly [string, Blob], watch: StartWatch): Promise<Bindings> {
  const duckdb = await import('@duckdb/duckdb-wasm');
  watch.alive();
  const url = URL.createObjectURL(new Blob([PRELUDE, source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  watch.signal.addEventListener('abort', () => worker.terminate());
  followLife(worker, wasm, watch);
  try {
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    await db.instantiate(MODULE_URL, null, ({ bytesLoaded, bytesTotal }) =>
      watch.alive({ phase: 'starting', done: bytesLoaded, total: bytesTotal > 0 ? bytesTotal : wasm.size, unit: 'bytes' }),
    );
    await db.open({ path: ':memory:', query: { queryPollingInterval: SLICE_MS } });
    worker.postMessage({ workbenchStarted: true } satisfies StartedMessage);
    return asBindings(db, worker);
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Sends the wasm module to the worker, and reports when the worker shows that it works and when it has ended. */
function followLife(worker: Worker, wasm: Blob, watch: StartWatch): void {
  const lock = `capture-workbench/engine/${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const onError = (event: Event): void =>
    watch.died(`its worker ended: ${event instanceof ErrorEvent && event.message !== '' ? event.message : event.type}`);
  worker.addEventListener('error', onError);
  worker.addEventListener('messageerror', onError);
  // Registered before DuckDB's own listener, which must not receive these messages.
  worker.addEventListener('message', (event: MessageEvent<Partial<AliveMessage> | null>) => {
    if (event.data?.workbenchAlive !== true) return;
    event.stopImmediatePropagation();
    watch.alive();
    if (event.data.failure !== undefined) watch.died(`its worker failed: ${event.data.failure}`);
    if (!event.data.locked) return;
    // Request the worker's lock: it is granted as soon as the worker has ended, for any reason.
    const { signal } = watch;
    navigator.locks.request(lock, { signal }, () => watch.died('its worker ended')).catch(() => undefined);
  });
  worker.postMessage({ workbenchModule: wasm, workbenchLock: lock } satisfies ModuleMessage);
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
    ping: () => db.ping(),
    terminate: () => worker.terminate(),
  };
}
