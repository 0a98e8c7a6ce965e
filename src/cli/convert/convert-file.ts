import * as comlink from 'comlink';
import { WorkbenchError } from '../../base/failure.ts';
import { inOwnThread } from '../../base/own-thread.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Converted, ConvertService } from './convert.worker.ts';
import ConvertWorker from './convert.worker.ts?worker&inline';

/** Converts one capture in a thread of its own, which ends with it or when the signal fires. */
export const convertFile = (
  file: File,
  capture_id: string,
  folder: string,
  module: WebAssembly.Module,
  { signal, onProgress }: WorkOptions,
): Promise<Converted> =>
  inOwnThread(
    () => new ConvertWorker({ name: 'convert' }),
    {
      signal,
      what: `converting ${file.name}`,
      died: (message) => new WorkbenchError('DECODER_FAILED', `the converter's thread ended: ${message}`),
    },
    async (thread) => {
      const remote = comlink.wrap<ConvertService>(thread);
      const report = onProgress === undefined ? null : comlink.proxy(onProgress);
      const outcome = await remote.convert(file, capture_id, folder, module, report);
      if (outcome.ok) return outcome.converted;
      throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
    },
  );
