/**
 * Order of calls (R45): one at a time, in the order of arrival. Calls that share run beside each other, but never beside a
 * call that does not. A failed call delays no other.
 */
export interface CallQueue {
  add<T>(shared: boolean, work: () => Promise<T>): Promise<T>;
}

export function createCallQueue(): CallQueue {
  /** Settles when the last call that ran alone has ended. */
  let alone: Promise<unknown> = Promise.resolve();
  /** Settles when every call so far has ended. */
  let all: Promise<unknown> = Promise.resolve();
  return {
    add(shared, work) {
      const call = (shared ? alone : all).then(work);
      // The chain keeps no results alive.
      all = Promise.allSettled([all, call]).then(() => undefined);
      if (!shared) alone = all;
      return call;
    },
  };
}
