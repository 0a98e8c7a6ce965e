import { WorkbenchError } from '../base/failure.ts';
import { Lifeline } from '../base/lifeline.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import { NUMBERED_SCHEMA, STORED_SCHEMA } from '../tables/schemas.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { Bindings, BootBindings } from './bindings.ts';
import type { Answer, AnswerPart, Engine, SqlValue } from './engine.ts';
import { isFatal, sqlError } from './errors.ts';
import { Lane } from './lane.ts';
import { append, createTable, dropTable } from './ingest.ts';
import type { Table } from './ingest.ts';
import { runAnswer, runNumbers, runQuery, runRows, runStream } from './run.ts';
import { createView, dropView } from './views.ts';

export interface EngineLimits {
  /** How long a fresh database may take to start. */
  readonly bootMs: number;
  /** How long a cancelled statement may still occupy the engine before the engine is started anew. */
  readonly graceMs: number;
}

const DEFAULT_LIMITS: EngineLimits = { bootMs: 60_000, graceMs: 10_000 };

/**
 * Settings of a fresh database, on every connection and in this order. With external access off DuckDB never
 * tries to fetch an extension (no other setting stops that); nothing can be set after the lock.
 */
const CONNECTION_SETTINGS = ['SET errors_as_json=true'];
const DATABASE_SETTINGS = [
  // The database lives in memory: a checkpoint would only rewrite tables, and DuckDB makes one after every insert of 16 MB.
  "SET checkpoint_threshold='1TB'",
  'SET autoinstall_known_extensions=false',
  'SET autoload_known_extensions=false',
  'SET enable_external_access=false',
  `CREATE SCHEMA ${STORED_SCHEMA}`,
  `CREATE SCHEMA ${NUMBERED_SCHEMA}`,
  'SET lock_configuration=true',
];

/** A running database: people, tools, what the page shows and writers each have their own connection. */
interface Instance {
  readonly people: Lane;
  readonly tools: Lane;
  /** What the page shows. */
  readonly views: Lane;
  readonly writers: Lane;
  /** The tables that exist, by name. */
  readonly tables: Map<string, Table>;
  /** Gives this instance up, once; a later one is not touched. */
  readonly lose: (reason: string) => void;
}

/**
 * The engine over any bindings: queues, cancelling, read-only verdicts, restarts. When the worker dies every
 * call that waits rejects with `ENGINE_LOST`, a fresh database starts, and the listeners hear of it.
 */
export class SqlEngine implements Engine {
  readonly ready: Promise<void>;
  readonly #boot: BootBindings;
  readonly #limits: EngineLimits;
  readonly #listeners = new Set<(reason: string) => void>();
  #instance: Promise<Instance>;
  #lose: (reason: string) => void = () => undefined;
  #closed = false;

  constructor(boot: BootBindings, limits: Partial<EngineLimits> = {}) {
    this.#boot = boot;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#instance = this.#start();
    this.ready = this.#instance.then(() => undefined);
    // Whoever needs the engine hears of a failed start at the call; nobody has to watch `ready`.
    this.ready.catch(() => undefined);
  }

  create(table: string, columns: readonly ColumnInfo[]): Promise<void> {
    return this.#use((db) => db.writers.run('create', undefined, () => createTable(db.writers, db.tables, table, columns)));
  }

  append(table: string, ipc: Uint8Array): Promise<void> {
    return this.#use((db) => db.writers.run('append', undefined, () => append(db.writers, db.tables, table, ipc)));
  }

  drop(table: string): Promise<void> {
    return this.#use((db) => db.writers.run('drop', undefined, () => dropTable(db.writers, db.tables, table)));
  }

  view(name: string, sql: string): Promise<void> {
    return this.#use((db) => db.writers.run('view', undefined, () => createView(db.writers, name, sql)));
  }

  dropView(name: string): Promise<void> {
    return this.#use((db) => db.writers.run('drop', undefined, () => dropView(db.writers, name)));
  }

  query(sql: string, options: WorkOptions & { limit?: number } = {}): Promise<QueryResult> {
    return this.#use((db) => db.people.run('query', options.signal, () => runQuery(db.people, sql, options)));
  }

  answer(sql: string, values: readonly SqlValue[] = [], options: WorkOptions = {}): Promise<Answer> {
    return this.#use((db) => db.tools.run('query', options.signal, () => runAnswer(db.tools, sql, values, options.signal)));
  }

  rows(sql: string, values: readonly SqlValue[] = [], options: WorkOptions = {}): Promise<QueryResult> {
    return this.#use((db) => db.views.run('query', options.signal, () => runRows(db.views, sql, values, options.signal)));
  }

