import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { tableFromIPC } from '@uwdata/flechette';
import type { CaptureHeader, CaptureSink, CaptureSummary } from '../../src/capture/import.ts';
import { readCapture } from '../../src/capture/read-capture.ts';
import type { ReadOptions } from '../../src/capture/read-capture.ts';
import { constantsIn } from '../../src/tables/constants.ts';
import type { Problem } from '../../src/tables/problems.ts';

/** Everything that reading a file gave, with the columns as plain arrays. */
export interface Opened {
  readonly header: CaptureHeader;
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  /** Rows of the tables next to the packets, by name; a column that has no value is missing. */
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly problems: readonly Problem[];
  readonly summary: CaptureSummary;
}

export async function openBytes(bytes: Uint8Array<ArrayBuffer>, name: string, options: ReadOptions = {}): Promise<Opened> {
  let header: CaptureHeader | null = null;
  const columns: Record<string, unknown[]> = {};
  const problems: Problem[] = [];
  const tables: Record<string, Record<string, unknown>[]> = {};
  const sink: CaptureSink = {
    header: (it) => {
      header = it;
      for (const { name: column } of it.columns) columns[column] = [];
      return Promise.resolve();
    },
    rows: (ipc) => {
      const table = tableFromIPC(ipc, { useBigInt: true });
      const constants = constantsIn(table.schema.metadata);
      for (const [column, target] of Object.entries(columns)) {
        // A column that was never sent is NULL or a constant.
        const values = table.names.includes(column) ? table.getChild(column) : null;
        for (let i = 0; i < table.numRows; i++) target.push(values?.at(i) ?? constants.get(column) ?? null);
      }
      return Promise.resolve();
    },
    tableRows: (name, ipc) => {
      const table = tableFromIPC(ipc, { useBigInt: true });
      const constants = Object.fromEntries(constantsIn(table.schema.metadata));
      const rows = table.toArray() as Record<string, unknown>[];
      (tables[name] ??= []).push(...rows.map((row) => withValues({ ...constants, ...row })));
      return Promise.resolve();
    },
    problems: (some) => {
      problems.push(...some);
      return Promise.resolve();
    },
  };
  const summary = await readCapture(new Blob([bytes]), name, sink, options);
  if (header === null) throw new Error('the capture opened without a header');
  return { header, columns, tables, problems, summary };
}

const withValues = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));

export function openFile(path: string, options: ReadOptions = {}): Promise<Opened> {
  return openBytes(new Uint8Array(readFileSync(path)), basename(path), options);
}
