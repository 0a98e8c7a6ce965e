import { abortError } from '../base/failure.ts';

/** A value that is not always available. `get` waits until it is; `shut` makes it unavailable again. */
export class Latch<T> {
  #open = false;
  #failure: Error | null = null;
  #settle: { resolve(value: T): void; reject(reason: Error): void } = { resolve: () => undefined, reject: () => undefined };
  #value: Promise<T> = this.#next();

  /** Resolves once the value is available. Rejects with an `AbortError` when the signal fires first, or with the failure. */
  get(signal: AbortSignal | undefined, what: string): Promise<T> {
    const value = this.#value;
    // Calls keep their order: if the value is available, a call with a signal is not delayed.
    if (!signal || this.#open) return value;
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => reject(abortError(what));
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      void value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  open(value: T): void {
    this.#open = true;
    this.#settle.resolve(value);
  }

  shut(): void {
    if (!this.#open || this.#failure) return;
    this.#open = false;
    this.#value = this.#next();
  }

  /** Rejects every pending and later `get`. */
  fail(reason: Error): void {
    this.shut();
    this.#failure = reason;
    this.#settle.reject(reason);
  }

  #next(): Promise<T> {
    const value = new Promise<T>((resolve, reject) => (this.#settle = { resolve, reject }));
    // Prevents an unhandled rejection if no `get` is pending.
    value.catch(() => undefined);
    return value;
  }
}
