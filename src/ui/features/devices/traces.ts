import type { QueryResult } from '../../../tables/result-set.ts';
import { TRACE_POINTS } from '../../../answers/devices/device-sql.ts';

/** Mean strength over time of one address in dBm, `TRACE_POINTS` long; NaN where it was not heard. */
export type Trace = Float64Array;

/** Time for the rows of one scroll to ask together. */
const TOGETHER_MS = 40;

/**
 * Fetches the traces of rows as they come into view: all that ask within a moment with one statement. A row whose trace
 * failed asks again when it comes back.
 */
export class Traces {
  readonly #known = new Map<string, Trace>();
  readonly #asked = new Set<string>();
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly fetch: (addresses: readonly string[], signal: AbortSignal) => Promise<QueryResult>,
    /** New traces have come. */
    private readonly changed: () => void,
  ) {}

  /** The trace if it is there; asks for it if not. */
  of(address: string): Trace | undefined {
    const known = this.#known.get(address);
    if (known === undefined && !this.#controller.signal.aborted) {
      this.#asked.add(address);
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
    const addresses = [...this.#asked].filter((address) => !this.#known.has(address));
    this.#asked.clear();
    try {
      if (addresses.length > 0) await this.#fetch(addresses);
    } catch {
      // A statement that was given up, or a capture that was closed: the rows stay without a line.
    } finally {
      this.#timer = undefined;
    }
    if (this.#asked.size > 0) this.#timer = setTimeout(() => void this.#ask(), TOGETHER_MS);
  }

  async #fetch(addresses: readonly string[]): Promise<void> {
    const { rows } = await this.fetch(addresses, this.#controller.signal);
    for (const address of addresses) this.#known.set(address, new Float64Array(TRACE_POINTS).fill(NaN));
    for (const [address, point, rssi] of rows) {
      const trace = this.#known.get(String(address));
      if (trace) trace[Number(point)] = Number(rssi);
    }
    this.changed();
  }
}
