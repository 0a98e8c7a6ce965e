import CoreWorker from './core.worker.ts?worker&inline';

/**
 * The constructor of the core's worker. The one-file build replaces this module (.ci/vite/core-thread.ts), because there the worker's code
 * is a block of the page that must be read first.
 */
export const coreCode = (): Promise<new (options: { readonly name: string }) => Worker> => Promise.resolve(CoreWorker);
