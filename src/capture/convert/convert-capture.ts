import * as comlink from 'comlink';
import { WorkbenchError } from '../../base/failure.ts';
import { inOwnThread } from '../../base/own-thread.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { DecodeAssets } from '../decoder.ts';
import { readers } from '../reader-thread.ts';
import type { Converted, TakePart } from './convert.ts';

/** Converts a capture; `take` gets the files one at a time. Rejects as `convert` does, or with the error of `take`. */
export type ConvertCapture = (file: File, capture_id: string, take: TakePart, options: WorkOptions) => Promise<Converted>;

/** Converts in a worker, which ends with the conversion or when the signal fires, because memory of WebAssembly never shrinks. */
export const convertInWorker =
  (assets: DecodeAssets): ConvertCapture =>
  async (file, capture_id, take, { signal, onProgress }) => {
    const died = (message: string): Error => new WorkbenchError('DECODER_FAILED', `the decoder's thread ended: ${message}`);
    const outcome = await inOwnThread(
      () => readers.lend(),
      { signal, what: `converting ${file.name}`, died },
      async ({ thread }, fail) => {
        // An error from `take` loses its class on the way to the worker and back, so it is kept here and rethrown.
        const taking: TakePart = async (path, bytes, label) => {
          try {
            await take(path, bytes, label);
          } catch (error) {
            fail(error);
            throw error;
          }
        };
        return thread.service.convert(
          file,
          capture_id,
          comlink.proxy(taking),
          onProgress ? comlink.proxy(onProgress) : null,
          comlink.proxy(assets),
        );
      },
    );
    if (outcome.ok) return outcome.converted;
    throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
  };
