import { availableParallelism } from 'node:os';

/**
 * Imported before the core: gives Node what the core's code expects of every platform that it runs on, and keeps its log off
 * standard output, which is the answer's.
 */
const scope = globalThis as { navigator?: { readonly hardwareConcurrency: number } };
// Node has it from version 21 on.
scope.navigator ??= { hardwareConcurrency: availableParallelism() };
console.debug = () => undefined;
