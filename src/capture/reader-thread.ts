import * as comlink from 'comlink';
import { livingWorker } from '../threads/living-worker.ts';
import type { Thread } from '../base/own-thread.ts';
import { SpareThread } from '../base/spare-thread.ts';
import CaptureWorker from './capture.worker.ts?worker&inline';
import type { CaptureService } from './capture-service.ts';

/**
 * A thread that reads files. It has one `service` for its whole life: comlink tells the thread to stop listening when a proxy is
 * garbage-collected.
 */
export interface ReaderThread extends Thread {
  readonly service: comlink.Remote<CaptureService>;
}

export function startReader(): ReaderThread {
  const worker = livingWorker((options) => new CaptureWorker(options), 'reader');
  return {
    service: comlink.wrap<CaptureService>(worker),
    addEventListener: (type, listener) => {
      worker.addEventListener(type, listener);
    },
    removeEventListener: (type, listener) => {
      worker.removeEventListener(type, listener);
    },
    terminate: () => {
      worker.terminate();
    },
  };
}

/**
 * One reader's thread is kept from file to file, so that its compiled code stays. A thread whose file failed or was cancelled
 * ends with it.
 */
export const readers = new SpareThread(() => {
  const thread = startReader();
  // A failure here happens again where the result is needed, and is reported there.
  thread.service.warm().catch(() => undefined);
  return thread;
});

/** A thread that held more than this for a file ends with it: WebAssembly memory never shrinks. */
export const MOST_KEPT_BYTES = 256 * 2 ** 20;
