import { WorkbenchError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { QueryResult } from '../tables/result-set.ts';
import { NUMBERED_SCHEMA, STORED_SCHEMA } from '../tables/schemas.ts';
import type { Bindings } from './bindings.ts';
import { Compression, type CompressionLimits } from './compression.ts';
import { confine } from './confine.ts';
import type { Answer, AnswerOptions, AnswerPart, Confined, Relation, SqlValue, Statements } from './engine.ts';
import { isFatal, sqlError, withQuotingAdvice } from './errors.ts';
import { append, createTable, defineColumn, dropTable } from './ingest.ts';
import type { Table } from './ingest.ts';
import { Lane } from './lane.ts';
import type { LaneOptions } from './lane.ts';
import type { Link } from './link.ts';
import { functionRules } from './functions.ts';
import type { FunctionRules } from './functions.ts';
import { literal } from './literal.ts';
import { runAnswer, runNumbers, runQuery, runRows, runStream } from './run.ts';
import { quoteName } from './schema.ts';
import type { EngineLimits } from './state.ts';
import { createView, dropView } from './views.ts';

/**
 * Settings that are applied to every connection of a new database, in this order. Without external access, DuckDB never tries to fetch an
 * extension (no other setting prevents that). After the lock, no setting can change.
 */
const CONNECTION_SETTINGS = ['SET errors_as_json=true'];
const DATABASE_SETTINGS = [
  // Search only these schemas, so that error messages do not suggest names from others.
  'SET catalog_error_max_schemas=0',
  // DuckDB compresses tables at a checkpoint, by default after every 16 MB of inserts. Here `Compression` decides when.
  "SET checkpoint_threshold='1TB'",
  'SET autoinstall_known_extensions=false',
  'SET autoload_known_extensions=false',
  'SET enable_external_access=false',
  `CREATE SCHEMA ${STORED_SCHEMA}`,
  `CREATE SCHEMA ${NUMBERED_SCHEMA}`,
];
const LOCK = 'SET lock_configuration=true';

/** Options of a statement; `onBegin` is called when the statement leaves the queue. */
export interface StatementOptions extends WorkOptions {
  readonly onBegin?: (() => void) | undefined;
}

interface Lanes {
  /** The connection for SQL of people and plans. */
  readonly people: Lane;
  readonly tools: Lane;
  readonly views: Lane;
  readonly writers: Lane;
  /** The connection on which statements of tools are checked before they run on `tools`. No capture is visible from it. */
  readonly confined: Lane;
}

/**
 * Chooses the name of the catalog that contains the captures: 128 random bits for each start. A statement on a connection that does not
 * search the catalog can therefore name nothing in it.
 */
const catalogName = (): string =>
  `captures_${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')}`;

/** Options of the engine that are also passed to each database. */
export interface DatabaseOptions extends Pick<LaneOptions, 'clock' | 'count'> {
  readonly limits: Pick<EngineLimits, 'graceMs'> & CompressionLimits;
  /** Whether work is in progress that will run further statements. */
  readonly isAwaited: () => boolean;
}

/** Connects to a new database and applies its settings. */
export async function openDatabase(
  bindings: Bindings,
  link: Link,
  { clock, limits, count, isAwaited }: DatabaseOptions,
): Promise<Database> {
  const stuck = (what: string): void => link.end(`a cancelled ${what} did not end within ${limits.graceMs / 1000} s`);
  const catalog = quoteName(catalogName());
  const compression: Compression = new Compression(clock, limits, isAwaited, () => void database.compress().catch(() => undefined));
  link.signal.addEventListener('abort', () => compression.stop());
  const counted = (change: 1 | -1): void => {
    count(change);
    compression.count(change);
  };
  const lane = async (on: Bindings, setting: string): Promise<Lane> => {
    const connection = await on.connect();
    for (const each of [...CONNECTION_SETTINGS, setting]) await on.runQuery(connection, each);
    return new Lane(on, connection, { clock, graceMs: limits.graceMs, count: counted, stuck });
  };
  const { checks = bindings, tablesFile } = bindings;
  // On this connection, `EXPLAIN` shows the plan before optimisation. No other statement runs on it.
  const confined = await lane(checks, "SET explain_output='all'; PRAGMA disable_optimizer");
  const use = `USE ${catalog}`;
  // If the database is in a file, do not set this, because DuckDB compresses such databases by itself.
  const place = tablesFile === undefined ? `':memory:' AS ${catalog} (COMPRESS)` : `${literal(tablesFile)} AS ${catalog}`;
  const writers = await lane(bindings, `ATTACH ${place}; ${use}`);
  const lanes = {
    people: await lane(bindings, use),
    tools: await lane(bindings, use),
    views: await lane(bindings, use),
    writers,
    confined,
  };
  for (const { bindings: each, connection } of checks === bindings ? [writers] : [writers, confined]) {
    // Do not lock the settings of a database that changes its number of threads. Statements of people cannot change them either way, and
    // external access cannot be switched on again.
    const settings = each.sequentially ? DATABASE_SETTINGS : [...DATABASE_SETTINGS, LOCK];
    for (const setting of settings) await each.runQuery(connection, setting);
  }
  const rules = await functionRules(checks, confined.connection, checks === bindings ? undefined : writers);
  const database: Database = new Database(link, lanes, rules, catalog, compression);
  return database;
}

/** One running database, with a connection each for people, tools, views, writers and checks. After its end, every call rejects. */
export class Database implements Statements {
  readonly #tables = new Map<string, Table>();

  constructor(
    readonly link: Link,
    private readonly lanes: Lanes,
    private readonly rules: FunctionRules,
    private readonly catalog: string,
    private readonly compression: Compression,
  ) {}

  create(
    table: string,
    columns: readonly ColumnInfo[],
    options: StatementOptions & { readonly of?: string | undefined } = {},
  ): Promise<void> {
    return this.#run('writers', 'create', options, (lane) => createTable(lane, this.#tables, table, columns, options.of));
  }

  append(table: string, ipc: Uint8Array, options: StatementOptions = {}): Promise<void> {
    const bytes = ipc.byteLength;
    return this.#run('writers', 'append', options, async (lane) => {
      await append(lane, this.#tables, table, ipc);
      this.compression.appended(bytes);
      if (this.compression.due) await this.#checkpoint(lane);
    });
  }

  compress(): Promise<void> {
    return this.#run('writers', 'compress', {}, (lane) => this.#checkpoint(lane));
  }

  drop(table: string): Promise<void> {
    return this.#run('writers', 'drop', {}, (lane) => dropTable(lane, this.#tables, table));
  }

  define(table: string, column: ColumnInfo, sql: string): Promise<void> {
    return this.#run('writers', 'define', {}, (lane) => defineColumn(lane, this.#tables, table, column, sql));
  }

  view(name: string, sql: string, { replaces }: { readonly replaces?: boolean } = {}): Promise<void> {
    return this.#run('writers', 'view', {}, (lane) => createView(lane, name, sql, replaces));
  }

  dropView(name: string): Promise<void> {
    return this.#run('writers', 'drop', {}, (lane) => dropView(lane, name));
  }

  query(sql: string, options: StatementOptions & { limit?: number } = {}): Promise<QueryResult> {
    return this.#run('people', 'query', options, (lane) =>
      runQuery(lane, sql, this.rules.reading, options).catch((error: unknown) => {
        throw withQuotingAdvice(error, (name) => this.#tables.has(name));
      }),
    );
  }

  answer(sql: string, values: readonly SqlValue[] = [], options: StatementOptions & AnswerOptions = {}): Promise<Answer> {
    return this.#run('tools', 'query', options, (lane) => runAnswer(lane, sql, values, options));
  }

  confine(sql: string, relations: readonly Relation[], options: StatementOptions = {}): Promise<Confined> {
    return this.#run('confined', 'query', options, (lane) => confine(lane, sql, relations, this.rules.repeatable, options.signal));
  }

  rows(sql: string, values: readonly SqlValue[] = [], options: StatementOptions = {}): Promise<QueryResult> {
    return this.#run('views', 'query', options, (lane) => runRows(lane, sql, values, options.signal));
  }

  numbers(sql: string, values: readonly SqlValue[] = [], options: StatementOptions = {}): Promise<Uint32Array> {
    return this.#run('views', 'query', options, (lane) => runNumbers(lane, sql, values, options.signal));
  }

  stream(
    sql: string,
    values: readonly SqlValue[],
    take: (part: AnswerPart) => Promise<void>,
    options: StatementOptions = {},
  ): Promise<void> {
    return this.#run('tools', 'query', options, (lane) => runStream(lane, sql, values, take, options.signal));
  }

  async #checkpoint({ bindings, connection }: Lane): Promise<void> {
    if (!this.compression.begin()) return;
    try {
      await bindings.runQuery(connection, `CHECKPOINT ${this.catalog}`);
    } catch (error) {
      // Ignore a failed compression, because the rows were inserted; only an error that makes the database unusable is thrown.
      if (isFatal(error)) throw error;
    }
  }

  /** Runs a job on a connection. An error after which the database cannot be trusted ends the database. */
  async #run<T>(name: keyof Lanes, what: string, { signal, onBegin }: StatementOptions, job: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.lanes[name];
    const begin = (): void => {
      if (this.link.reason !== null) throw new WorkbenchError('ENGINE_LOST', `the query engine was lost: ${this.link.reason}`);
      onBegin?.();
    };
    try {
      return await lane.run(what, signal, () => job(lane), begin);
    } catch (error) {
      if (isFatal(error)) this.link.end(error instanceof Error ? error.message : String(error));
      throw error instanceof DOMException ? error : sqlError(error);
    }
  }
}