  numbers(sql: string, values: readonly SqlValue[] = [], options: WorkOptions = {}): Promise<Uint32Array> {
    return this.#use((db) => db.views.run('query', options.signal, () => runNumbers(db.views, sql, values, options.signal)));
  }

  stream(sql: string, values: readonly SqlValue[], take: (part: AnswerPart) => Promise<void>, options: WorkOptions = {}): Promise<void> {
    return this.#use((db) => db.tools.run('query', options.signal, () => runStream(db.tools, sql, values, take, options.signal)));
  }

  onLost(listener: (reason: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#lose('it was closed');
    await this.#instance.catch(() => undefined);
  }

  /** Runs a call on the living instance; an error that only a broken instance gives ends that instance. */
  async #use<T>(call: (db: Instance) => Promise<T>): Promise<T> {
    const db = await this.#living();
    try {
      return await call(db);
    } catch (error) {
      if (isFatal(error)) db.lose(error instanceof Error ? error.message : String(error));
      throw error instanceof DOMException ? error : sqlError(error);
    }
  }

  /** A start that failed is tried again by the call that needs it. */
  async #living(): Promise<Instance> {
    const instance = this.#instance;
    try {
      return await instance;
    } catch (error) {
      if (this.#closed) throw error;
      if (this.#instance === instance) this.#instance = this.#start();
      return this.#instance;
    }
  }

  async #start(): Promise<Instance> {
    if (this.#closed) throw new WorkbenchError('ENGINE_LOST', 'the query engine was closed');
    const life = new Lifeline();
    const timer = setTimeout(() => this.#lose(`it did not start within ${this.#limits.bootMs / 1000} s`), this.#limits.bootMs);
    let raw: Bindings | null = null;
    let lost = false;
    this.#lose = (reason) => {
      if (lost) return;
      lost = true;
      raw?.terminate();
      life.end(new WorkbenchError('ENGINE_LOST', `the query engine was lost: ${reason}`));
      if (raw && !this.#closed) this.#restart(reason);
    };
    const lose = this.#lose;
    try {
      const started = this.#boot(lose);
      // A worker that comes up after its time was over must not stay behind.
      void started.then(
        (late) => lost && late.terminate(),
        () => undefined,
      );
      raw = await life.guard(started);
      return await this.#open(guarded(raw, life), lose);
    } catch (error) {
      throw sqlError(
        error instanceof WorkbenchError ? error : new WorkbenchError('ENGINE_LOST', `the query engine did not start: ${String(error)}`),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #open(bindings: Bindings, lose: (reason: string) => void): Promise<Instance> {
    const stuck = (what: string) => lose(`a cancelled ${what} did not let go of it`);
    const lane = async () => {
      const connection = await bindings.connect();
      for (const setting of CONNECTION_SETTINGS) await bindings.runQuery(connection, setting);
      return new Lane(bindings, connection, this.#limits.graceMs, stuck);
    };
    const people = await lane();
    const tools = await lane();
    const views = await lane();
    const writers = await lane();
    for (const setting of DATABASE_SETTINGS) await bindings.runQuery(writers.connection, setting);
    return { people, tools, views, writers, tables: new Map(), lose };
  }

  #restart(reason: string): void {
    this.#instance = this.#start();
    this.#instance.then(
      () => this.#tell(reason),
      (error: unknown) => this.#tell(`${reason}; ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  #tell(reason: string): void {
    for (const listener of [...this.#listeners]) listener(reason);
  }
}

/** Every raw call ends with the worker, because DuckDB's own client leaves it pending for ever. */
function guarded(raw: Bindings, life: Lifeline): Bindings {
  return {
    connect: () => life.guard(raw.connect()),
    tokenize: (sql) => life.guard(raw.tokenize(sql)),
    runQuery: (connection, sql) => life.guard(raw.runQuery(connection, sql)),
    createPrepared: (connection, sql) => life.guard(raw.createPrepared(connection, sql)),
    closePrepared: (connection, statement) => life.guard(raw.closePrepared(connection, statement)),
    startPendingQuery: (connection, sql, stream) => life.guard(raw.startPendingQuery(connection, sql, stream)),
    pollPendingQuery: (connection) => life.guard(raw.pollPendingQuery(connection)),
    cancelPendingQuery: (connection) => life.guard(raw.cancelPendingQuery(connection)),
    fetchQueryResults: (connection) => life.guard(raw.fetchQueryResults(connection)),
    insertArrow: (connection, table, ipc) => life.guard(raw.insertArrow(connection, table, ipc)),
    terminate: () => raw.terminate(),
  };
}
