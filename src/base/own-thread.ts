import { abortError, throwIfAborted } from './failure.ts';

/** As much of a worker as it takes to end it. */
export interface Thread {
  addEventListener(type: 'error', listener: (event: { readonly message: string }) => void): void;
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
 * Runs `work` in a thread that is started for it and ended with it, whatever comes first: its answer, the signal, the
 * thread's own end, or `fail`, for failures that the work hears of elsewhere. `ended` rejects with any of these but the
 * answer, for work that must not wait for a thread that is gone. Nothing is started for a signal that was given before.
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
  thread.addEventListener('error', ({ message }) => fail(died(message)));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(thread, fail, ended), ended]);
  } finally {
    signal?.removeEventListener('abort', abort);
    thread.terminate();
  }
}
