import type { TimingClock } from '../tools/definition.ts';

/** The clock of the thread. */
export const systemClock: TimingClock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
