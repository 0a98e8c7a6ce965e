import { readFileSync } from 'node:fs';
import { PartNumbers } from '../../src/cli/convert/hours.ts';
import { parquetParts } from '../../src/cli/convert/parquet-part.ts';
import { PartOutput } from '../../src/cli/convert/part-output.ts';
import type { CaptureSummary } from '../../src/capture/import.ts';
import { readBatches } from '../../src/capture/read-capture.ts';
import { partPath } from '../../src/export/partitions.ts';
import type { ColumnSpec } from '../../src/tables/column.ts';

export interface ConvertedInTest {
  readonly summary: CaptureSummary;
  readonly columns: readonly ColumnSpec[];
}

/**
 * Converts a capture as the command's thread does, on this thread.
 * @param take called with each file of rows
 */
export async function convertHere(
  blob: Blob,
  name: string,
  take: (path: string, bytes: Uint8Array, rows: number) => void,
  batch_rows?: number,
): Promise<ConvertedInTest> {
  const module = await WebAssembly.compile(readFileSync('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm'));
  const numbers = new PartNumbers();
  let output: PartOutput | undefined;
  const summary = await readBatches(
    blob,
    name,
    (hooks) =>
      (output = new PartOutput(
        hooks,
        (specs) => parquetParts(module, specs),
        (hour, bytes, rows, specs) => take(partPath('capture', specs, hour, numbers.next(hour)), bytes, rows),
      )),
    { batch_rows },
  );
  return { summary, columns: output!.specs };
}
