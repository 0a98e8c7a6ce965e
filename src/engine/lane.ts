import { abortError, throwIfAborted } from '../base/failure.ts';
import type { Bindings } from './bindings.ts';
import { ArrowReader, wholeStream } from './rows.ts';
import type { ArrowRows } from './rows.ts';

/** Record batches (of 2048 rows) that are asked for at once. */
const BATCHES_AHEAD = 16;

/**
 * One connection and the queue in front of it: DuckDB keeps one pending query per connection, so calls take
 * turns. A cancelled call rejects at once; its connection tidies up behind it before the next call starts.
 */
export class Lane {
  #tail: Promise<unknown> = Promise.resolve();

  /**
   * @param stuck called when a cancelled call still occupies the engine after `graceMs`: a single step of
   *   DuckDB (a join without an index over millions of pairs) cannot be interrupted from outside.
   */
  constructor(
    readonly bindings: Bindings,
    readonly connection: number,
    private readonly graceMs: number,
    private readonly stuck: (what: string) => void,
  ) {}

  /** Runs `job` when the connection is free. Rejects with an `AbortError` as soon as the signal says so. */
  run<T>(what: string, signal: AbortSignal | undefined, job: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(async () => {
      throwIfAborted(signal, what);
      return job();
    });
    this.#tail = turn.catch(() => undefined);
    return signal ? this.#abortable(turn, what, signal) : turn;
  }

  /** Runs a query to its end; between two slices of work, and two record batches, it looks at the signal. */
  async collect(sql: string, what: string, signal: AbortSignal | undefined): Promise<ArrowRows> {
    const reader = new ArrowReader(await this.#start(sql, what, signal, false));
    // Asking ahead hides the way to the worker and back; most answers are one batch and its end.
    for (let ahead = 2; ; ahead = BATCHES_AHEAD) {
      throwIfAborted(signal, what);
      const fetches = Array.from({ length: ahead }, () => this.bindings.fetchQueryResults(this.connection));
      const parts = (await Promise.all(fetches)).filter((part) => part !== null);
      reader.add(parts.filter((part) => part.length > 0));
      if (parts.some((part) => part.length === 0)) return reader.done();
    }
  }

  /** The same part by part: the rows of the next one are made while `take` works on the one before, and no others. */
  async parts(
    sql: string,
    what: string,
    signal: AbortSignal | undefined,
    take: (rows: ArrowRows, ipc: () => Uint8Array<ArrayBuffer>) => Promise<void>,
  ): Promise<void> {
    const header = await this.#start(sql, what, signal, true);
    const ask = (batches: number): Promise<(Uint8Array | null)[]> => {
      const asked = Promise.all(Array.from({ length: batches }, () => this.bindings.fetchQueryResults(this.connection)));
      // Told where it is waited for.
      asked.catch(() => undefined);
      return asked;
    };
    let coming = ask(2);
    const made: Uint8Array[] = [];
    try {
      for (let ended = false; !ended || made.length > 0;) {
        throwIfAborted(signal, what);
        // Null asks for patience: the engine worked for a slice of time and has no batch yet.
        const batches = (await coming).filter((batch) => batch !== null);
        ended ||= batches.some((batch) => batch.length === 0);
        made.push(...batches.filter((batch) => batch.length > 0));
        coming = ended ? Promise.resolve([]) : ask(BATCHES_AHEAD);
        // Parts are equally long, however the batches came.
        if (made.length < BATCHES_AHEAD && !(ended && made.length > 0)) continue;
        const own = made.splice(0, BATCHES_AHEAD);
        const reader = new ArrowReader(header);
        reader.add(own);
        const rows = reader.done();
        if (rows.rows > 0) await take(rows, () => wholeStream([header, ...own]));
      }
    } finally {
      // The next call on this connection starts when nothing is under way.
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

  #abortable<T>(turn: Promise<T>, what: string, signal: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onAbort = () => {
        reject(abortError(what));
        timer = setTimeout(() => this.stuck(what), this.graceMs);
      };
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      turn.finally(settle).then(resolve, reject);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
