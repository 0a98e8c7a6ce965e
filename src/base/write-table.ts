import { throwIfAborted } from './failure.ts';
import type { WorkOptions } from './progress.ts';
import type { GridColumn, GridRow } from './table.ts';
import { PART_ROWS, tableBlob, tableParts, type TextFormat } from './table-text.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Writes rows that are already loaded to a text file, part by part, so that the page stays responsive and the signal can cancel it. */
export async function writeTable(
  format: TextFormat,
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  { signal, onProgress }: WorkOptions,
): Promise<Blob> {
  const parts: string[] = [];
  for (const part of tableParts(format, columns, rows)) {
    parts.push(part);
    onProgress?.({ phase: 'writing', done: Math.min(parts.length * PART_ROWS, rows.length), total: rows.length, unit: 'rows' });
    await yieldToEventLoop();
    throwIfAborted(signal, 'writing the table');
  }
  return tableBlob(format, parts);
}
