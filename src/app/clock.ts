import { Pace } from '../engine/pace.ts';
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

const pace = new Pace();

/** Lets whatever waits (input, drawing) go first. */
export const pageRest = (): Promise<void> => pace.rest();

/** The same, where the thread has worked for a while. */
export const pageTurn = async (): Promise<void> => {
  if (pace.due()) await pace.rest();
};
