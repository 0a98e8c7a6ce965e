import { Worker as Thread } from 'node:worker_threads';

/**
 * Wraps a Node thread in the part of the browser's `Worker` interface that the product uses. A thread that ends by itself fires an `error`
 * event, like a worker whose script fails.
 */
export class ThreadWorker extends EventTarget {
  readonly #thread: Thread;
  #ended = false;

  /** @param url URL of the thread's module, which must import `scope.ts` first */
  constructor(url: URL, { name = '' }: { readonly name?: string } = {}) {
    super();
    this.#thread = new Thread(url, { name, workerData: name });
    this.#thread.on('message', (data: unknown) => {
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
    this.#thread.on('messageerror', () => {
      this.dispatchEvent(new MessageEvent('messageerror'));
    });
    this.#thread.on('error', ({ message }) => {
      this.#fail(message);
    });
    this.#thread.on('exit', () => {
      this.#fail('its thread ended');
    });
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    // The cast is needed because the two libraries declare the same ports and buffers differently.
    this.#thread.postMessage(message, transfer as unknown as Parameters<Thread['postMessage']>[1]);
  }

  terminate(): void {
    this.#ended = true;
    void this.#thread.terminate();
  }

  #fail(message: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
