import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { corpus } from './corpus.ts';
import { row, type Row } from './row.ts';

let results: Promise<readonly ToolResult[]> | undefined;

/** Results of every kind, made once. */
export const allResults = (): Promise<readonly ToolResult[]> => (results ??= corpus());

/** A row that must hold of every result there is; what it finds are the summaries of those of which it does not. */
export function resultRow(ids: string, asks: string, holds: (result: ToolResult) => boolean): Row {
  return row(
    ids,
    asks,
    async () => (await allResults()).filter((result) => !holds(result)).map((result) => `${result.status}: ${result.summary}`),
    [],
  );
}
