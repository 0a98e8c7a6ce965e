import CoreWorker from './core.worker.ts?worker&inline';

/**
 * The constructor of the core's worker. The build of the one-file page replaces this module (.ci/vite/core-thread.ts): there the worker's
 * code is text in an element of the page, which must be read first.
 */
export const coreCode = (): Promise<new (options: { readonly name: string }) => Worker> => Promise.resolve(CoreWorker);
