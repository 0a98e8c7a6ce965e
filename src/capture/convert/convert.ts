import { partPath } from '../../tables/set-paths.ts';
import type { ColumnSpec } from '../../tables/column.ts';
import type { DecodeAssets } from '../decoder.ts';
import type { CaptureSummary } from '../import.ts';
import { loadParquet } from '../parquet-module.ts';
import { readBatches, type ReadOptions } from '../read-capture.ts';
import { type PartLabel, type PartSource, sourceOf } from '../parts/label.ts';
import { PartNumbers } from './hours.ts';
import { PartOutput } from './part-output.ts';
import { parquetParts } from './parquet-part.ts';

/** Facts about a converted capture, without its files. */
export interface Converted {
  readonly source: PartSource;
  readonly format: string;
  readonly columns: readonly ColumnSpec[];
  readonly summary: CaptureSummary;
  /** Whether the file has the sniffer's own clock. Then timestamps may be late, which only the whole capture shows. */
  readonly radio_clock: boolean;
}

/**
 * Stores a complete Parquet file; the bytes are the callee's to keep. The next rows are decoded when the promise settles.
 *
 * @param path relative, from `partPath`
 */
export type TakePart = (path: string, bytes: Uint8Array<ArrayBuffer>, label: PartLabel) => Promise<void>;

/**
 * Converts a capture of packets of any size to Parquet files, one for each batch and hour. Memory holds two windows of the file, one
 * batch and its file (docs/decisions/0028-conversion.md). Rejects as `readBatches` does, with `UNREADABLE_FILE` for a table.
 */
export async function convert(
  file: Blob,
  file_name: string,
  capture_id: string,
  take: TakePart,
  options: Pick<ReadOptions, 'onProgress' | 'hash' | 'batch_rows'> & { readonly assets: DecodeAssets },
): Promise<Converted> {
  const numbers = new PartNumbers();
  let output: PartOutput | undefined;
  const [source] = await Promise.all([sourceOf(file, file_name), loadParquet(options.assets)]);
  const outputOf = (hooks: ConstructorParameters<typeof PartOutput>[1]): PartOutput => {
    output = new PartOutput(source, hooks, parquetParts, (hour, bytes, label) =>
      take(partPath(capture_id, output!.specs, hour, numbers.next(hour)), bytes, label),
    );
    return output;
  };
  const summary = await readBatches(file, file_name, outputOf, options);
  const { format, specs: columns, radio_clock } = output!;
  return { source, format, columns, summary, radio_clock };
}
