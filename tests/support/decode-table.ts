import { readFileSync } from 'node:fs';
import * as flechette from '@uwdata/flechette';
import type { ByteSource, DecodeAssets, DecodeEnd, Decoder } from '../../src/capture/decoder.ts';
import { encodeIpc } from '../../src/tables/arrow.ts';
import type { ColumnSpec } from '../../src/tables/column.ts';
import type { TableReading } from '../../src/tables/reading.ts';
import type { Problem } from '../../src/tables/problems.ts';

export interface DecodedTable {
  readonly format: string;
  readonly specs: readonly ColumnSpec[];
  /** Values through Arrow, as the engine gets them: bigints for 64 bits, NULL as null. */
  readonly rows: unknown[][];
  readonly problems: Problem[];
  readonly warnings: { code: string; message: string }[];
  readonly end: DecodeEnd;
  readonly reading: TableReading | undefined;
}

/** The Parquet reader from where npm put it. */
export const nodeAssets: DecodeAssets = {
  parquetModule: async () => new Blob([readFileSync('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm')]),
};

/** Bytes in memory as a source of windows of `window` bytes. */
export function memorySource(bytes: Uint8Array, fileName: string, window = 1 << 20, size: number | null = bytes.length): ByteSource {
  return {
    file_name: fileName,
    size,
    async *windows() {
      for (let at = 0; at < bytes.length; at += window) yield bytes.subarray(at, at + window);
    },
    bytes: async (start, end) => bytes.subarray(start, end),
    length: async () => bytes.length,
  };
}

/** Runs a decoder over bytes and reads every batch back from its Arrow stream. */
export async function decodeTable(
  decoder: Decoder,
  bytes: Uint8Array | string,
  options: { fileName?: string; window?: number; batchRows?: number; size?: number | null; kernel?: boolean; reading?: TableReading } = {},
): Promise<DecodedTable> {
  const input = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const source = memorySource(
    input,
    options.fileName ?? 'table.csv',
    options.window,
    options.size === undefined ? input.length : options.size,
  );
  let format = '';
  let specs: readonly ColumnSpec[] = [];
  let reading: TableReading | undefined;
  const rows: unknown[][] = [];
  const problems: Problem[] = [];
  const warnings: { code: string; message: string }[] = [];
  const end = await decoder.decode(
    source,
    {
      begin: async (name, columns, used) => {
        format = name;
        specs = columns;
        reading = used;
      },
      batch: async (batch) => {
        const table = flechette.tableFromIPC(encodeIpc(batch), { useBigInt: true });
        const columns: unknown[][] = batch.specs.map((_, i) => [...(table.getChildAt(i) as Iterable<unknown>)]);
        for (let row = 0; row < batch.rows; row++) rows.push(columns.map((column) => column[row]));
      },
      problem: (offset, record, code, message) => problems.push({ offset, record, code, message }),
      warning: (code, message) => {
        if (!warnings.some((warning) => warning.code === code)) warnings.push({ code, message });
      },
    },
    {
      batch_rows: options.batchRows ?? 10_000,
      check: () => undefined,
      assets: nodeAssets,
      kernel: options.kernel,
      reading: options.reading,
    },
  );
  return { format, specs, rows, problems, warnings, end, reading };
}
