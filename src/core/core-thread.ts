import { livingWorker } from '../threads/living-worker.ts';
import { coreCode } from './core-code.ts';

/**
 * Starts the core's worker from a blob, so that the page's content security policy applies in the worker too.
 * @param ended called when the worker has ended, for any reason
 */
export type StartCore = (ended: (worker: Worker) => void) => Worker;

/** Returns the function that starts the core, once the core's code is loaded. Rejects if the one-file page is damaged. */
export async function coreThread(): Promise<StartCore> {
  const CoreWorker = await coreCode();
  return (ended) => livingWorker((options) => new CoreWorker(options), 'core', ended);
}
