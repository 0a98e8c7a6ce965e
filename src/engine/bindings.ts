import type { Progress } from '../base/progress.ts';

/**
 * The raw DuckDB calls that the engine uses, on any thread or platform. `duckdb.ts` implements them over a worker, the tests over the
 * same wasm in Node. Connections and statements are DuckDB's own numbers. Errors reject with DuckDB's text, which
 * `errors.ts` parses.
 */
export interface Bindings {
  /**
   * A separate database, without tables, that checks the statements of tools; absent if the database checks them itself. Statements may
   * call only its functions.
   */
  readonly checks?: Bindings;
  /** Path of the file that holds the tables; absent if they are in memory. */
  readonly tablesFile?: string;
  /** Runs the job on one thread of several, so that the order of rows and sums of doubles are reproducible; absent if there is one. */
  readonly sequentially?: <T>(job: () => Promise<T>) => Promise<T>;
  connect(): Promise<number>;
  /** Kinds and UTF-8 byte offsets of the tokens of a text; comments are left out. */
  tokenize(sql: string): Promise<Tokens>;
  /** Runs all statements of the text to completion; resolves with the rows of the last one as an Arrow IPC stream. */
  runQuery(connection: number, sql: string): Promise<Uint8Array>;
  /** Parses and binds one statement without running it; refuses several. */
  createPrepared(connection: number, sql: string): Promise<number>;
  closePrepared(connection: number, statement: number): Promise<void>;
  /**
   * Starts a query and runs it for one time slice; null while it is not finished. With `stream`, rows are computed as they are fetched
   * instead of all before the first fetch.
   */
  startPendingQuery(connection: number, sql: string, stream?: boolean): Promise<Uint8Array | null>;
  pollPendingQuery(connection: number): Promise<Uint8Array | null>;
  cancelPendingQuery(connection: number): Promise<boolean>;
  /** The next record batch of a finished query; empty at the end, null when the batch needs another call. */
  fetchQueryResults(connection: number): Promise<Uint8Array | null>;
  /** Inserts into a table of `STORED_SCHEMA`. */
  insertArrow(connection: number, table: string, ipc: Uint8Array): Promise<void>;
  /** A call without work; its answer shows that the worker is alive. */
  ping(): Promise<unknown>;
  /** Ends the worker at once. Pending calls never settle; `link.ts` rejects them. */
  terminate(): void;
}

/** `offsets[i]` is where token i starts, `types[i]` its kind as DuckDB numbers them (3 is an operator). */
export interface Tokens {
  readonly offsets: readonly number[];
  readonly types: readonly number[];
}

/** Callbacks and signal of one start. */
export interface StartWatch {
  /** Fires when the start is abandoned; the worker must then be terminated. */
  readonly signal: AbortSignal;
  /** A sign of life during the start, with its progress where that is known. */
  alive(progress?: Progress): void;
  /** The worker ended, during the start or later. The reason completes "the query engine was lost: …". */
  died(reason: string): void;
}

/** Starts a fresh, empty database. */
export type StartDatabase = (watch: StartWatch) => Promise<Bindings>;

/** A query works in slices of this many milliseconds; between two slices, cancellation and other connections are served. */
export const SLICE_MS = 50;
