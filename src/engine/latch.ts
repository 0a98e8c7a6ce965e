import { abortError } from '../base/failure.ts';

/** A value that is available at times. `get` waits until it is; `shut` makes it unavailable again. */
export class Latch<T> {
  #open = false;
  #failure: Error | null = null;
  #settle: { resolve(value: T): void; reject(reason: Error): void } = { resolve: () => undefined, reject: () => undefined };
  #value: Promise<T> = this.#next();

  /** Resolves once the value is available. Rejects with an `AbortError` when the signal fires first, or with the failure. */
  get(signal: AbortSignal | undefined, what: string): Promise<T> {
    const value = this.#value;
    // Calls keep their order: nothing delays those with a signal while the value is there.
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

  /** Every waiting and every later `get` rejects. */
  fail(reason: Error): void {
    this.shut();
    this.#failure = reason;
    this.#settle.reject(reason);
  }

  #next(): Promise<T> {
    const value = new Promise<T>((resolve, reject) => (this.#settle = { resolve, reject }));
    // A failure concerns only those who wait.
    value.catch(() => undefined);
    return value;
  }
}
