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

/** An answer by columns: tools read these, because row objects cost ten times as much. */
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

/** One part of a streamed answer; each form is made on request. */
export interface AnswerPart {
  readonly rows: number;
  answer(): Answer;
  /** The cheapest form of long numeric answers. Throws a `WorkbenchError` `SQL_ERROR` on a column of another type than DOUBLE. */
  doubles(): readonly DoubleBatch[];
  /** A whole Arrow IPC stream with these rows. */
  ipc(): Uint8Array<ArrayBuffer>;
}

/** A value bound to a `?` of a statement; text is never pasted into SQL. */
export type SqlValue = string | number | bigint | boolean | null;

/** What a statement of a call may name: a table by its name and typed columns. */
export interface Relation {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
}

/** A statement that reads nothing but the relations it was confined to. */
export interface Confined {
  /** One SELECT without a semicolon; of an EXPLAIN the statement that it explains. */
  readonly sql: string;
  /** Names of the relations that it reads, in the order in which they were given. */
  readonly reads: readonly string[];
  /** The plan of an EXPLAIN, as JSON, before it is optimised; null for other statements. */
  readonly plan: string | null;
}

/** Statements over the tables of one database. One table per capture, named by its capture_id. Every call may be cancelled. */
export interface Statements {
  /** Creates an empty table; refuses a name that exists. One that is created `of` another is dropped with it. */
  create(table: string, columns: readonly ColumnInfo[], options?: WorkOptions & { readonly of?: string | undefined }): Promise<void>;
  /** Appends one Arrow IPC stream whose fields are the table's columns, in order. The bytes are transferred. */
  append(table: string, ipc: Uint8Array, options?: WorkOptions): Promise<void>;
  drop(table: string): Promise<void>;
  /** Compresses the rows that were appended, unless another statement runs when it begins: then they stay as they are for now. */
  compress(): Promise<void>;
  /**
   * Appends a column whose values are computed from the others. Rows that are appended later have it too.
   * @param sql the product's own expression over the table's columns, of the column's type
   */
  define(table: string, column: ColumnInfo, sql: string): Promise<void>;
  /** Creates a view from the product's own SQL over tables that exist; refuses a name that exists, unless it `replaces` that view. */
  view(name: string, sql: string, options?: { readonly replaces?: boolean }): Promise<void>;
  dropView(name: string): Promise<void>;
  /** Runs SQL of a person or a plan: one statement that only reads; cells are JSON-safe values. */
  query(sql: string, options?: WorkOptions & { limit?: number }): Promise<QueryResult>;
  /** Runs the product's own read-only SQL with bound values, for tools: typed columns. */
  answer(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<Answer>;
  /**
   * DuckDB's verdict on a statement of a call, where only the given relations can be named; their rows are not read. Rejects with
   * `SQL_ERROR` where the statement is none that only reads, where it names anything else, and where its answer may change from run to
   * run (`details.source` or `details.function`: what it names). No text of the error comes from outside the relations and the statement.
   */
  confine(sql: string, relations: readonly Relation[], options?: WorkOptions): Promise<Confined>;
  /** As `answer`, for the views: cells as of `query`, all rows. Never waits for a statement of a person or a tool. */
  rows(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<QueryResult>;
  /** As `rows`, of one column of UINTEGER without NULL: row numbers of millions. */
  numbers(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<Uint32Array>;
  /**
   * As `answer`, for any number of rows: parts of some ten thousand rows, in order; the next part is made while `take` works.
   * `take` must not call the engine. An error that it throws ends the query and is thrown again.
   */
  stream(sql: string, values: readonly SqlValue[], take: (part: AnswerPart) => Promise<void>, options?: WorkOptions): Promise<void>;
}

/**
 * Creates the tables of a fresh database again. Its statements run at once, while those of everybody else wait. They reject with
 * `ENGINE_LOST` when this database is lost too; the signal fires then, and the hook runs again on the next database.
 */
export type RestartHook = (database: Statements, options: WorkOptions) => Promise<void>;

/**
 * The query engine: tables in, answers out. Rejects with a `WorkbenchError` (`SQL_ERROR` with `details.position`, `ENGINE_LOST`,
 * `OUT_OF_MEMORY`, `CAPTURE_NOT_READY`) or an `AbortError`.
 *
 * A lost database is replaced without end (docs/decisions/0018-engine-life.md). What waits goes on; `query`, `rows` and `numbers`
 * that were running start again, at most twice; `answer` and `stream` that were running reject with `ENGINE_LOST`, as do `create`,
 * `append`, `define` and `view`. `drop` and `dropView` of a lost database are done.
 */
export interface Engine extends Statements {
  /** Resolves when the engine answers for the first time, however late; rejects only when it is closed before. */
  readonly ready: Promise<void>;
  state(): EngineState;
  /** @returns removes the listener */
  onState(listener: (state: EngineState) => void): () => void;
  /** Resolves when ordinary statements run, that is after the hooks of a restart. */
  restored(signal?: AbortSignal): Promise<void>;
  /** Counts lost databases. Tables exist in the generation in which they were created, and in no later one. */
  generation(): number;
  /** Adds a hook that runs after every restart, before other statements. @returns removes the hook */
  onRestart(hook: RestartHook): () => void;
  /** Explains a missing table: the error replaces DuckDB's "does not exist". @returns removes the explanation */
  onMissingTable(explain: (table: string) => WorkbenchError | undefined): () => void;
  /** Starts at once instead of waiting for the next automatic attempt. */
  retry(): void;
  /** Gives the running database up and starts a fresh one. */
  restart(): void;
  close(): Promise<void>;
}
