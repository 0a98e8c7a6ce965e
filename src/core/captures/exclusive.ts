/** Runs work with the same key one after another; work with different keys runs at the same time. */
export class Exclusive {
  readonly #last = new Map<string, { readonly controller: AbortController; readonly done: Promise<unknown> }>();

  has(key: string): boolean {
    return this.#last.has(key);
  }

  /** Runs work after earlier work with the same key. Its signal aborts with the caller's, or when `end` is called for the key. */
  async run<T>(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    const earlier = this.#last.get(key)?.done;
    const running = (async () => {
      await earlier?.catch(() => undefined);
      return work(either);
    })();
    const entry = { controller, done: running.catch(() => undefined) };
    this.#last.set(key, entry);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === entry) this.#last.delete(key);
    }
  }

  /** Cancels the work with this key and waits until it has ended. */
  async end(key: string): Promise<void> {
    const last = this.#last.get(key);
    last?.controller.abort();
    await last?.done;
  }
}
