import { livingWorker } from '../threads/living-worker.ts';
import CoreWorker from './core.worker.ts?worker&inline';

/**
 * Starts the core's worker from a blob, so that the page's content security policy holds in it too.
 * @param ended called when the worker ended, for any reason
 */
export const startCoreThread = (ended: (worker: Worker) => void): Worker =>
  livingWorker((options) => new CoreWorker(options), 'core', ended);
