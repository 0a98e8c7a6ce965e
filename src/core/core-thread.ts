import { livingWorker } from '../threads/living-worker.ts';
import { coreCode } from './core-code.ts';

/**
 * Starts the core's worker from a blob, so that the page's content security policy holds in it too.
 * @param ended called when the worker ended, for any reason
 */
export type StartCore = (ended: (worker: Worker) => void) => Worker;

/** Resolves when the core's code is there. Rejects where a shared file was damaged. */
export async function coreThread(): Promise<StartCore> {
  const CoreWorker = await coreCode();
  return (ended) => livingWorker((options) => new CoreWorker(options), 'core', ended);
}
