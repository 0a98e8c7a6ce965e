import type { LiveClock } from '../../../src/live/clock.ts';

/** A clock that moves only when a test moves it. */
export class ManualClock implements LiveClock {
  private timers: { readonly at: number; readonly work: () => void }[] = [];

  constructor(public ms = 0) {}

  now(): number {
    return this.ms;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.ms + ms, work };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** Timers that are set. */
  get pending(): number {
    return this.timers.length;
  }

  /** Moves the clock, and runs each timer that comes due at its own time. */
  advance(ms: number): void {
    const end = this.ms + ms;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.ms = Math.max(this.ms, next.at);
      next.work();
    }
    this.ms = end;
  }
}
