/**
 * Detects that a worker has ended, for any reason. A worker that crashed posts no message, but neither does one in a long synchronous step.
 * So each worker holds a Web Lock as long as it lives, and its owner waits for that lock. Without Web Locks (on plain http), only the
 * worker's `error` event can be used.
 */

/** The message that a worker posts when it holds its lock. */
const HELD = 'living-worker/held';

let serial = 0;
/** Part of every lock's name, because all pages of an origin share the names of locks. */
const page = globalThis.crypto.randomUUID();

/**
 * Starts a worker whose script calls `holdLife`.
 * @param make starts the worker with the given name, which is also the name of its lock
 * @param ended called when the worker has ended; by default, dispatches an `error` event on it, as if its script had failed
 */
export function livingWorker(
  make: (options: { readonly name: string }) => Worker,
  what: string,
  ended: (worker: Worker) => void = (worker) => worker.dispatchEvent(new ErrorEvent('error', { message: 'its thread ended' })),
): Worker {
  const name = `${what} ${page} ${String(++serial)}`;
  const worker = make({ name });
  worker.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data !== HELD) return;
    event.stopImmediatePropagation();
    void navigator.locks.request(name, () => {
      ended(worker);
    });
  });
  return worker;
}

/** To be called first in a worker: holds its lock as long as the worker lives. Settles once it holds the lock or locks are refused. */
export function holdLife(): Promise<void> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (locks === undefined) return Promise.resolve();
  return new Promise((held) => {
    const hold = (): Promise<never> => {
      postMessage(HELD);
      held();
      return new Promise<never>(() => undefined);
    };
    // Continue without a lock: pages with an opaque origin, such as sandboxed frames, may not use locks.
    locks.request(self.name, hold).catch(held);
  });
}
