/**
 * Detects the end of a worker for any reason. A worker that crashes posts no message, but neither does one in a long synchronous step.
 * So each worker holds a Web Lock for its lifetime, and its owner waits for that lock. Without Web Locks (plain http), only the `error`
 * event of the worker is available.
 */

/** Message of a worker that holds its lock. */
const HELD = 'living-worker/held';

let serial = 0;
/** Part of every lock name, because all pages of an origin share one namespace of locks. */
const page = globalThis.crypto.randomUUID();

/**
 * Starts a worker that calls `holdLife`.
 * @param make starts the worker with the given name, which is also the name of its lock
 * @param ended called when the worker has ended for any reason; by default dispatches an `error` event on it, as if its script had failed
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

/** Call first in the worker: holds the lock with the worker's name for its lifetime. Settles once it holds the lock or if locks are refused. */
export function holdLife(): Promise<void> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (locks === undefined) return Promise.resolve();
  return new Promise((held) => {
    const hold = (): Promise<never> => {
      postMessage(HELD);
      held();
      return new Promise<never>(() => undefined);
    };
    // Pages with an opaque origin, such as sandboxed frames, may not use locks.
    locks.request(self.name, hold).catch(held);
  });
}
