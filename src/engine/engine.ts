import type { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { EngineState } from './state.ts';

/** One column of an answer as typed memory; strings are an array, NULL is null or marked in `valid`. */
export interface AnswerColumn {
  readonly name: string;
  /** DuckDB type name. */
  readonly type: string;
  /** Fixed-width types keep their own typed array; anything else is a plain array. */
  readonly values: ArrayLike<unknown>;
  /** One byte per row, 0 where the value is NULL; absent when no value is NULL. */
  readonly valid?: Uint8Array;
}

/** An answer in columns, because row objects would cost tools ten times as much. */
export interface Answer {
  readonly rows: number;
  readonly columns: readonly AnswerColumn[];
  column(name: string): AnswerColumn;
}

/** Rows of an answer that has only DOUBLE columns, in order. */
export interface DoubleBatch {
  readonly rows: number;
  /** Views of the received memory; NaN means NULL. */
  readonly columns: readonly Float64Array[];
}

/** One part of a streamed answer; each form is computed on demand. */
export interface AnswerPart {
  readonly rows: number;
  answer(): Answer;
  /** The cheapest form for long numeric answers. Throws a `WorkbenchError` `SQL_ERROR` if a column is not DOUBLE. */
  doubles(): readonly DoubleBatch[];
  /** A whole Arrow IPC stream with these rows. */
  ipc(): Uint8Array<ArrayBuffer>;
}

export interface AnswerOptions extends WorkOptions {
  /** Run on one thread, so that the order of rows and sums of doubles are reproducible; for SQL that contains a person's statement. */
  readonly sequential?: boolean;
}

/** A value bound to a `?` of a statement; text is never pasted into SQL. */
export type SqlValue = string | number | bigint | boolean | null;

/** A table that a tool call's statement may name, with its typed columns. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
}

/** A statement confined to the given relations. */
export interface Confined {
  /** One SELECT without a semicolon; for an EXPLAIN, the explained statement. */
  readonly sql: string;
  /** Names of the relations that it reads, in the given order. */
  readonly reads: readonly string[];
  /** The plan of an EXPLAIN, as JSON, before optimisation; null for other statements. */
  readonly plan: string | null;
}

/** Statements over the tables of one database, one table per capture, named by its capture_id. Every call can be cancelled. */
export interface Statements {
  /** Creates an empty table; rejects if the name exists. A table created `of` another is dropped with it. */
  create(table: string, columns: readonly ColumnInfo[], options?: WorkOptions & { readonly of?: string | undefined }): Promise<void>;
  /** Appends one Arrow IPC stream whose fields are the table's columns, in order. The bytes are transferred. */
  append(table: string, ipc: Uint8Array, options?: WorkOptions): Promise<void>;
  drop(table: string): Promise<void>;
  /** Compresses the appended rows, unless another statement is running at the start; then they stay uncompressed for now. */
  compress(): Promise<void>;
  /**
   * Appends a column whose values are computed from the others. Rows that are appended later have it too.
   * @param sql the product's own expression over the table's columns, of the column's type
   */
  define(table: string, column: ColumnInfo, sql: string): Promise<void>;
  /** Creates a view from the product's own SQL over tables that exist; refuses a name that exists, unless it `replaces` that view. */
  view(name: string, sql: string, options?: { readonly replaces?: boolean }): Promise<void>;
  dropView(name: string): Promise<void>;
  /** Runs SQL from a person or a plan: one read-only statement; cells are JSON-safe values. */
  query(sql: string, options?: WorkOptions & { limit?: number }): Promise<QueryResult>;
  /** Runs the product's own read-only SQL with bound values, for tools: typed columns. */
  answer(sql: string, values?: readonly SqlValue[], options?: AnswerOptions): Promise<Answer>;
  /**
   * Checks a tool call's statement, which may name only the given relations; their rows are not read. Rejects with `SQL_ERROR` if the
   * statement is not read-only, names anything else, or may return different rows on each run (`details.source` or `details.function` names
   * the cause). Error texts contain only text from the relations and the statement.
   */
  confine(sql: string, relations: readonly Relation[], options?: WorkOptions): Promise<Confined>;
  /** As `answer`, for the views: all rows, with cells as `query` returns them. Never waits for statements of people or tools. */
  rows(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<QueryResult>;
  /** As `rows`, for one column of UINTEGER without NULL, such as millions of row numbers. */
  numbers(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<Uint32Array>;
  /**
   * As `answer`, for any number of rows, in order, in parts of some ten thousand rows; the next part is computed while `take` runs. `take`
   * must not call the engine. An error that it throws ends the query and is rethrown.
   */
  stream(sql: string, values: readonly SqlValue[], take: (part: AnswerPart) => Promise<void>, options?: WorkOptions): Promise<void>;
}

/**
 * Recreates the tables in a fresh database. The hook's statements run immediately; all others wait. They reject with `ENGINE_LOST` if this
 * database is lost too; the signal then fires, and the hook runs again on the next database.
 */
export type RestartHook = (database: Statements, options: WorkOptions) => Promise<void>;

/**
 * The query engine: tables in, answers out. Rejects with a `WorkbenchError` (`SQL_ERROR` with `details.position`, `ENGINE_LOST`,
 * `OUT_OF_MEMORY`, `CAPTURE_NOT_READY`) or an `AbortError`.
 *
 * A lost database is replaced as often as necessary (docs/decisions/0018-engine-life.md). Queued calls continue on the new database. Of the
 * calls that were running, `query`, `rows` and `numbers` start again, at most twice; `answer`, `stream`, `create`, `append`, `define` and
 * `view` reject with `ENGINE_LOST`; `drop` and `dropView` count as done.
 */
export interface Engine extends Statements {
  /** Resolves when the engine first answers, however late; rejects only if the engine is closed before that. */
  readonly ready: Promise<void>;
  state(): EngineState;
  /** @returns removes the listener */
  onState(listener: (state: EngineState) => void): () => void;
  /** Resolves when ordinary statements can run, that is, after the restart hooks. */
  restored(signal?: AbortSignal): Promise<void>;
  /** Runs work that has several statements; between them, rows are not compressed, because that would delay the next one. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Counts lost databases. Tables exist in the generation in which they were created, and in no later one. */
  generation(): number;
  /** Adds a hook that runs after every restart, before other statements. @returns removes the hook */
  onRestart(hook: RestartHook): () => void;
  /** Registers an explanation for a missing table: its error replaces DuckDB's "does not exist". @returns removes the explanation */
  onMissingTable(explain: (table: string) => WorkbenchError | undefined): () => void;
  /** Starts now instead of waiting for the next automatic retry. */
  retry(): void;
  /** Ends the running database and starts a fresh one. */
  restart(): void;
  close(): Promise<void>;
}
