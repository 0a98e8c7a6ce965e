/** Whose turn it is (R45): one at a time, in the order of asking, but those that share run at once. A failed one holds up nobody. */
export interface Turns {
  take<T>(shared: boolean, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  /** Settles when the last one that ran alone has ended. */
  let alone: Promise<unknown> = Promise.resolve();
  /** Settles when everything asked for so far has ended. */
  let all: Promise<unknown> = Promise.resolve();
  return {
    take(shared, work) {
      const turn = (shared ? alone : all).then(work);
      // Nothing of what came of them is held on to.
      all = Promise.allSettled([all, turn]).then(() => undefined);
      if (!shared) alone = all;
      return turn;
    },
  };
}
