import { parentPort, workerData } from 'node:worker_threads';
import { carryFiles } from './carry-files.ts';

/** Must be imported first in every thread: defines the global names of a browser's worker that the product's workers use. */
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
