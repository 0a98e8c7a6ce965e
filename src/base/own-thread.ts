import { abortError, throwIfAborted } from './failure.ts';

export type ThreadErrorListener = (event: { readonly message: string }) => void;

/** As much of a worker as it takes to end it. */
export interface Thread {
  addEventListener(type: 'error', listener: ThreadErrorListener): void;
  removeEventListener(type: 'error', listener: ThreadErrorListener): void;
  terminate(): void;
}

export interface ThreadWork {
  readonly signal?: AbortSignal | undefined;
  /** What the caller's `AbortError` says was cancelled. */
  readonly what: string;
  /** What to throw where the thread itself ends; `message` is the platform's. */
  readonly died: (message: string) => Error;
}

/**
 * Runs `work` in a thread from `start` and ends the thread at the first of: the answer of `work`, the signal, an error of the
 * thread, or a call of `fail` (for failures that the work learns of elsewhere). `ended` rejects on all of these but the answer,
 * for work that waits for something that only the thread can do. Starts nothing if the signal has already fired.
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
