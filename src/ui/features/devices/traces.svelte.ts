import { SvelteMap } from 'svelte/reactivity';
import { groupBy } from '../../../base/group.ts';
import type { QueryResult } from '../../../tables/result-set.ts';
import { TRACE_POINTS } from '../../../answers/devices/device-sql.ts';

/** Time for the rows of one scroll to be requested together. */
const TOGETHER_MS = 40;

/**
 * Fetches the traces of rows as they come into view: all that ask within a moment with one statement. A row whose trace
 * failed asks again when it comes back.
 */
export class Traces {
  /** Mean strength over time of each address in dBm, `TRACE_POINTS` long; NaN where it was not heard. */
  readonly #known = new SvelteMap<string, Float64Array>();
  #asked: string[] = [];
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly fetch: (addresses: readonly string[], signal: AbortSignal) => Promise<QueryResult>) {}

  /** The trace if it is there; asks for it if not. */
  of(address: string): Float64Array | undefined {
    const known = this.#known.get(address);
    if (known === undefined && !this.#controller.signal.aborted) {
      if (!this.#asked.includes(address)) this.#asked.push(address);
      this.#timer ??= setTimeout(() => void this.#ask(), TOGETHER_MS);
    }
    return known;
  }

  /** Cancels what is requested; nothing is requested from here on. */
  close(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  async #ask(): Promise<void> {
    const addresses = this.#asked.filter((address) => !this.#known.has(address));
    this.#asked = [];
    try {
      if (addresses.length > 0) await this.#fetch(addresses);
    } catch {
      // A statement that was cancelled, or a capture that was closed: the rows stay without a line.
    } finally {
      this.#timer = undefined;
    }
    if (this.#asked.length > 0) this.#timer = setTimeout(() => void this.#ask(), TOGETHER_MS);
  }

  async #fetch(addresses: readonly string[]): Promise<void> {
    const { rows } = await this.fetch(addresses, this.#controller.signal);
    const traces = groupBy(rows, ([address]) => String(address));
    for (const address of addresses) {
      const trace = new Float64Array(TRACE_POINTS).fill(NaN);
      for (const [, point, rssi] of traces.get(address) ?? []) trace[Number(point)] = Number(rssi);
      this.#known.set(address, trace);
    }
  }
}
