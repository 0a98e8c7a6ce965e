/**
 * Every kernel's inputs, outputs and limits, apart from where it runs: `instance.ts` calls them on this
 * thread (tests, workers), `pool.ts` across threads. All arguments and results are plain data with typed
 * arrays, so that they can be posted. Kernels are deterministic: equal inputs give equal bytes.
 */
export interface Kernels {
  /** Version of the ABI and the sha256 of the compiled module, for provenance. */
  readonly build: { readonly abi: number; readonly sha256: string };
}
