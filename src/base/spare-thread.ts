import type { Thread } from './own-thread.ts';

/** A thread that `SpareThread` lends for one unit of work. */
export interface LentThread<T extends Thread> extends Thread {
  readonly thread: T;
  /** To be called if the work succeeded and left no state: `terminate` then keeps the thread for the next caller instead of ending it. */
  readonly keep: () => void;
}

/** Keeps one started thread in reserve, because starting a worker, loading its script and compiling its code is slow. */
export class SpareThread<T extends Thread> {
  #ready: T | null = null;
  /** Threads that reported an error; they are never lent again. */
  readonly #failed = new WeakSet<T>();

  /** @param start starts a thread and warms it up for its first caller */
  constructor(private readonly start: () => T) {}

  /** Starts a spare thread if there is none. */
  prepare(): void {
    if (this.#ready === null) this.#ready = this.#begin();
  }

  /**
   * Lends the spare thread, or a new one if there is none. It does not start a replacement; `prepare` does. A thread is lent again only if
   * it was marked with `keep`: the state of one whose work failed or was cancelled is unknown, so it is terminated.
   */
  lend(): LentThread<T> {
    const thread = this.#ready ?? this.#begin();
    this.#ready = null;
    let kept = false;
    return {
      thread,
      keep: () => {
        kept = true;
      },
      addEventListener: (type, listener) => thread.addEventListener(type, listener),
      removeEventListener: (type, listener) => thread.removeEventListener(type, listener),
      terminate: () => {
        if (kept && this.#ready === null && !this.#failed.has(thread)) this.#ready = thread;
        else thread.terminate();
      },
    };
  }

  /** Starts a thread. If it fails while it is the spare, it is terminated and never lent, because it would not answer. */
  #begin(): T {
    const thread = this.start();
    thread.addEventListener('error', () => {
      this.#failed.add(thread);
      if (this.#ready !== thread) return;
      this.#ready = null;
      thread.terminate();
    });
    return thread;
  }
}
