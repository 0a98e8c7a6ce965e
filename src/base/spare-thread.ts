import type { Thread } from './own-thread.ts';

/** One thread kept ready for whoever asks next, because starting one and reading its script takes a while. */
export class SpareThread<T extends Thread> {
  #ready: T | null = null;

  /** @param start starts a thread and whatever is to be done in it before it is needed. */
  constructor(private readonly start: () => T) {}

  /** Starts the spare one where there is none. */
  prepare(): void {
    if (this.#ready !== null) return;
    const thread = this.start();
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
