import type { Kernels } from './contract.ts';
import { KERNELS_SHA256 } from './generated/module.ts';
import { ABI_VERSION } from './layout.ts';

/** Which kernels this build carries, for provenance. */
export const KERNEL_BUILD: Kernels['build'] = { abi: ABI_VERSION, sha256: KERNELS_SHA256 };
