/** The whole ABI on one page. What the numbers mean is said where each function lives. */
import { ABI_VERSION } from './abi';

export { reset, alloc, mark, release } from './lib/arena';
export { orderRows } from './kernels/order';
export { featuresOf, segmentsOf } from './kernels/features';
export { pairsSetup, pairsRun, pairsConsidered, pairsWritten } from './kernels/pairs';
export { successionSetup } from './succession/state';
export { successionRun, successionConsidered, successionTerms, successionWritten } from './succession/score';
export { marginals } from './succession/marginals';
export { successionLearn } from './succession/learn';
export { posterior, exponentials, logarithms } from './kernels/posterior';
export { assign } from './kernels/assign';
export { resolveWith } from './kernels/resolve';

export function abiVersion(): u32 {
  return ABI_VERSION;
}
