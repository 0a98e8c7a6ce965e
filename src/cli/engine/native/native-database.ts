import { join } from 'node:path';
import { WorkbenchError } from '../../../base/failure.ts';
import { SLICE_MS, type Bindings, type StartDatabase } from '../../../engine/bindings.ts';
import { literal } from '../../../engine/literal.ts';
import { wholeStream } from '../../../engine/rows.ts';
import { insertArrow } from './insert-arrow.ts';
import type { Connection, NodeBindings, Result } from './node-bindings.ts';
import { ChunkReader } from './read-chunk.ts';
import { workingFolder, type WorkingFolder } from './working-folder.ts';

const NOTHING = new Uint8Array(0);

/**
 * Starts DuckDB as a native library. It uses all cores, and stores tables in a temporary file that may be larger than memory.
 * @param startWasm starts the WebAssembly build of the same version, which splits statements into tokens and checks statements of tools
 */
export const startNative =
  (api: NodeBindings, startWasm: StartDatabase): StartDatabase =>
  async (watch) => {
    const checks = await startWasm(watch);
    const folder = await workingFolder();
    try {
      return await NativeDatabase.open(api, checks, folder);
    } catch (error) {
      folder.remove();
      throw error;
    }
  };

/** A connection to the database, with at most one query that runs on it. */
class Session {
  #running: Promise<Result> | null = null;
  #result: Result | null = null;
  #reader: ChunkReader | null = null;
  #fetching: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly api: NodeBindings,
    readonly connection: Connection,
  ) {}

  async runQuery(sql: string): Promise<Uint8Array> {
    this.#forget();
    await this.#fetching;
    const result = await this.api.query(this.connection, sql);
    const reader = new ChunkReader(this.api, result);
    const parts = [reader.header];
    for (;;) {
      const chunk = await this.api.fetch_chunk(result);
      if (chunk === null || this.api.data_chunk_get_size(chunk) === 0) return wholeStream(parts);
      parts.push(reader.message(chunk));
    }
  }

  start(sql: string, stream: boolean): Promise<Uint8Array | null> {
    this.#forget();
    this.#running = this.#execute(sql, stream);
    // Prevents an unhandled rejection: `poll` reports the error.
    this.#running.catch(() => undefined);
    return this.poll();
  }

  /** Waits a short time for the query; null if it still runs. */
  async poll(): Promise<Uint8Array | null> {
    if (this.#running === null) throw new Error('broken invariant: no query is pending');
    let timer: NodeJS.Timeout | undefined;
    const slice = new Promise<null>((resolve) => (timer = setTimeout(resolve, SLICE_MS, null)));
    const result = await Promise.race([this.#running, slice]).finally(() => {
      clearTimeout(timer);
    });
    if (result === null) return null;
    this.#running = null;
    this.#result = result;
    this.#reader = new ChunkReader(this.api, result);
    return this.#reader.header;
  }

  async cancel(): Promise<boolean> {
    this.api.interrupt(this.connection);
    await this.settled();
    this.#forget();
    return true;
  }

  /** Returns the next record batch. Several calls are answered one after another. */
  fetch(): Promise<Uint8Array> {
    const next = this.#fetching.then(async () => {
      const [result, reader] = [this.#result, this.#reader];
      if (result === null || reader === null) return NOTHING;
      const chunk = await this.api.fetch_chunk(result);
      if (chunk !== null && this.api.data_chunk_get_size(chunk) > 0) return reader.message(chunk);
      this.#forget();
      return NOTHING;
    });
    this.#fetching = next.catch(() => undefined);
    return next;
  }

  async settled(): Promise<void> {
    await Promise.allSettled([this.#running, this.#fetching]);
  }

  async #execute(sql: string, stream: boolean): Promise<Result> {
    const statement = await this.api.prepare(this.connection, sql);
    return stream ? this.api.execute_prepared_streaming(statement) : this.api.execute_prepared(statement);
  }

  #forget(): void {
    this.#running = this.#result = this.#reader = null;
  }
}

class NativeDatabase {
  readonly #sessions: Session[] = [];
  readonly #statements = new Map<number, object>();
  #prepared = 0;
  /** The connection on which settings are changed. */
  #settings: Session | null = null;
  #sequential = 0;
  #threads: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly api: NodeBindings,
    private readonly database: object,
    private readonly folder: WorkingFolder,
  ) {}

  static async open(api: NodeBindings, checks: Bindings, folder: WorkingFolder): Promise<Bindings> {
    const native = new NativeDatabase(api, await api.open(':memory:'), folder);
    await native.#configure();
    return native.#bindings(checks);
  }

  /** Configures what the WebAssembly build has by itself: UTC as the only time zone. Large sorts and joins use the temporary folder. */
  async #configure(): Promise<void> {
    this.#settings = new Session(this.api, await this.api.connect(this.database));
    this.#sessions.push(this.#settings);
    await this.#settings.runQuery(`SET temp_directory=${literal(join(this.folder.path, 'spill'))}`);
    await this.#settings.runQuery("SET GLOBAL TimeZone='UTC'");
  }

  #bindings(checks: Bindings): Bindings {
    const { api } = this;
    return {
      checks,
      tablesFile: join(this.folder.path, 'tables.duckdb'),
      connect: async () => this.#sessions.push(new Session(api, await api.connect(this.database))) - 1,
      tokenize: (sql) => checks.tokenize(sql),
      runQuery: (connection, sql) => this.#session(connection).runQuery(sql),
      createPrepared: async (connection, sql) => {
        this.#statements.set(++this.#prepared, await api.prepare(this.#session(connection).connection, sql));
        return this.#prepared;
      },
      closePrepared: (_, statement) => {
        const prepared = this.#statements.get(statement);
        if (prepared) api.destroy_prepare_sync(prepared);
        this.#statements.delete(statement);
        return Promise.resolve();
      },
      startPendingQuery: (connection, sql, stream = false) => this.#session(connection).start(sql, stream),
      pollPendingQuery: (connection) => this.#session(connection).poll(),
      cancelPendingQuery: (connection) => this.#session(connection).cancel(),
      fetchQueryResults: (connection) => this.#session(connection).fetch(),
      insertArrow: (connection, table, ipc) => insertArrow(api, this.#session(connection).connection, table, ipc),
      sequentially: (job) => this.#sequentially(job),
      ping: () => checks.ping(),
      terminate: () => {
        checks.terminate();
        void this.#end();
      },
    };
  }

  /** Runs a job with a single thread of DuckDB. Jobs may overlap; after the last one, the number of threads is restored. */
  async #sequentially<T>(job: () => Promise<T>): Promise<T> {
    const settings = this.#settings;
    if (settings === null) throw new WorkbenchError('ENGINE_LOST', 'the query engine was closed');
    if (this.#sequential++ === 0) this.#threads = settings.runQuery('SET threads=1');
    try {
      await this.#threads;
      return await job();
    } finally {
      if (--this.#sequential === 0) this.#threads = settings.runQuery('RESET threads');
      await this.#threads;
    }
  }

  #session(connection: number): Session {
    const session = this.#sessions[connection];
    if (session) return session;
    throw new WorkbenchError('ENGINE_LOST', 'the query engine was closed');
  }

  /** Interrupts running queries and waits for them before it closes the database, because a query must not lose its connection. */
  async #end(): Promise<void> {
    const sessions = this.#sessions.splice(0);
    for (const { connection } of sessions) this.api.interrupt(connection);
    await Promise.all(sessions.map((session) => session.settled()));
    for (const { connection } of sessions) this.api.disconnect_sync(connection);
    this.api.close_sync(this.database);
    this.folder.remove();
  }
}
