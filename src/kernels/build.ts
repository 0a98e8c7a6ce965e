import type { Kernels } from './contract.ts';
import { KERNELS_SHA256 } from './generated/module.ts';
import { ABI_VERSION } from './layout.ts';

/** Version of the interface and checksum of the WebAssembly kernels in this build. Results record them, so that they can be reproduced. */
export const KERNEL_BUILD: Kernels['build'] = { abi: ABI_VERSION, sha256: KERNELS_SHA256 };
