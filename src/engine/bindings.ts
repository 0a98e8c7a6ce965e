import type { Progress } from '../base/progress.ts';

/**
 * The raw DuckDB calls that the engine uses, on any thread or platform. `duckdb.ts` implements them over a worker, the tests over the same
 * wasm in Node. Connections and statements are DuckDB's own numbers. Errors reject with DuckDB's text, which `errors.ts` parses.
 */
export interface Bindings {
  /**
   * A second database without tables, on which statements of tools are checked; they may call only functions that it has. If this is
   * absent, the database itself checks them.
   */
  readonly checks?: Bindings;
  /** Path of the file that contains the tables; absent if the tables are in memory. */
  readonly tablesFile?: string;
  /** Runs the job on a single DuckDB thread, so that row order and sums of doubles are reproducible. Absent if there is only one thread. */
  readonly sequentially?: <T>(job: () => Promise<T>) => Promise<T>;
  connect(): Promise<number>;
  /** Splits a text into tokens: returns their kinds and UTF-8 byte offsets. Comments are left out. */
  tokenize(sql: string): Promise<Tokens>;
  /** Runs all statements in the text to completion. Returns the rows of the last one as an Arrow IPC stream. */
  runQuery(connection: number, sql: string): Promise<Uint8Array>;
  /** Parses and binds one statement without running it. Rejects if the text contains several. */
  createPrepared(connection: number, sql: string): Promise<number>;
  closePrepared(connection: number, statement: number): Promise<void>;
  /**
   * Starts a query and runs it for one time slice; returns null while it is not finished. With `stream`, rows are computed while they are
   * fetched instead of all before the first fetch.
   */
  startPendingQuery(connection: number, sql: string, stream?: boolean): Promise<Uint8Array | null>;
  pollPendingQuery(connection: number): Promise<Uint8Array | null>;
  cancelPendingQuery(connection: number): Promise<boolean>;
  /** Returns the next record batch of a query that is finished: empty at the end, null if another call is needed to get it. */
  fetchQueryResults(connection: number): Promise<Uint8Array | null>;
  /** Inserts rows into a table of the schema `STORED_SCHEMA`. */
  insertArrow(connection: number, table: string, ipc: Uint8Array): Promise<void>;
  /** Does nothing; that it answers shows that the worker still runs. */
  ping(): Promise<unknown>;
  /** Ends the worker at once. Pending calls then never settle, so `link.ts` rejects them. */
  terminate(): void;
}

/** Tokens of a statement: `offsets[i]` is the byte at which token i begins, `types[i]` its kind as DuckDB numbers them (3: operator). */
export interface Tokens {
  readonly offsets: readonly number[];
  readonly types: readonly number[];
}

/** How a starting database reports its progress and its end, and the signal that abandons the start. */
export interface StartWatch {
  /** Aborts when the start is abandoned; the worker must then be terminated. */
  readonly signal: AbortSignal;
  /** Must be called whenever the starting worker shows that it still works, with the progress of the start if it is known. */
  alive(progress?: Progress): void;
  /** Must be called when the worker has ended, at any time. The reason completes the sentence "the query engine was lost: …". */
  died(reason: string): void;
}

/** Starts a new database without tables. */
export type StartDatabase = (watch: StartWatch) => Promise<Bindings>;

/** Duration in ms of a time slice of a query. Between two slices, cancellation and other connections are handled. */
export const SLICE_MS = 50;
