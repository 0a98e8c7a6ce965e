import { initSync } from 'parquet-wasm/esm/parquet_wasm.js';
import type { DecodeAssets } from './decoder.ts';

let loading: Promise<void> | null = null;

/** Loads the Parquet reader and writer, once for each thread. */
export function loadParquet(assets: DecodeAssets | undefined): Promise<void> {
  if (assets === undefined) throw new Error('broken invariant: Parquet needs its module, and no location was given');
  loading ??= assets.parquetModule().then(async (module) => {
    initSync({ module: module instanceof Blob ? await module.arrayBuffer() : module });
  });
  return loading;
}
