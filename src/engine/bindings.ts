/**
 * The few raw calls this room makes of DuckDB, whatever thread or platform it runs on. `duckdb.ts` speaks
 * to a worker in the browser; tests speak to the same wasm in Node. Connections and statements are
 * DuckDB's own numbers. Errors reject with DuckDB's text, which `errors.ts` reads.
 */
export interface Bindings {
  connect(): Promise<number>;
  /** Kinds and UTF-8 byte offsets of the tokens of a text; comments are left out. */
  tokenize(sql: string): Promise<Tokens>;
  /** Runs every statement of the text to its end and answers the last one as an Arrow IPC stream. */
  runQuery(connection: number, sql: string): Promise<Uint8Array>;
  /** Parses and binds one statement without running it; refuses several. */
  createPrepared(connection: number, sql: string): Promise<number>;
  closePrepared(connection: number, statement: number): Promise<void>;
  /**
   * Starts a query and works on it for one slice of time; null while it is not finished. With `stream` its rows are made
   * as they are fetched, instead of all before the first.
   */
  startPendingQuery(connection: number, sql: string, stream?: boolean): Promise<Uint8Array | null>;
  pollPendingQuery(connection: number): Promise<Uint8Array | null>;
  cancelPendingQuery(connection: number): Promise<boolean>;
  /** The next record batch of a finished query; empty at the end, null for "ask again". */
  fetchQueryResults(connection: number): Promise<Uint8Array | null>;
  /** Into a table of `STORED_SCHEMA`. */
  insertArrow(connection: number, table: string, ipc: Uint8Array): Promise<void>;
  /** Ends the worker at once. Pending calls never settle: the caller has its own way out. */
  terminate(): void;
}

/** `offsets[i]` is where token i starts, `types[i]` its kind as DuckDB numbers them (3 is an operator). */
export interface Tokens {
  readonly offsets: readonly number[];
  readonly types: readonly number[];
}

/** Starts a fresh, empty database; `onDeath` is told once if its worker dies later. */
export type BootBindings = (onDeath: (reason: string) => void) => Promise<Bindings>;

/** A query works in slices of this many milliseconds, between which cancelling and other connections get their turn. */
export const SLICE_MS = 50;
