import type { Thread } from './own-thread.ts';

/** A thread that is lent for one piece of work. */
export interface LentThread<T extends Thread> extends Thread {
  readonly thread: T;
  /** Call when the work succeeded and left no state: `terminate` then keeps the thread for the next caller. */
  readonly keep: () => void;
}

/** Keeps one thread ready, because starting one, reading its script and compiling its code takes a while. */
export class SpareThread<T extends Thread> {
  #ready: T | null = null;
  /** Threads that had an error of their own. */
  readonly #failed = new WeakSet<T>();

  /** @param start starts a thread, and does in it what the first caller would wait for */
  constructor(private readonly start: () => T) {}

  /** Starts a spare thread if there is none. */
  prepare(): void {
    if (this.#ready === null) this.#ready = this.#begin();
  }

  /**
   * Lends the spare thread, or a new one; no other is made ready before `prepare`. A thread whose work failed or was cancelled
   * ends, because its state is unknown; only one that was marked with `keep` is lent again.
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

  /** A thread that fails while it waits is ended and not lent: it would never answer. */
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
