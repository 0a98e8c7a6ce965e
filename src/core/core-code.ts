import CoreWorker from './core.worker.ts?worker&inline';

/**
 * The constructor of the core's worker. The one file has another version of this module (.ci/vite/core-thread.ts): there the worker's
 * code is a block of the page, which has to be read first.
 */
export const coreCode = (): Promise<new (options: { readonly name: string }) => Worker> => Promise.resolve(CoreWorker);
