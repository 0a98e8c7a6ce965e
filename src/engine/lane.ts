import { abortError, throwIfAborted } from '../base/failure.ts';
import type { Bindings } from './bindings.ts';
import { ArrowReader, wholeStream } from './rows.ts';
import type { ArrowRows } from './rows.ts';
import type { EngineClock } from './state.ts';

/** Number of record batches (of 2048 rows) that are requested at once. */
const BATCHES_AHEAD = 16;

export interface LaneOptions {
  readonly clock: EngineClock;
  /** Time in ms for which a cancelled call may still occupy the connection before this is reported. */
  readonly graceMs: number;
  /**
   * Called when a cancelled call still occupies the engine after `graceMs`. This happens because a single step of DuckDB cannot be
   * interrupted, such as a join without an index over millions of pairs.
   */
  readonly stuck: (what: string) => void;
  /** Reports how many calls are running: called with +1 when a call begins and with -1 when it ends. */
  readonly count: (change: 1 | -1) => void;
}

/**
 * One connection with its queue. Calls run one after another, because DuckDB has at most one pending query per connection. A cancelled call
 * rejects at once; its connection finishes the call before the next one begins.
 */
export class Lane {
  #tail: Promise<unknown> = Promise.resolve();

  constructor(
    readonly bindings: Bindings,
    readonly connection: number,
    private readonly options: LaneOptions,
  ) {}

  /**
   * Runs `job` when the connection is free. Rejects with an `AbortError` as soon as the signal aborts.
   * @param onBegin called before the job begins; if it throws, the job does not run
   */
  run<T>(what: string, signal: AbortSignal | undefined, job: () => Promise<T>, onBegin: () => void): Promise<T> {
    let begun = false;
    const call = this.#tail.then(async () => {
      throwIfAborted(signal, what);
      onBegin();
      begun = true;
      this.options.count(1);
      try {
        return await job();
      } finally {
        this.options.count(-1);
      }
    });
    this.#tail = call.catch(() => undefined);
    return signal ? this.#abortable(call, what, signal, () => begun) : call;
  }

  /** Runs a query and collects all its rows. Checks the signal for cancellation between two time slices and between two record batches. */
  async collect(sql: string, what: string, signal: AbortSignal | undefined): Promise<ArrowRows> {
    const reader = new ArrowReader(await this.#start(sql, what, signal, false));
    // Request several batches at once to save round trips to the worker, but first only two: most answers are one batch and the end.
    for (let ahead = 2; ; ahead = BATCHES_AHEAD) {
      throwIfAborted(signal, what);
      const fetches = Array.from({ length: ahead }, () => this.bindings.fetchQueryResults(this.connection));
      const parts = (await Promise.all(fetches)).filter((part) => part !== null);
      reader.add(parts.filter((part) => part.length > 0));
      if (parts.some((part) => part.length === 0)) return reader.done();
    }
  }

  /** Runs a query and passes its rows on part by part. While `take` handles a part, only the next part is computed. */
  async parts(
    sql: string,
    what: string,
    signal: AbortSignal | undefined,
    take: (rows: ArrowRows, ipc: () => Uint8Array<ArrayBuffer>) => Promise<void>,
  ): Promise<void> {
    const header = await this.#start(sql, what, signal, true);
    const fetch = (batches: number): Promise<(Uint8Array | null)[]> => {
      const fetched = Promise.all(Array.from({ length: batches }, () => this.bindings.fetchQueryResults(this.connection)));
      // Prevents an unhandled rejection; the error is reported when `coming` is awaited.
      fetched.catch(() => undefined);
      return fetched;
    };
    let coming = fetch(2);
    const made: Uint8Array[] = [];
    try {
      for (let ended = false; !ended || made.length > 0;) {
        throwIfAborted(signal, what);
        // A null means that the time slice has ended before a batch was complete.
        const batches = (await coming).filter((batch) => batch !== null);
        ended ||= batches.some((batch) => batch.length === 0);
        made.push(...batches.filter((batch) => batch.length > 0));
        coming = ended ? Promise.resolve([]) : fetch(BATCHES_AHEAD);
        // Collect batches until a part is full, so that parts have equal length.
        if (made.length < BATCHES_AHEAD && !(ended && made.length > 0)) continue;
        const own = made.splice(0, BATCHES_AHEAD);
        const reader = new ArrowReader(header);
        reader.add(own);
        const rows = reader.done();
        if (rows.rows > 0) await take(rows, () => wholeStream([header, ...own]));
      }
    } finally {
      // Wait for the pending fetch, because the next call on this connection must not begin before it has settled.
      await coming.catch(() => undefined);
    }
  }

  async #start(sql: string, what: string, signal: AbortSignal | undefined, stream: boolean): Promise<Uint8Array> {
    let header = await this.bindings.startPendingQuery(this.connection, sql, stream);
    while (header === null) {
      if (signal?.aborted) {
        await this.bindings.cancelPendingQuery(this.connection);
        throw abortError(what);
      }
      header = await this.bindings.pollPendingQuery(this.connection);
    }
    return header;
  }

  #abortable<T>(call: Promise<T>, what: string, signal: AbortSignal, begun: () => boolean): Promise<T> {
    const { clock, graceMs, stuck } = this.options;
    return new Promise<T>((resolve, reject) => {
      let disarm = (): void => undefined;
      const onAbort = (): void => {
        reject(abortError(what));
        // Start the timer only for a call that has begun, because a queued call does not occupy the connection.
        if (begun()) disarm = clock.after(graceMs, () => stuck(what));
      };
      const settle = (): void => {
        disarm();
        signal.removeEventListener('abort', onAbort);
      };
      call.finally(settle).then(resolve, reject);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
