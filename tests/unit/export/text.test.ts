import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { createExporter } from '../../../src/export/exporter.ts';
import { csvText } from '../../../src/export/csv.ts';
import type { ExportJob } from '../../../src/tools/definition.ts';
import { memoryDestination, type MemoryFiles } from '../../support/memory-destination.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { encodeHere } from '../../support/node-workbench.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});
afterAll(() => engine.close());

/** One record as RFC 4180 has it, the apostrophe taken off again. */
function readField(field: string): string {
  const text = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
  return text.startsWith("'") ? text.slice(1) : text;
}

it('any text can be restored, and no cell begins like a formula', () => {
  const hostile = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ' ', 'a', '\u202e');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: hostile })), (text) => {
      const field = csvText(text, true);
      expect(readField(field)).toBe(text);
      expect(field.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

const SQL = `SELECT (i % 7) * 9007199254740993 AS big, CASE WHEN i % 2 = 0 THEN i / 8 END AS real, (i / 8)::FLOAT AS single,
  CASE WHEN i % 3 > 0 THEN i > 4 END AS flag, CASE i WHEN 0 THEN '' WHEN 1 THEN NULL ELSE 'n,' || i END AS name,
  'ab'::BLOB AS bytes, ['180D', NULL] AS list, TIMESTAMP '2026-04-03 08:00:00.123456' AS at, 12.345::DECIMAL(8, 3) AS exact
  FROM range(?) r(i)`;

async function written(format: ExportJob['format'], rows: number, files: MemoryFiles = new Map()): Promise<string> {
  const head = await engine.answer(`${SQL} LIMIT 0`, [rows]);
  const columns = head.columns.map(({ name, type }) => ({ name, type }));
  const exporter = createExporter({
    engine,
    choose: memoryDestination(files),
    encode: encodeHere,
    journalHead: () => null,
    names: () => new Map(),
  });
  const job = {
    format,
    name: 'all',
    sql: SQL,
    values: [rows],
    columns,
    captures: [],
    timed: false,
    provenance_file: false,
    spreadsheet_safe: true,
    comments: true,
    labels: new Map(),
    name_column: null,
  };
  const report = await exporter.write(job, {});
  const bytes = files.get(`all.${format}`);
  expect(report).toMatchObject({ rows_written: rows, rows_left_out: 0, files: [{ bytes: bytes?.length }] });
  return new TextDecoder().decode(bytes);
}

it('CSV represents every type', async () => {
  expect((await written('csv', 3)).split('\r\n')).toEqual([
    'big,real,single,flag,name,bytes,list,at,exact',
    `0,0,0.0,,"",6162,"[""180D"",null]",2026-04-03T08:00:00.123456Z,12.345`,
    `9007199254740993,,0.125,false,,6162,"[""180D"",null]",2026-04-03T08:00:00.123456Z,12.345`,
    `18014398509481986,0.25,0.25,false,"n,2",6162,"[""180D"",null]",2026-04-03T08:00:00.123456Z,12.345`,
    '',
  ]);
});

it('NDJSON represents every type', async () => {
  const lines = (await written('ndjson', 2)).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      big: 0,
      real: 0,
      single: 0,
      flag: null,
      name: '',
      bytes: '6162',
      list: ['180D', null],
      at: '2026-04-03T08:00:00.123456Z',
      exact: 12.345,
    },
    {
      ...{ big: '9007199254740993', real: null, single: 0.125, flag: false, name: null, bytes: '6162' },
      ...{ list: ['180D', null], at: '2026-04-03T08:00:00.123456Z', exact: 12.345 },
    },
  ]);
});

it('many parts make one file, and a file without rows has a header', async () => {
  expect((await written('csv', 100_000)).split('\r\n')).toHaveLength(100_002);
  expect(await written('csv', 0)).toBe('big,real,single,flag,name,bytes,list,at,exact\r\n');
});

it('a failed or cancelled export leaves nothing behind', async () => {
  const files: MemoryFiles = new Map();
  const controller = new AbortController();
  const exporter = createExporter({
    engine,
    choose: memoryDestination(files),
    encode: encodeHere,
    journalHead: () => null,
    names: () => new Map(),
  });
  const job = (sql: string): ExportJob => ({
    ...{
      format: 'csv',
      name: 'gone',
      sql,
      values: [],
      captures: [],
      timed: false,
      provenance_file: false,
      spreadsheet_safe: true,
      comments: true,
      labels: new Map(),
      name_column: null,
    },
    columns: [{ name: 'i', type: 'BIGINT' }],
  });
  const given = exporter.write(job('SELECT i FROM range(10000000) r(i)'), {
    signal: controller.signal,
    onProgress: () => {
      controller.abort();
    },
  });
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  await expect(
    exporter.write(job("SELECT CASE WHEN i > 900000 THEN error('x') ELSE i END AS i FROM range(1000000) r(i)"), {}),
  ).rejects.toThrow('x');
  expect([...files]).toEqual([]);
});
