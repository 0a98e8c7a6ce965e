import * as comlink from 'comlink';
import type { Bindings } from '../../engine/bindings.ts';
import { startOnThread } from './node-database.ts';

let running: Bindings | null = null;
const database = (): Bindings => {
  if (running === null) throw new Error('broken invariant: the database was not started');
  return running;
};

/** The functions that `engine-thread.ts` calls in this thread: `start` once, then those of the engine. */
const service = {
  async start(wasm: string): Promise<void> {
    running = await startOnThread(wasm);
  },
  connect: () => database().connect(),
  tokenize: (sql: string) => database().tokenize(sql),
  runQuery: (connection: number, sql: string) => database().runQuery(connection, sql),
  createPrepared: (connection: number, sql: string) => database().createPrepared(connection, sql),
  closePrepared: (connection: number, statement: number) => database().closePrepared(connection, statement),
  startPendingQuery: (connection: number, sql: string, stream?: boolean) => database().startPendingQuery(connection, sql, stream),
  pollPendingQuery: (connection: number) => database().pollPendingQuery(connection),
  cancelPendingQuery: (connection: number) => database().cancelPendingQuery(connection),
  fetchQueryResults: (connection: number) => database().fetchQueryResults(connection),
  insertArrow: (connection: number, table: string, ipc: Uint8Array) => database().insertArrow(connection, table, ipc),
  ping: () => database().ping(),
};

export type EngineService = typeof service;

comlink.expose(service);
