import { readFileSync } from 'node:fs';
import { convert, type Converted, type TakePart } from '../../src/capture/convert/convert.ts';

const assets = {
  parquetModule: () => WebAssembly.compile(readFileSync('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm')),
};

/**
 * Converts a capture as the reader's thread does, on this thread.
 * @param take called with each file of rows
 */
export const convertHere = (
  blob: Blob,
  name: string,
  take: (...part: Parameters<TakePart>) => unknown,
  { capture_id = 'capture', batch_rows }: { readonly capture_id?: string; readonly batch_rows?: number | undefined } = {},
): Promise<Converted> => convert(blob, name, capture_id, async (...part) => void (await take(...part)), { batch_rows, assets });
