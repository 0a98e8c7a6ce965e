import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERY_TYPE, everyTypeFiles } from '../../support/every-type.ts';
import { nativeDuckDb } from '../../support/native-duckdb.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';

const SAMPLE = 'public/samples/chamber_four_phones.pcapng';
let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

/** Cells as text, so that two engines can be compared. */
const texts = (from: string, order: string): string => `SELECT COLUMNS(*)::VARCHAR FROM ${from} ORDER BY ${order}`;

it('another reader gets the same rows from a file with every type and several row groups', async () => {
  const rows = 130_000;
  const file = (await everyTypeFiles(workbench.engine, 'parquet', rows)).get('types.parquet') ?? new Uint8Array(0);
  // The product reads Parquet with the Rust crate, the writer is another hand's.
  const back = await workbench.open(file, 'types.parquet');
  const ours = `(SELECT 'types' AS capture_id, * FROM (${EVERY_TYPE.replace('?', String(rows))}) AS e)`;
  const { columns } = await workbench.engine.answer(`SELECT * FROM ${ours} AS o LIMIT 0`);
  expect(back.columns.map(({ name, type }) => [name, type])).toEqual(columns.map(({ name, type }) => [name, type]));
  const differ = await workbench.engine.query(
    `SELECT count(*) FROM ((FROM ${ours} AS o EXCEPT ALL FROM ${back.capture_id}) UNION ALL (FROM ${back.capture_id} EXCEPT ALL FROM ${ours} AS o)) AS d`,
  );
  expect([back.row_count, differ.rows]).toEqual([rows, [[0]]]);

  const native = await nativeDuckDb();
  if (native === null) return;
  const path = join(mkdtempSync(join(tmpdir(), 'parquet-')), 'types.parquet');
  try {
    writeFileSync(path, file);
    await native.run("SET TimeZone = 'UTC'");
    const known = await native.rows(`SELECT row_group_id, row_group_num_rows, stats_min_value, stats_max_value, stats_null_count
      FROM parquet_metadata('${path}') WHERE path_in_schema IN ('ts_us', 'uinteger') ORDER BY ALL`);
    expect(known).toEqual([
      ['0', '122880', '0', '122879', '0'],
      ['0', '122880', '0', '4294967295', '0'],
      ['1', '7120', '0', '4294967295', '0'],
      ['1', '7120', '122880', '129999', '0'],
    ]);
    const said = await native.rows(`SELECT decode(value) FROM parquet_kv_metadata('${path}')`);
    expect(JSON.parse(String(said[0]?.[0]))).toMatchObject({ journal_head: 'cd'.repeat(32), captures: [{ sha256: 'ab'.repeat(32) }] });
    const without = `SELECT * REPLACE (make_timestamp(epoch_us("at")) AS "at")`;
    const differing = await native.rows(`WITH o AS (FROM ${ours} AS e), f AS (${without} FROM '${path}')
      SELECT count(*) FROM ((FROM o EXCEPT ALL FROM f) UNION ALL (FROM f EXCEPT ALL FROM o))`);
    expect(differing).toEqual([['0']]);
  } finally {
    native.close();
    rmSync(dirname(path), { recursive: true });
  }
});

it("a set by capture and hour is complete, and its SQL recreates the workbench's tables", async () => {
  const sample = await workbench.open(new Uint8Array(readFileSync(SAMPLE)), basename(SAMPLE));
  const lines = [
    'ts,hour,note',
    '2026-04-03T07:59:59.999999Z,1,a',
    '2026-04-03T08:00:00Z,2,"=b"',
    '2026-04-03T09:30:00.5Z,3,',
    ',4,no time',
  ];
  const table = await workbench.open(new TextEncoder().encode(`${lines.join('\n')}\n`), 'notes.csv');
  const call = { tool_name: 'capture_export', tool_version: '1.3.0', request_id: 'req-set', timeout_ms: 60_000 };
  const capture_selection = { capture_ids: [sample.capture_id, table.capture_id] };
  const args = { format: 'partitioned_parquet', file_name: 'set' };
  const result = await workbench.runner.run({ ...call, capture_selection, arguments: args }, { interactive: true });
  expect(result).toMatchObject({ status: 'ok', structured_output: { folder: 'set', rows_left_out: 0 } });
  const paths = [...workbench.files.keys()];
  expect(paths.filter((path) => path.includes('capture_id=notes'))).toEqual([
    'rows/capture_id=notes/hour_2=2026-04-03-07/part-0.parquet',
    'rows/capture_id=notes/hour_2=2026-04-03-08/part-0.parquet',
    'rows/capture_id=notes/hour_2=2026-04-03-09/part-0.parquet',
    'rows/capture_id=notes/hour_2=__HIVE_DEFAULT_PARTITION__/part-0.parquet',
  ]);
  expect(paths.slice(-5)).toEqual(['duckdb.sql', 'spark.sql', 'trino.sql', 'clickhouse.sql', 'provenance.json']);
  const provenance = JSON.parse(new TextDecoder().decode(workbench.files.get('provenance.json'))) as { files: { path: string }[] };
  expect(provenance.files.map(({ path }) => path)).toEqual(paths.slice(0, -1));

  const native = await nativeDuckDb();
  if (native === null) return;
  const folder = mkdtempSync(join(tmpdir(), 'set-'));
  try {
    for (const [path, bytes] of workbench.files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    await native.run(`SET file_search_path = '${folder}'`);
    await native.run(readFileSync(join(folder, 'duckdb.sql'), 'utf8'));
    for (const [name, order] of [
      [sample.capture_id, 'packet_no::INTEGER, report_no::INTEGER'],
      [table.capture_id, 'hour'],
    ] as const) {
      const described = `SELECT column_name, column_type FROM (DESCRIBE ${name})`;
      expect(await native.rows(described)).toEqual((await workbench.engine.query(described)).rows);
      const ours = await workbench.engine.query(texts(name, order), { limit: 100_000 });
      expect(JSON.stringify(await native.rows(texts(name, order)))).toBe(JSON.stringify(ours.rows));
    }
    // A reader that is asked for one hour opens one file.
    const plan = await native.rows(`EXPLAIN ANALYZE SELECT count(*) FROM all_rows WHERE hour_2 = '2026-04-03-09'`);
    expect(JSON.stringify(plan)).toMatch(/Scanning Files: 1\/\d/);
  } finally {
    native.close();
    rmSync(folder, { recursive: true });
  }
});
