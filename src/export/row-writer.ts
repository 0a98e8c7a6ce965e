import type { Answer } from '../engine/engine.ts';
import type { ExportJob } from '../tools/definition.ts';
import { csvHead, csvRows } from './csv.ts';
import { ndjsonRows } from './ndjson.ts';
import { textColumn } from './text-columns.ts';

/** Writes rows as the bytes of one file, in their order. */
export interface RowWriter {
  /** SQL expressions over the rows' columns that the engine is to select. */
  readonly select: readonly string[];
  start(): Promise<Uint8Array<ArrayBuffer>>;
  rows(part: Answer): Promise<Uint8Array<ArrayBuffer>>;
  end(): Promise<Uint8Array<ArrayBuffer>>;
  /** Number of exported rows so far that the file format cannot represent. */
  readonly leftOut: number;
}

const encoder = new TextEncoder();
export const NOTHING = new Uint8Array(0);

export function textWriter({
  format,
  columns,
  spreadsheet_safe: safe,
}: Pick<ExportJob, 'format' | 'columns' | 'spreadsheet_safe'>): RowWriter {
  const plan = columns.map(textColumn);
  const csv = format === 'csv';
  return {
    select: plan.map(({ expression }) => expression),
    leftOut: 0,
    start: () => Promise.resolve(csv ? encoder.encode(csvHead(plan, safe)) : NOTHING),
    rows: (part) => Promise.resolve(encoder.encode(csv ? csvRows(plan, part, safe) : ndjsonRows(plan, part))),
    end: () => Promise.resolve(NOTHING),
  };
}
