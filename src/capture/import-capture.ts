import * as comlink from 'comlink';
import { WorkbenchError, abortError } from '../base/failure.ts';
import CaptureWorker from './capture.worker.ts?worker&inline';
import type { CaptureService } from './capture-service.ts';
import type { DecodeAssets } from './decoder.ts';
import { guardedSink } from './guarded-sink.ts';
import type { ImportCapture } from './import.ts';

/**
 * Reads a file in a worker of its own. The worker keeps no state, so cancelling ends it at once; its memory goes with
 * it. A sink that fails ends the reading too.
 */
export const createImportCapture =
  (assets: DecodeAssets): ImportCapture =>
  async (file, sink, options = {}) => {
    const { signal, onProgress } = options;
    if (signal?.aborted) throw abortError(`opening ${file.name}`);
    const time = { insert: 0 };
    let over = false;
    const worker = new CaptureWorker();
    const service = comlink.wrap<CaptureService>(worker);
    let fail: (reason: unknown) => void = () => undefined;
    const ended = new Promise<never>((_, reject) => (fail = reject));
    const abort = (): void => fail(abortError(`opening ${file.name}`));
    worker.addEventListener('error', (event) => fail(new WorkbenchError('DECODER_FAILED', `the decoder's thread ended: ${event.message}`)));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const reading = service.read(
        file,
        comlink.proxy(guardedSink(sink, () => over || signal?.aborted === true, fail, time)),
        onProgress ? comlink.proxy(onProgress) : null,
        comlink.proxy(assets),
        { choice: options.choice, memory_bytes: options.memory_bytes },
      );
      const outcome = await Promise.race([reading, ended]);
      if (outcome.ok) return { ...outcome.summary, timings: { ...outcome.summary.timings, ...time } };
      throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
    } finally {
      over = true;
      signal?.removeEventListener('abort', abort);
      worker.terminate();
    }
  };
