import { expect } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { createExporter } from '../../src/export/exporter.ts';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import type { ExportJob } from '../../src/tools/definition.ts';
import { memoryDestination, type MemoryFiles } from './memory-destination.ts';
import { encodeHere } from './node-workbench.ts';

/** Every type that a column of a capture can have, with its least and greatest values, NULLs, and hostile text. */
export const EVERY_TYPE = `SELECT i::BIGINT AS ts_us, CASE WHEN i % 3 > 0 THEN i % 2 = 0 END AS "boolean",
  (CASE i % 3 WHEN 0 THEN -128 WHEN 1 THEN 127 END)::TINYINT AS tiny, (CASE i % 3 WHEN 0 THEN 0 WHEN 1 THEN 255 END)::UTINYINT AS utiny,
  (CASE i % 3 WHEN 0 THEN -32768 WHEN 1 THEN 32767 END)::SMALLINT AS small, (CASE i % 3 WHEN 0 THEN 0 WHEN 1 THEN 65535 END)::USMALLINT AS usmall,
  (CASE i % 3 WHEN 0 THEN -2147483648 WHEN 1 THEN 2147483647 END)::INTEGER AS "integer",
  (CASE i % 3 WHEN 0 THEN 0 WHEN 1 THEN 4294967295 ELSE 2391391958 END)::UINTEGER AS uinteger,
  (CASE i % 3 WHEN 0 THEN -9223372036854775808 WHEN 1 THEN 9223372036854775807 END)::BIGINT AS big,
  (CASE i % 3 WHEN 0 THEN 0 WHEN 1 THEN 18446744073709551615 END)::UBIGINT AS ubig,
  (CASE i % 3 WHEN 0 THEN 0.1 WHEN 1 THEN 'inf'::FLOAT END)::FLOAT AS single, CASE i % 3 WHEN 0 THEN -1e300 WHEN 1 THEN 'nan'::DOUBLE END AS "double",
  CASE i % 5 WHEN 0 THEN '' WHEN 1 THEN 'Größe 🎧' WHEN 2 THEN E'a''b"c\\\\\\n' WHEN 3 THEN 'x' || i END AS "te xt",
  CASE i % 3 WHEN 0 THEN ''::BLOB WHEN 1 THEN '\\x00\\xFF\\x80'::BLOB END AS bytes,
  CASE i % 4 WHEN 0 THEN ['180D', 'Größe', ''] WHEN 1 THEN [] END AS list,
  CASE i % 3 WHEN 0 THEN TIMESTAMP '2026-04-03 08:00:00.123456' WHEN 1 THEN TIMESTAMP '1969-12-31 23:59:59.999999' END AS at,
  CASE i % 3 WHEN 0 THEN DATE '2026-04-03' WHEN 1 THEN DATE '1900-01-01' END AS day, i::INTEGER AS "hour"
  FROM range(?) r(i)`;

/** Exports every type as the capture `types`, as many rows as asked for. */
export async function everyTypeFiles(engine: Engine, format: ExportJob['format'], rows: number): Promise<MemoryFiles> {
  const files: MemoryFiles = new Map();
  const sql = `SELECT 'types' AS capture_id, * FROM (${EVERY_TYPE}) AS e`;
  const head = await engine.answer(`${sql} LIMIT 0`, [rows]);
  const columns = head.columns.map(({ name, type }) => ({ name, type }));
  const capture = { capture_id: 'types', sha256: 'ab'.repeat(32), time_base: 'epoch', columns: columns.slice(1) } as unknown as CaptureInfo;
  const exporter = createExporter({
    engine,
    choose: memoryDestination(files),
    encode: encodeHere,
    journalHead: () => 'cd'.repeat(32),
    names: () => new Map(),
  });
  const job = { format, name: 'types', sql, values: [rows], columns, captures: [capture], timed: true, provenance_file: true };
  const report = await exporter.write({ ...job, spreadsheet_safe: true, comments: true, labels: new Map(), name_column: null }, {});
  expect(report).toMatchObject({ rows_written: rows, rows_left_out: 0 });
  expect(report.files.map(({ path, bytes }) => [path, bytes])).toEqual([...files].map(([path, bytes]) => [path, bytes.length]));
  return files;
}
