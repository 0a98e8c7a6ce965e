import { formatOf } from '../context.ts';
import { usage } from '../exit.ts';
import type { Given } from '../options.ts';
import type { Outlet } from './outlet.ts';
import { alignedText, csvText, jsonLines, type PrintedTable } from './tables.ts';

/** Prints values that are not a table as JSON, in one document or with one value per line. Returns false for other formats. */
export async function printValues(outlet: Outlet, given: Given, values: readonly unknown[]): Promise<boolean> {
  const format = formatOf(given);
  if (format === 'json') await outlet.write(`${JSON.stringify(values, null, 2)}\n`);
  else if (format === 'jsonl') for (const value of values) await outlet.write(`${JSON.stringify(value)}\n`);
  else return false;
  return true;
}

/** Prints a table in any format except `json`. */
export async function printTable(outlet: Outlet, given: Given, table: PrintedTable): Promise<void> {
  const format = formatOf(given);
  if (format === 'parquet') {
    if (given.output === undefined) throw usage('expected --output with the path of the Parquet file');
    const { tableFile } = await import('../../core/exports/table-file.ts');
    await outlet.write(new Uint8Array(await (await tableFile(table.columns, table.rows)).arrayBuffer()));
    return;
  }
  const parts = { text: alignedText, csv: csvText, jsonl: jsonLines, json: jsonLines }[format](table);
  for (const part of parts) await outlet.write(part);
}
