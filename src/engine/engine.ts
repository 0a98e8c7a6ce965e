import type { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { EngineState } from './state.ts';

/** One column of an answer. Values of fixed width are in a typed array, strings in a plain one. NULL is null, or has 0 in `valid`. */
export interface AnswerColumn {
  readonly name: string;
  /** Name of the DuckDB type. */
  readonly type: string;
  /** The values: in a typed array if the type has a fixed width, otherwise in a plain array. */
  readonly values: ArrayLike<unknown>;
  /** For each row, 1 if its value is valid and 0 if it is NULL; absent if no value is NULL. */
  readonly valid?: Uint8Array;
}

/** An answer as one array per column, because one object per row would cost tools ten times as much. */
export interface Answer {
  readonly rows: number;
  readonly columns: readonly AnswerColumn[];
  column(name: string): AnswerColumn;
}

/** Some rows, in order, of an answer in which all columns are DOUBLE. */
export interface DoubleBatch {
  readonly rows: number;
  /** The columns, as views of the memory that was received. NaN means NULL. */
  readonly columns: readonly Float64Array[];
}

/** One part of a streamed answer. Each of its methods computes another form of the same rows when it is called. */
export interface AnswerPart {
  readonly rows: number;
  answer(): Answer;
  /** Returns the columns as doubles, the cheapest form of long answers. Throws a `WorkbenchError` `SQL_ERROR` if a column is not DOUBLE. */
  doubles(): readonly DoubleBatch[];
  /** Returns these rows as a complete Arrow IPC stream. */
  ipc(): Uint8Array<ArrayBuffer>;
}

export interface AnswerOptions extends WorkOptions {
  /** Whether to use a single DuckDB thread for a person's SQL, so that row order and sums of doubles are reproducible. */
  readonly sequential?: boolean;
}

/** A value that is bound to a `?` in a statement. Texts are never inserted into SQL without being escaped. */
export type SqlValue = string | number | bigint | boolean | null;

/** A table that a statement of a tool call may name, with its typed columns. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
}

/** A statement that was found to use only the given relations. */
export interface Confined {
  /** The statement: one SELECT without a semicolon; for an EXPLAIN, the statement that it explains. */
  readonly sql: string;
  /** Names of the relations that the statement reads, in the order in which they were given. */
  readonly reads: readonly string[];
  /** The plan before optimisation as JSON, if the statement is an EXPLAIN; otherwise null. */
  readonly plan: string | null;
}

/** Statements over the tables of one database. Each capture has a table, named by its capture_id. Every call can be cancelled. */
export interface Statements {
  /** Creates an empty table; rejects if the name is in use. A table created `of` another one is dropped together with it. */
  create(table: string, columns: readonly ColumnInfo[], options?: WorkOptions & { readonly of?: string | undefined }): Promise<void>;
  /** Appends the rows of an Arrow IPC stream whose fields are the table's columns, in order. The bytes are transferred. */
  append(table: string, ipc: Uint8Array, options?: WorkOptions): Promise<void>;
  drop(table: string): Promise<void>;
  /** Compresses the appended rows. If another statement runs, does nothing: they are then compressed later. */
  compress(): Promise<void>;
  /**
   * Adds a column whose values are computed from the other columns, also in rows that are appended later.
   * @param sql an expression over the table's columns that has the column's type; never text of a person
   */
  define(table: string, column: ColumnInfo, sql: string): Promise<void>;
  /** Creates a view from SQL of the product over existing tables. Rejects if the name is in use, unless it `replaces` that view. */
  view(name: string, sql: string, options?: { readonly replaces?: boolean }): Promise<void>;
  dropView(name: string): Promise<void>;
  /** Runs SQL of a person or a plan: one read-only statement. Cells are values that JSON can represent. */
  query(sql: string, options?: WorkOptions & { limit?: number }): Promise<QueryResult>;
  /** Runs read-only SQL of the product for tools, with values bound to `?`. Returns typed columns. */
  answer(sql: string, values?: readonly SqlValue[], options?: AnswerOptions): Promise<Answer>;
  /**
   * Checks a statement of a tool call, which may name only the given relations; their rows are not read. Rejects with `SQL_ERROR` if the
   * statement is not read-only, names anything else, or may return different rows on each run (`details.source` or `details.function` names
   * the cause). Error messages contain only text from the relations and the statement.
   */
  confine(sql: string, relations: readonly Relation[], options?: WorkOptions): Promise<Confined>;
  /** Like `answer`, but for views: returns all rows, with cells as `query` returns them. Never waits for statements of people or tools. */
  rows(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<QueryResult>;
  /** Like `rows`, but for a result with one column of UINTEGER without NULL, such as millions of row numbers. */
  numbers(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<Uint32Array>;
  /**
   * Like `answer`, but for any number of rows: passes them to `take` in order, in parts of some ten thousand rows. While `take` runs, the
   * next part is computed. `take` must not call the engine. An error that it throws ends the query and is rethrown.
   */
  stream(sql: string, values: readonly SqlValue[], take: (part: AnswerPart) => Promise<void>, options?: WorkOptions): Promise<void>;
}

/**
 * Recreates tables in a new database. Statements of the hook run at once, while all others wait. They reject with `ENGINE_LOST` if this
 * database is lost too; then the signal aborts, and the hook runs again for the next database.
 */
export type RestartHook = (database: Statements, options: WorkOptions) => Promise<void>;

/**
 * The query engine. Rejects with a `WorkbenchError` (`SQL_ERROR` with `details.position`, `ENGINE_LOST`, `OUT_OF_MEMORY`,
 * `CAPTURE_NOT_READY`) or an `AbortError`.
 * A lost database is replaced as often as necessary (docs/decisions/0018-engine-life.md). Queued calls continue on the new database. Of the
 * calls that were running, `query`, `rows` and `numbers` start again, at most twice; `answer`, `stream`, `create`, `append`, `define` and
 * `view` reject with `ENGINE_LOST`; `drop` and `dropView` count as done.
 */
export interface Engine extends Statements {
  /** Settles when the engine first answers, however late. Rejects only if the engine is closed before that. */
  readonly ready: Promise<void>;
  state(): EngineState;
  /** Calls the listener when the engine's state changes. @returns a function that removes the listener */
  onState(listener: (state: EngineState) => void): () => void;
  /** Settles when ordinary statements can run, which is after the restart hooks. */
  restored(signal?: AbortSignal): Promise<void>;
  /** Runs work that consists of several statements. Between them, rows are not compressed, because that would delay the next statement. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Number of databases that were lost so far. A table exists only in the generation in which it was created. */
  generation(): number;
  /** Adds a hook that runs after every restart, before other statements. @returns a function that removes the hook */
  onRestart(hook: RestartHook): () => void;
  /** Adds a function that explains a missing table; its error replaces DuckDB's "does not exist". @returns a function that removes it */
  onMissingTable(explain: (table: string) => WorkbenchError | undefined): () => void;
  /** Starts the engine now instead of after the pause before the next automatic attempt. */
  retry(): void;
  /** Ends the running database and starts a new one. */
  restart(): void;
  close(): Promise<void>;
}
