import type { TextStore } from '../../src/core/keeping/text-store.ts';

/** A store that several pages may share, as tabs do; operations run one at a time. */
export function memoryStore(): TextStore {
  let kept: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const queued = <T>(work: () => T): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  return {
    read: () => queued(() => kept),
    update: (change) =>
      queued(() => {
        kept = change(kept);
        for (const listener of listeners) listener();
      }),
    follow: (listener) => void listeners.add(listener),
  };
}
