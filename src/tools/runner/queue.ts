/**
 * Schedules calls (R45): one at a time, in order of arrival. Shared calls run concurrently with each other, but never with an exclusive
 * call. A failed call does not affect the others.
 */
export interface CallQueue {
  add<T>(shared: boolean, work: () => Promise<T>): Promise<T>;
}

export function createCallQueue(): CallQueue {
  /** Settles when the last exclusive call has ended. */
  let alone: Promise<unknown> = Promise.resolve();
  /** Settles when all calls so far have ended. */
  let all: Promise<unknown> = Promise.resolve();
  return {
    add(shared, work) {
      const call = (shared ? alone : all).then(work);
      // Discard results, so that the promise chain does not keep them in memory.
      all = Promise.allSettled([all, call]).then(() => undefined);
      if (!shared) alone = all;
      return call;
    },
  };
}
