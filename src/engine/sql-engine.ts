import { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { StartDatabase } from './bindings.ts';
import type { Database } from './database.ts';
import type { Answer, AnswerOptions, AnswerPart, Confined, Engine, Relation, RestartHook, SqlValue } from './engine.ts';
import { missingTable } from './errors.ts';
import { DEFAULT_LIMITS, systemClock } from './state.ts';
import type { EngineClock, EngineLimits, EngineState } from './state.ts';
import { Supervisor } from './supervisor.ts';

/** How often a read starts again after an engine loss. Limited, because the read itself may be the cause. */
const READ_RESTARTS = 2;

type Explanation = (table: string) => WorkbenchError | undefined;

/** The engine over any bindings. Decides which statements wait for a restart, which start again and which reject. */
export class SqlEngine implements Engine {
  readonly ready: Promise<void>;
  readonly #supervisor: Supervisor;
  readonly #explanations = new Set<Explanation>();

  constructor(start: StartDatabase, limits: Partial<EngineLimits> = {}, clock: EngineClock = systemClock) {
    this.#supervisor = new Supervisor(start, { ...DEFAULT_LIMITS, ...limits }, clock);
    this.ready = this.#supervisor.restored.get(undefined, 'starting').then(() => undefined);
    // Prevents an unhandled rejection; the calls themselves report a closed engine.
    this.ready.catch(() => undefined);
  }

  async create(
    table: string,
    columns: readonly ColumnInfo[],
    options: WorkOptions & { readonly of?: string | undefined } = {},
  ): Promise<void> {
    const database = await this.#supervisor.running.get(options.signal, 'create');
    return database.create(table, columns, options);
  }

  async append(table: string, ipc: Uint8Array, options: WorkOptions = {}): Promise<void> {
    return this.#current().append(table, ipc, options);
  }

  drop(table: string): Promise<void> {
    return this.#remove((database) => database.drop(table));
  }

  async compress(): Promise<void> {
    return this.#current().compress();
  }

  async define(table: string, column: ColumnInfo, sql: string): Promise<void> {
    return this.#current().define(table, column, sql);
  }

  async view(name: string, sql: string, options: { readonly replaces?: boolean } = {}): Promise<void> {
    return this.#current().view(name, sql, options);
  }

  dropView(name: string): Promise<void> {
    return this.#remove((database) => database.dropView(name));
  }

  query(sql: string, options: WorkOptions & { limit?: number } = {}): Promise<QueryResult> {
    return this.#read(READ_RESTARTS, options, (database, onBegin) => database.query(sql, { ...options, onBegin }));
  }

  answer(sql: string, values: readonly SqlValue[] = [], options: AnswerOptions = {}): Promise<Answer> {
    return this.#read(0, options, (database, onBegin) => database.answer(sql, values, { ...options, onBegin }));
  }

  confine(sql: string, relations: readonly Relation[], options: WorkOptions = {}): Promise<Confined> {
    return this.#read(READ_RESTARTS, options, (database, onBegin) => database.confine(sql, relations, { ...options, onBegin }), false);
  }

  rows(sql: string, values: readonly SqlValue[] = [], options: WorkOptions = {}): Promise<QueryResult> {
    return this.#read(READ_RESTARTS, options, (database, onBegin) => database.rows(sql, values, { ...options, onBegin }));
  }

  numbers(sql: string, values: readonly SqlValue[] = [], options: WorkOptions = {}): Promise<Uint32Array> {
    return this.#read(READ_RESTARTS, options, (database, onBegin) => database.numbers(sql, values, { ...options, onBegin }));
  }

  stream(sql: string, values: readonly SqlValue[], take: (part: AnswerPart) => Promise<void>, options: WorkOptions = {}): Promise<void> {
    return this.#read(0, options, (database, onBegin) => database.stream(sql, values, take, { ...options, onBegin }));
  }

  state(): EngineState {
    return this.#supervisor.state;
  }

  onState(listener: (state: EngineState) => void): () => void {
    return this.#supervisor.onState(listener);
  }

  async restored(signal?: AbortSignal): Promise<void> {
    await this.#supervisor.restored.get(signal, 'waiting for the query engine');
  }

  during<T>(work: () => Promise<T>): Promise<T> {
    return this.#supervisor.during(work);
  }

  generation(): number {
    return this.#supervisor.generation;
  }

  onRestart(hook: RestartHook): () => void {
    return this.#supervisor.onRestart(hook);
  }

  onMissingTable(explain: Explanation): () => void {
    this.#explanations.add(explain);
    return () => void this.#explanations.delete(explain);
  }

  retry(): void {
    this.#supervisor.retry();
  }

  restart(): void {
    this.#supervisor.restart();
  }

  close(): Promise<void> {
    return this.#supervisor.close();
  }

  /**
   * Runs a read on a database whose tables are restored. Starts again if that database is lost.
   * @param explains whether a missing table is explained by the functions that were added for that
   */
  async #read<T>(
    restarts: number,
    { signal }: WorkOptions,
    call: (database: Database, onBegin: () => void) => Promise<T>,
    explains = true,
  ): Promise<T> {
    for (let left = restarts; ;) {
      const database = await this.#supervisor.restored.get(signal, 'query');
      let begun = false;
      try {
        return await call(database, () => (begun = true));
      } catch (error) {
        const lost = database.link.reason !== null && error instanceof WorkbenchError && error.code === 'ENGINE_LOST';
        if (!lost || this.#supervisor.closed || (begun && left === 0)) throw explains ? this.#explained(error) : error;
        if (begun) left -= 1;
      }
    }
  }

  /** Returns the running database. Throws if none runs, because a call that depends on earlier state cannot wait for a new database. */
  #current(): Database {
    const { database } = this.#supervisor;
    if (database) return database;
    throw new WorkbenchError('ENGINE_LOST', 'the query engine was lost, and the table with it');
  }

  /** Drops a table or view. If the database was lost, that counts as done. */
  async #remove(call: (database: Database) => Promise<void>): Promise<void> {
    const { database } = this.#supervisor;
    if (!database) return;
    try {
      await call(database);
    } catch (error) {
      if (database.link.reason === null) throw error;
    }
  }

  #explained(error: unknown): unknown {
    const table = missingTable(error);
    if (table === null) return error;
    for (const explain of this.#explanations) {
      const explanation = explain(table);
      if (explanation) return explanation;
    }
    return error;
  }
}
