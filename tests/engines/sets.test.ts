import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnInfo } from '../../src/tables/captures.ts';
import { timeMicrosSql } from '../../src/tables/column-roles.ts';
import { EVERY_TYPE, everyTypeFiles } from '../support/every-type.ts';
import { nativeDuckDb } from '../support/native-duckdb.ts';
import { nodeWorkbench, type NodeWorkbench } from '../support/node-workbench.ts';
import {
  answersOf,
  cellSql,
  onDisk,
  ownAnswer,
  pythonWith,
  rowsOfSet,
  sortedCells,
  type Answered,
  type Folder,
  type OtherEngine,
  type Request,
} from './sets.ts';
import { typicalQueries } from './typical-queries.ts';

/** Rows of the capture with a column of every type. */
const TYPED_ROWS = 60;

const pythons = {
  duckdb: await nativeDuckDb().then((native) => (native?.close(), native === null ? null : '')),
  spark: await pythonWith('import pyspark'),
  trino: await pythonWith('from tests.engines import trino_server; trino_server.found()'),
  clickhouse: await pythonWith('import chdb'),
};
const engines = (['duckdb', 'spark', 'trino', 'clickhouse'] as const).filter((engine) => {
  if (pythons[engine] === null) console.log(`NOT SEEN: ${engine}, which is not installed`);
  return pythons[engine] !== null;
});

/** Formats of the fixtures that open as captures: packets of every container, also compressed, and tables of text. */
const FORMATS = /\.(?:pcap|pcapng|btsnoop|csv|ndjson\.gz|pcap\.zst)$/;
const fixturePaths = (): readonly string[] =>
  ['public/samples', 'tests/fixtures/captures'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => FORMATS.test(name))
      .sort()
      .map((name) => join(folder, name)),
  );

interface Table {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
}
let workbench: NodeWorkbench;
let fixtures: Folder;
let typed: Folder;
const tables: Table[] = [];

beforeAll(async () => {
  workbench = await nodeWorkbench();
  for (const path of fixturePaths()) {
    const { capture_id, columns } = await workbench.openFile(path);
    tables.push({ name: capture_id, columns });
  }
  const result = await workbench.runner.run(
    {
      tool_name: 'capture_export',
      tool_version: '1.3.0',
      request_id: 'set',
      timeout_ms: 600_000,
      capture_selection: { capture_ids: tables.map(({ name }) => name) },
      arguments: { format: 'partitioned_parquet', file_name: 'set' },
    },
    { interactive: true },
  );
  expect(result).toMatchObject({ status: 'ok', structured_output: { rows_left_out: 0 } });
  fixtures = onDisk(workbench.files);
  typed = onDisk(await everyTypeFiles(workbench.engine, 'partitioned_parquet', TYPED_ROWS));
});
afterAll(async () => {
  fixtures.remove();
  typed.remove();
  await workbench.close();
});

const rowsOf = (engine: OtherEngine, { name, columns }: Table): Request => ({
  sql: `SELECT ${columns.map((column) => cellSql(engine, column)).join(', ')} FROM ${name}`,
  digest: true,
});

/** The rows that an engine should find: ClickHouse has no NULL for a list. */
const expectedRows = (engine: OtherEngine, { name, columns }: Table): Request => {
  const cells = columns.map((column) =>
    engine === 'clickhouse' && column.type === 'VARCHAR[]' ? `coalesce("${column.name}", [])` : cellSql('duckdb', column),
  );
  return { sql: `SELECT ${cells.join(', ')} FROM ${name}`, digest: true };
};

/** Types by engine, as the manual lists them. */
function documentedTypes(): ReadonlyMap<string, Readonly<Record<OtherEngine, string>>> {
  const [, table = ''] = /```\n(DuckDB +Spark[^`]+)```/.exec(readFileSync('docs/how-to/export.md', 'utf8')) ?? [];
  const rows = table.trimEnd().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [duckdb = '', spark = '', trino = '', clickhouse = ''] = row.split(/ {2,}/);
      return [duckdb, { duckdb, spark, trino, clickhouse }];
    }),
  );
}

test('at least 50 typical questions are asked, each once', () => {
  const asked = typicalQueries('a', 'b', 'length');
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeGreaterThanOrEqual(50);
});

describe.each(engines)('%s', (engine) => {
  const characters = engine === 'trino' ? 'length' : 'char_length';
  const questions = typicalQueries('chamber_four_phones', 'one_phone_one_hour', characters).map((sql) => ({ sql, digest: false }));
  const typedSql = EVERY_TYPE.replace('?', String(TYPED_ROWS));
  let [ofFixtures, ofTyped]: (readonly Answered[])[] = [];
  let typedTable: Table;

  // One session of the engine reads both sets: its start takes longer than most queries.
  beforeAll(async () => {
    const { columns } = await workbench.engine.query(`SELECT * FROM (${typedSql}) AS e LIMIT 0`);
    typedTable = { name: 'types', columns };
    [ofFixtures, ofTyped] = await answersOf(engine, pythons[engine]!, [
      { set: fixtures, requests: [...tables.map((table) => rowsOf(engine, table)), ...questions] },
      { set: typed, requests: [rowsOf(engine, typedTable), { sql: 'SELECT * FROM types LIMIT 0', digest: false }] },
    ]);
  });

  test('finds the rows of every fixture and the answers to typical questions', async () => {
    for (const [at, table] of tables.entries()) {
      const { rows, digest } = await ownAnswer(workbench.engine, expectedRows(engine, table));
      expect({ table: table.name, ...ofFixtures![at], types: null }).toEqual({ table: table.name, rows, digest, types: null });
    }
    const timeOf = ({ columns }: Table): string =>
      ['time_us', 'ts_us'].find((time) => columns.some(({ name }) => name === time)) ?? timeMicrosSql(columns) ?? 'NULL::BIGINT';
    const all = rowsOfSet(tables.map((table) => ({ name: table.name, time: timeOf(table) })));
    await workbench.engine.view('all_rows', all, { replaces: true });
    for (const [at, { sql }] of questions.entries()) {
      const ours = await ownAnswer(workbench.engine, { sql, digest: false });
      expect({ sql, rows: sortedCells(ofFixtures![tables.length + at]!) }).toEqual({ sql, rows: sortedCells(ours) });
    }
  });

  test('has the documented type for each of ours, with all of its values', async () => {
    const [rows, head] = ofTyped!;
    const own = await ownAnswer(workbench.engine, expectedRows(engine, { ...typedTable, name: `(${typedSql}) AS types` }));
    expect({ ...rows, types: null }).toEqual({ rows: own.rows, digest: own.digest, types: null });
    const documented = documentedTypes();
    expect(head?.types).toEqual(typedTable.columns.map(({ type }) => documented.get(type)?.[engine]));
  });
});
