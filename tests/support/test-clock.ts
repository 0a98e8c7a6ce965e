import type { EngineClock } from '../../src/engine/state.ts';

/** A clock that a test moves. Timers run in order of their time, and work that they start runs before the next one. */
export class TestClock implements EngineClock {
  #now = 1_700_000_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly work: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.work();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets the engine of `node-engine.ts` make some 20 raw calls. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 40; round++) await new Promise((resolve) => setImmediate(resolve));
}
