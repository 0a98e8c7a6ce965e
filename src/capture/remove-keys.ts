import { WorkbenchError } from '../base/failure.ts';
import { inOwnThread } from '../base/own-thread.ts';
import type { WorkOptions } from '../base/progress.ts';
import { startReader } from './reader-thread.ts';

/** The file without key material; the file itself where it holds none. */
export type RemoveKeys = (file: File, options?: Pick<WorkOptions, 'signal'>) => Promise<Blob>;

/** Works in a thread of its own, ended by the signal. */
export const removeKeysInWorker: RemoveKeys = async (file, { signal } = {}) => {
  const died = (message: string): Error => new WorkbenchError('DECODER_FAILED', `the thread that removes keys ended: ${message}`);
  const outcome = await inOwnThread(startReader, { signal, what: `removing keys from ${file.name}`, died }, async ({ service }) =>
    service.removeKeys(file),
  );
  if (outcome.ok) return outcome.copy ?? file;
  throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
};
