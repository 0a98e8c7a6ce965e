import type { TimingClock } from '../tools/definition.ts';

/** The page's clock, for what may have none of its own. */
export const pageClock: TimingClock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
