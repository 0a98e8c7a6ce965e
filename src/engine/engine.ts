import type { WorkOptions } from '../base/progress.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { QueryResult } from '../tables/result-set.ts';

/** One column of an answer as typed memory; strings come as an array, NULL as null or through `valid`. */
export interface AnswerColumn {
  readonly name: string;
  /** DuckDB type name. */
  readonly type: string;
  /** Fixed-width types keep their own typed array; anything else is a plain array. */
  readonly values: ArrayLike<unknown>;
  /** One byte per row, 0 where the value is NULL; absent when no value is NULL. */
  readonly valid?: Uint8Array;
}

/** An answer by columns: what tools read, because objects cost ten times as much. */
export interface Answer {
  readonly rows: number;
  readonly columns: readonly AnswerColumn[];
  column(name: string): AnswerColumn;
}

/** Rows of an answer with nothing but DOUBLE columns, in their order. */
export interface DoubleBatch {
  readonly rows: number;
  /** Where they arrived, uncopied; NaN stands for NULL. */
  readonly columns: readonly Float64Array[];
}

/** A piece of an answer that arrives in pieces; each form is made when it is asked for. */
export interface AnswerPart {
  readonly rows: number;
  answer(): Promise<Answer>;
  /** The cheapest form of long numeric answers. Throws a `WorkbenchError` `SQL_ERROR` on a column of another type than DOUBLE. */
  doubles(): readonly DoubleBatch[];
  /** A whole Arrow IPC stream with these rows. */
  ipc(): Uint8Array<ArrayBuffer>;
}

/** A value bound to a `?` of a statement; text is never pasted into SQL. */
export type SqlValue = string | number | bigint | boolean | null;

/**
 * The query engine, whoever implements it. Tables in, answers out. One table per capture, named by
 * its capture_id. Every call may be cancelled; the engine answers again after a cancelled call.
 * Rejects with a `WorkbenchError` (`SQL_ERROR` with `details.position`, `ENGINE_LOST`, `OUT_OF_MEMORY`)
 * or an `AbortError`; a death of its worker rejects every pending call and restarts it.
 */
export interface Engine {
  readonly ready: Promise<void>;
  /** Creates an empty table; refuses a name that exists. */
  create(table: string, columns: readonly ColumnInfo[]): Promise<void>;
  /** Appends one Arrow IPC stream whose fields are the table's columns, in order. The bytes are given away. */
  append(table: string, ipc: Uint8Array): Promise<void>;
  drop(table: string): Promise<void>;
  /** Creates a view from the product's own SQL over tables that exist; refuses a name that exists. */
  view(name: string, sql: string): Promise<void>;
  dropView(name: string): Promise<void>;
  /** A person's or a plan's SQL: one statement, read-only by the engine's own verdict; cells as JSON-safe values. */
  query(sql: string, options?: WorkOptions & { limit?: number }): Promise<QueryResult>;
  /** The product's own SQL with bound values, for tools: typed columns. Read-only too. */
  answer(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<Answer>;
  /** The same for what the page shows: cells as of `query`, all rows. Never waits for a person's statement or a tool's. */
  rows(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<QueryResult>;
  /** The same of one column, whole numbers from 0 to 2³² − 1 and none of them NULL: row numbers of millions. */
  numbers(sql: string, values?: readonly SqlValue[], options?: WorkOptions): Promise<Uint32Array>;
  /**
   * The same for answers of any length: parts of some ten thousand rows, in order; the next is made when `take` is done
   * with the one before. `take` must not ask the engine. What it throws ends the query and is thrown again.
   */
  stream(sql: string, values: readonly SqlValue[], take: (part: AnswerPart) => Promise<void>, options?: WorkOptions): Promise<void>;
  /** Told when the worker died and came back empty: whoever owns tables re-creates them or says what was lost. */
  onLost(listener: (reason: string) => void): () => void;
  close(): Promise<void>;
}
