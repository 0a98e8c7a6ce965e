import * as comlink from 'comlink';
import { WorkbenchError } from '../base/failure.ts';
import { inOwnThread } from '../base/own-thread.ts';
import type { WorkOptions } from '../base/progress.ts';
import { startReader } from './reader-thread.ts';
import type { Unpacked } from './wrapped/unpack.ts';

export type UnpackCaptures = (file: File, options?: WorkOptions) => Promise<Unpacked | null>;

/** The captures of a zip file that holds several; null for any other file. Works in a thread of its own, ended by the signal. */
export const unpackInWorker: UnpackCaptures = async (file, { signal, onProgress } = {}) => {
  const died = (message: string): Error => new WorkbenchError('DECODER_FAILED', `the unpacking thread ended: ${message}`);
  const outcome = await inOwnThread(startReader, { signal, what: `opening ${file.name}`, died }, async ({ service }) =>
    service.unpack(file, onProgress ? comlink.proxy(onProgress) : null),
  );
  if (outcome.ok) return outcome.unpacked;
  throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
};
