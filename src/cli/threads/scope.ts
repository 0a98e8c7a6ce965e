import { parentPort, workerData } from 'node:worker_threads';
import { carryFiles } from './carry-files.ts';

/**
 * Imported first in every thread: gives it the global names that a worker of a browser has, as far as the workers of the product
 * use them.
 */
if (parentPort === null) throw new Error('broken invariant: this module runs in a thread');
const port = parentPort as unknown as MessagePort;
Object.assign(globalThis, {
  self: globalThis,
  name: String(workerData),
  postMessage: port.postMessage.bind(port),
  addEventListener: port.addEventListener.bind(port),
  removeEventListener: port.removeEventListener.bind(port),
});
carryFiles();
