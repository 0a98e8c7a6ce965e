import { abortError } from '../base/failure.ts';

/** A value that is available only at times. `get` waits until it is available; `shut` makes it unavailable again. */
export class Latch<T> {
  #open = false;
  #failure: Error | null = null;
  #settle: { resolve(value: T): void; reject(reason: Error): void } = { resolve: () => undefined, reject: () => undefined };
  #value: Promise<T> = this.#next();

  /** Resolves when the value is available. Rejects with an `AbortError` if the signal aborts first, or with the reason of `fail`. */
  get(signal: AbortSignal | undefined, what: string): Promise<T> {
    const value = this.#value;
    // If the value is available, do not delay a call that has a signal, so that calls keep their order.
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

  /** Rejects all pending and later calls of `get`. */
  fail(reason: Error): void {
    this.shut();
    this.#failure = reason;
    this.#settle.reject(reason);
  }

  #next(): Promise<T> {
    const value = new Promise<T>((resolve, reject) => (this.#settle = { resolve, reject }));
    // Prevents an unhandled rejection if no call of `get` is pending.
    value.catch(() => undefined);
    return value;
  }
}
