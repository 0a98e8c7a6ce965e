import { SvelteMap } from 'svelte/reactivity';
import { groupBy } from '../../../base/group.ts';
import type { QueryResult } from '../../../tables/result-set.ts';
import { TRACE_POINTS } from '../../../answers/devices/device-sql.ts';

/** Delay in ms that collects requests for RSSI traces while a person scrolls into one request. */
const TOGETHER_MS = 40;

/**
 * Loads the traces of rows as they come into view; rows that appear at about the same time share one statement. A failed trace is requested
 * again when its row reappears.
 */
export class Traces {
  /** Mean RSSI over time of each address in dBm, `TRACE_POINTS` values; NaN where it was not received. */
  readonly #known = new SvelteMap<string, Float64Array>();
  #asked: string[] = [];
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly fetch: (addresses: readonly string[], signal: AbortSignal) => Promise<QueryResult>) {}

  /** Returns the RSSI trace of an address if it is loaded; otherwise requests it. */
  of(address: string): Float64Array | undefined {
    const known = this.#known.get(address);
    if (known === undefined && !this.#controller.signal.aborted) {
      if (!this.#asked.includes(address)) this.#asked.push(address);
      this.#timer ??= setTimeout(() => void this.#ask(), TOGETHER_MS);
    }
    return known;
  }

  /** Cancels pending requests for RSSI traces; no further ones are made. */
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
      // The statement was cancelled or the capture closed: leave these rows without a line.
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
