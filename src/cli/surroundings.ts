import { availableParallelism } from 'node:os';

/**
 * Must be imported before the core: defines in Node what the core expects on every platform, and sends the core's log messages to standard
 * error, because standard output contains only the answer.
 */
const scope = globalThis as { navigator?: { readonly hardwareConcurrency: number } };
// Node defines `navigator` from version 21 on.
scope.navigator ??= { hardwareConcurrency: availableParallelism() };
console.debug = () => undefined;
