import type { Thread } from './own-thread.ts';

/** One thread kept ready for whoever asks next, because starting one and reading its script takes a while. */
export class SpareThread<T extends Thread> {
  #ready: T | null = null;

  /** @param start starts a thread and whatever is to be done in it before it is needed. */
  constructor(private readonly start: () => T) {}

  /** Starts the spare one where there is none. */
  prepare(): void {
    if (this.#ready !== null) return;
    this.giveBack(this.start());
  }

  /** A thread that did its work and holds nothing is the spare one again; where there is one, it ends. */
  giveBack(thread: T): void {
    if (this.#ready !== null) {
      thread.terminate();
      return;
    }
    this.#ready = thread;
    // One that ended by itself would never answer.
    thread.addEventListener('error', () => {
      if (this.#ready !== thread) return;
      this.#ready = null;
      thread.terminate();
    });
  }

  /** The spare one, or a new one; no other is made ready until `prepare`. */
  take(): T {
    const thread = this.#ready ?? this.start();
    this.#ready = null;
    return thread;
  }
}
