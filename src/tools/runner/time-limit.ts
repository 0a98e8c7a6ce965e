import type { TimingClock } from '../definition.ts';

/** A time limit in ms that does not run while a person is being asked. */
export interface TimeLimit {
  /** Stops the limit until the given work has settled; several pieces of work may overlap. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the limit without a call back. */
  end(): void;
}

export function timeLimit(clock: TimingClock, limit_ms: number, onPassed: () => void): TimeLimit {
  let left_ms = limit_ms;
  let holding = 0;
  let ended = false;
  let began = clock.now();
  let disarm = clock.after(left_ms, onPassed);
  return {
    async hold(work) {
      if (holding++ === 0) {
        disarm();
        left_ms -= clock.now() - began;
      }
      try {
        return await work();
      } finally {
        if (--holding === 0 && !ended) {
          began = clock.now();
          disarm = clock.after(Math.max(1, left_ms), onPassed);
        }
      }
    },
    end() {
      ended = true;
      disarm();
    },
  };
}
