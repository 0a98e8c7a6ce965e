import type { TimingClock } from '../tools/definition.ts';

/** Wall clock and timer of the current thread. */
export const systemClock: TimingClock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
