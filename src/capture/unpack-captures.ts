import * as comlink from 'comlink';
import { WorkbenchError, abortError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import CaptureWorker from './capture.worker.ts?worker&inline';
import type { CaptureService } from './capture-service.ts';
import type { Unpacked } from './wrapped/unpack.ts';

export type UnpackCaptures = (file: File, options?: WorkOptions) => Promise<Unpacked | null>;

/** The captures of a zip file that holds several; null for any other file. Works in a thread of its own, ended by the signal. */
export const unpackInWorker: UnpackCaptures = async (file, options = {}) => {
  const { signal, onProgress } = options;
  if (signal?.aborted) throw abortError(`opening ${file.name}`);
  const worker = new CaptureWorker();
  const service = comlink.wrap<CaptureService>(worker);
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (fail = reject));
  const abort = (): void => fail(abortError(`opening ${file.name}`));
  worker.addEventListener('error', (event) => fail(new WorkbenchError('DECODER_FAILED', `the unpacking thread ended: ${event.message}`)));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const outcome = await Promise.race([service.unpack(file, onProgress ? comlink.proxy(onProgress) : null), ended]);
    if (outcome.ok) return outcome.unpacked;
    throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
  } finally {
    signal?.removeEventListener('abort', abort);
    worker.terminate();
  }
};
