import * as comlink from 'comlink';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { WorkbenchError } from '../../base/failure.ts';
import type { Progress } from '../../base/progress.ts';
import { plainFailure, type PlainFailure } from '../../capture/plain-failure.ts';
import type { CaptureSummary } from '../../capture/import.ts';
import { hashInThread } from '../../capture/hash-thread.ts';
import { readBatches } from '../../capture/read-capture.ts';
import { partPath } from '../../export/partitions.ts';
import type { ColumnSpec } from '../../tables/column.ts';
import type { ExportedFile } from '../../tools/definition.ts';
import { PartNumbers } from './hours.ts';
import { PartOutput } from './part-output.ts';
import { parquetParts } from './parquet-part.ts';

/** What a capture became. */
export interface Converted {
  readonly format: string;
  readonly columns: readonly ColumnSpec[];
  readonly summary: CaptureSummary;
  readonly files: readonly (ExportedFile & { readonly rows: number })[];
  /** The sniffer's own clock is in the file: stamps may be late, which only the whole capture shows. */
  readonly radio_clock: boolean;
}

export type ConvertOutcome = { readonly ok: true; readonly converted: Converted } | { readonly ok: false; readonly failure: PlainFailure };

const service = {
  /**
   * Writes the rows of a capture as Parquet files below `folder`.
   * @param file any blob with a name; one on disk is read in windows
   */
  async convert(
    file: File,
    capture_id: string,
    folder: string,
    module: WebAssembly.Module,
    onProgress: ((progress: Progress) => void) | null,
  ): Promise<ConvertOutcome> {
    const files: (ExportedFile & { rows: number })[] = [];
    const numbers = new PartNumbers();
    let output: PartOutput | undefined;
    try {
      const summary = await readBatches(
        file,
        file.name,
        (hooks) =>
          (output = new PartOutput(
            hooks,
            (specs) => parquetParts(module, specs),
            (hour, bytes, rows, specs) => {
              const path = partPath(capture_id, specs, hour, numbers.next(hour));
              files.push({ path, rows, ...write(join(folder, path), bytes) });
            },
          )),
        { onProgress: onProgress ?? undefined, hash: hashInThread },
      );
      const { format, specs: columns, radio_clock } = output!;
      return { ok: true, converted: { format, columns, summary, files, radio_clock } };
    } catch (error) {
      return { ok: false, failure: plainFailure(error) };
    }
  },
};

function write(path: string, bytes: Uint8Array): { readonly bytes: number; readonly sha256: string } {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'wx');
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    closeSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WorkbenchError('WRITE_FAILED', `${path} could not be written: ${code === 'ENOSPC' ? 'the disk is full' : message}`);
  }
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export type ConvertService = typeof service;

comlink.expose(service);
