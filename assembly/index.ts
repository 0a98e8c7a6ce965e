/** The functions that the kernel module exports. The files that define them describe their parameters. */
import { ABI_VERSION } from './abi';

export { reset, alloc, mark, release } from './lib/arena';
export { orderRows } from './kernels/order';
export { featuresOf, segmentsOf } from './kernels/features';
export { successionSetup } from './succession/state';
export { successionRun, successionConsidered, successionTerms, successionWritten } from './succession/score';
export { marginals } from './succession/marginals';
export { successionLearn } from './succession/learn';
export { exponentials } from './kernels/exponentials';
export { assign } from './kernels/assign';
export { resolveWith } from './kernels/resolve';

export function abiVersion(): u32 {
  return ABI_VERSION;
}
