import { abortError, throwIfAborted } from './failure.ts';

export type ThreadErrorListener = (event: { readonly message: string }) => void;

/** The members of a worker needed to end it. */
export interface Thread {
  addEventListener(type: 'error', listener: ThreadErrorListener): void;
  removeEventListener(type: 'error', listener: ThreadErrorListener): void;
  terminate(): void;
}

export interface ThreadWork {
  readonly signal?: AbortSignal | undefined;
  /** Names the cancelled operation in the `AbortError` message. */
  readonly what: string;
  /** Makes the error to throw when the thread itself fails; `message` is the platform's error text. */
  readonly died: (message: string) => Error;
}

/**
 * Runs `work` in a thread from `start` and terminates the thread at the first of: completion of `work`, the abort signal, an error of the
 * thread, or a call of `fail` (for failures detected outside the thread). `ended` rejects in every case except completion, for work that
 * waits for the thread. Does not start a thread if the signal has already fired.
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
