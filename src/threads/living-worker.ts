/**
 * Notices the end of a worker, however it ends. A worker that is terminated or crashes posts nothing, and one in a long synchronous
 * step does not answer either, so silence proves nothing. So each worker holds a Web Lock from its start to its end, and its owner waits for
 * that lock. Where there are no locks (plain http) the platform's own `error` event is all there is.
 */

/** Message of a worker that holds its lock. */
const HELD = 'living-worker/held';

let serial = 0;
/** Locks have one name space for all pages of an origin. */
const page = globalThis.crypto.randomUUID();

/**
 * Starts a worker that calls `holdLife`.
 * @param make starts the worker with a name, which is the name of its lock
 * @param ended called when the worker ended, for any reason; by default the worker then gets an `error` event, as if its script had failed
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
    // Refused in a page without an origin of its own, as in a sandboxed frame.
    locks.request(self.name, hold).catch(held);
  });
}
