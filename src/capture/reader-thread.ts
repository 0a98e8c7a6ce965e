import * as comlink from 'comlink';
import { livingWorker } from '../threads/living-worker.ts';
import type { Thread } from '../base/own-thread.ts';
import { SpareThread } from '../base/spare-thread.ts';
import CaptureWorker from './capture.worker.ts?worker&inline';
import type { CaptureService } from './capture-service.ts';

/**
 * A thread that reads one file. It has one `service` for its whole life: a proxy that nobody holds any longer is collected,
 * and comlink then tells the other side to stop listening.
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
    terminate: () => {
      worker.terminate();
    },
  };
}

/** A thread per file, ended with it; the next one is kept ready. */
export const readers = new SpareThread(() => {
  const thread = startReader();
  // What a file would wait for otherwise; whatever goes wrong here goes wrong again where it is needed, and is told there.
  thread.service.warm().catch(() => undefined);
  return thread;
});
