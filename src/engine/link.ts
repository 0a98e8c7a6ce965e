import { WorkbenchError } from '../base/failure.ts';
import { Lifeline } from '../base/lifeline.ts';
import type { Bindings } from './bindings.ts';

/**
 * The connection to one database, from its start to its end, which also counts pending calls. After the end, every raw call rejects with
 * `ENGINE_LOST`, because DuckDB's own client would leave such calls pending.
 */
export class Link {
  readonly #life = new Lifeline();
  readonly #abandon = new AbortController();
  #raw: Bindings | null = null;
  #reason: string | null = null;
  #waiting = 0;
  #lastAlive = 0;

  /** @param onEnd called once when the connection ends, before pending calls reject */
  constructor(
    private readonly now: () => number,
    private readonly onEnd: (reason: string) => void,
  ) {
    this.markAlive();
  }

  /** Aborts when the connection ends; a pending start then terminates its worker. */
  get signal(): AbortSignal {
    return this.#abandon.signal;
  }

  /** Why the connection ended; null while it still exists. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Number of raw calls that are pending, without pings. */
  get waiting(): number {
    return this.#waiting;
  }

  /** When the worker last answered or reported progress, in ms since 1970. */
  get lastAliveAt(): number {
    return this.#lastAlive;
  }

  markAlive(): void {
    this.#lastAlive = this.now();
  }

  /** Ends the connection and its worker. If it is called again, the first reason stays. */
  end(reason: string): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.onEnd(reason);
    this.#abandon.abort();
    this.#raw?.terminate();
    this.#life.end(new WorkbenchError('ENGINE_LOST', `the query engine was lost: ${reason}`));
  }

  /** Waits for the bindings of a start. If they arrive after the end, they are terminated. */
  async start(starting: Promise<Bindings>): Promise<Bindings> {
    starting.then(
      (late) => {
        if (this.#reason !== null) late.terminate();
      },
      () => undefined,
    );
    const raw = await this.#life.guard(starting);
    this.#raw = raw;
    this.markAlive();
    return this.#guarded(raw);
  }

  /** Sends a ping. Its answer shows that the worker still runs. */
  ping(): void {
    this.#raw?.ping().then(
      () => this.markAlive(),
      () => this.markAlive(),
    );
  }

  async #call<T>(call: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.markAlive();
    this.#waiting += 1;
    try {
      return await this.#life.guard(call);
    } finally {
      this.#waiting -= 1;
      this.markAlive();
    }
  }

  #guarded(raw: Bindings): Bindings {
    return {
      ...(raw.checks && { checks: this.#guarded(raw.checks) }),
      ...(raw.tablesFile !== undefined && { tablesFile: raw.tablesFile }),
      ...(raw.sequentially && { sequentially: raw.sequentially }),
      connect: () => this.#call(raw.connect()),
      tokenize: (sql) => this.#call(raw.tokenize(sql)),
      runQuery: (connection, sql) => this.#call(raw.runQuery(connection, sql)),
      createPrepared: (connection, sql) => this.#call(raw.createPrepared(connection, sql)),
      closePrepared: (connection, statement) => this.#call(raw.closePrepared(connection, statement)),
      startPendingQuery: (connection, sql, stream) => this.#call(raw.startPendingQuery(connection, sql, stream)),
      pollPendingQuery: (connection) => this.#call(raw.pollPendingQuery(connection)),
      cancelPendingQuery: (connection) => this.#call(raw.cancelPendingQuery(connection)),
      fetchQueryResults: (connection) => this.#call(raw.fetchQueryResults(connection)),
      insertArrow: (connection, table, ipc) => this.#call(raw.insertArrow(connection, table, ipc)),
      ping: () => this.#life.guard(raw.ping()),
      terminate: () => raw.terminate(),
    };
  }
}
