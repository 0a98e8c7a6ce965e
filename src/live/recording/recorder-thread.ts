import type { LiveClock } from '../clock.ts';
import type { RecorderReply, RecorderRequest } from './recorder.worker.ts';

/** The part of `Worker` that this class uses. */
export interface RecorderWorker {
  postMessage(request: RecorderRequest): void;
  addEventListener(type: 'message', listener: (event: { readonly data: RecorderReply }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message: string }) => void): void;
  terminate(): void;
}

/**
 * Time in ms after which a worker that has not answered a request is terminated. A request writes a quarter of a second of a scan to disk,
 * which takes far less even on slow disks. If the limit is reached without need, the recording only continues in memory.
 */
export const SILENT_MS = 15_000;

/** Sends requests to the recorder's worker, which answers in order. Each request settles, even if the worker ends without an event. */
export class RecorderThread {
  private readonly waiting: { settle: (reply: RecorderReply) => void; cancel: () => void }[] = [];
  private ended: string | null = null;

  constructor(
    private readonly worker: RecorderWorker,
    private readonly clock: LiveClock,
  ) {
    worker.addEventListener('message', ({ data }) => {
      const first = this.waiting.shift();
      first?.cancel();
      first?.settle(data);
    });
    worker.addEventListener('error', ({ message }) => {
      this.end(`the recorder's thread ended: ${message}`);
    });
  }

  request(request: RecorderRequest): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.ended !== null) return Promise.reject(new Error(this.ended));
    return new Promise((resolve, reject) => {
      const cancel = this.clock.after(SILENT_MS, () => {
        this.end(`the recorder's thread did not answer for ${String(SILENT_MS / 1000)} s`);
      });
      this.waiting.push({
        settle: (reply) => {
          if ('error' in reply) reject(new Error(reply.error));
          else resolve(reply.bytes);
        },
        cancel,
      });
      this.worker.postMessage(request);
    });
  }

  /** Ends the worker, which then releases its file. */
  end(reason: string): void {
    if (this.ended !== null) return;
    this.ended = reason;
    this.worker.terminate();
    for (const { settle, cancel } of this.waiting.splice(0)) {
      cancel();
      settle({ error: reason });
    }
  }
}
