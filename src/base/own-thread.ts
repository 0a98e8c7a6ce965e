import { abortError, throwIfAborted } from './failure.ts';

export type ThreadErrorListener = (event: { readonly message: string }) => void;

/** What is needed of a worker to end it and to notice that it failed. */
export interface Thread {
  addEventListener(type: 'error', listener: ThreadErrorListener): void;
  removeEventListener(type: 'error', listener: ThreadErrorListener): void;
  terminate(): void;
}

export interface ThreadWork {
  readonly signal?: AbortSignal | undefined;
  /** Words for the operation in the message of the `AbortError`. */
  readonly what: string;
  /** Creates the error to throw if the thread itself fails; `message` is the platform's error text. */
  readonly died: (message: string) => Error;
}

/**
 * Runs `work` in a thread from `start`. The thread is terminated when `work` completes, the signal aborts, the thread fails, or `fail` is
 * called (for a failure that is detected outside the thread). `ended` rejects in all these cases except completion, so that work can wait
 * for it. If the signal has already aborted, no thread is started.
 */
export async function inOwnThread<T extends Thread, R>(
  start: () => T,
  { signal, what, died }: ThreadWork,
  work: (thread: T, fail: (reason: unknown) => void, ended: Promise<never>) => Promise<R>,
): Promise<R> {
  throwIfAborted(signal, what);
  const thread = start();
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (fail = reject));
  const abort = (): void => fail(abortError(what));
  const onError: ThreadErrorListener = ({ message }) => fail(died(message));
  thread.addEventListener('error', onError);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(thread, fail, ended), ended]);
  } finally {
    signal?.removeEventListener('abort', abort);
    thread.removeEventListener('error', onError);
    thread.terminate();
  }
}
