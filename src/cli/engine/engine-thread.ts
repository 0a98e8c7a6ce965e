import * as comlink from 'comlink';
import type { StartDatabase } from '../../engine/bindings.ts';
import type { EngineService } from './engine.worker.ts';
import EngineWorker from './engine.worker.ts?worker&inline';

/**
 * Starts DuckDB-WASM in its own thread, so that this one can react to signals and show progress while a statement runs.
 * @param wasm path of `duckdb-eh.wasm`
 */
export const startInThread =
  (wasm: string): StartDatabase =>
  async (watch) => {
    const thread = new EngineWorker({ name: 'engine' });
    thread.addEventListener('error', ({ message }) => {
      watch.died(`its thread ended: ${message}`);
    });
    watch.signal.addEventListener('abort', () => {
      thread.terminate();
    });
    const remote = comlink.wrap<EngineService>(thread);
    await remote.start(wasm);
    watch.alive();
    return {
      connect: () => remote.connect(),
      tokenize: (sql) => remote.tokenize(sql),
      runQuery: (connection, sql) => remote.runQuery(connection, sql),
      createPrepared: (connection, sql) => remote.createPrepared(connection, sql),
      closePrepared: (connection, statement) => remote.closePrepared(connection, statement),
      startPendingQuery: (connection, sql, stream) => remote.startPendingQuery(connection, sql, stream),
      pollPendingQuery: (connection) => remote.pollPendingQuery(connection),
      cancelPendingQuery: (connection) => remote.cancelPendingQuery(connection),
      fetchQueryResults: (connection) => remote.fetchQueryResults(connection),
      insertArrow: (connection, table, ipc) => remote.insertArrow(connection, table, ipc),
      ping: () => remote.ping(),
      terminate: () => {
        thread.terminate();
      },
    };
  };
