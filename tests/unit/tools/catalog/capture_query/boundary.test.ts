import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../../../src/engine/engine.ts';
import { run } from '../../../../../src/tools/catalog/capture_query/run.ts';
import type { ToolCapabilities } from '../../../../../src/tools/definition.ts';
import { selectRows } from '../../../../../src/tools/runner/select.ts';
import { nodeEngine } from '../../../../support/node-engine.ts';
import { load, opened, tableCapture } from '../../../selection/support.ts';

/** Three captures, of which a call selects one or two; one has a column named as another capture. */
const SECRET = 'secret-of-b';
const text = (name: string) => ({ name, type: 'VARCHAR' as const });
const publicA = tableCapture('public_a', [text('word'), { name: 'n', type: 'BIGINT' }, text('private_b')]);
const publicC = tableCapture('public_c', [text('word')]);
const privateB = tableCapture('private_b', [text('word')]);
const reserved = tableCapture('order', [text('word')]);
const captures = opened(publicA, publicC, privateB, reserved);

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
  await load(engine, publicA, [
    { word: 'one', n: 1n, private_b: 'own' },
    { word: 'two', n: 2n, private_b: 'own' },
    { word: 'three', n: 3n, private_b: 'own' },
  ]);
  await load(engine, publicC, [{ word: 'other' }]);
  await load(engine, reserved, [{ word: 'ordered' }]);
  await load(engine, privateB, [{ word: SECRET }]);
});
afterAll(() => engine.close());

async function ask(sql: string, capture_ids: readonly string[] = ['public_a'], filter?: string) {
  const selection = { capture_ids: [...capture_ids], ...(filter !== undefined && { filter_expression: filter }) };
  const { rows, errors } = selectRows(selection, captures);
  if (rows === undefined) throw new Error(JSON.stringify(errors));
  const capabilities = { selection: rows, captures, query: engine, signal: new AbortController().signal };
  return run({ sql, offset: 0, limit: 100 }, capabilities as unknown as ToolCapabilities);
}

test.each([
  "FROM 'private_b'",
  "SELECT E'\\'' AS x, word FROM private_b --'",
  "SELECT E'\\'' AS x, b.word FROM 'private_b' AS b --'",
  'SELECT 1 AS x --\r, (SELECT max(word) FROM private_b) AS y',
  "FROM (SUMMARIZE 'private_b')",
  'FROM (SUMMARIZE private_b)',
  "FROM (DESCRIBE 'private_b')",
  'FROM (SHOW ALL TABLES)',
  'FROM (SHOW TABLES)',
  'SELECT relname FROM pg_class',
  "FROM 'duckdb_tables'",
  'FROM duckdb_tables()',
  "FROM 'information_schema.tables'",
  "SELECT * FROM query_table('private_b')",
  "SELECT * FROM query_table(['private_b', 'public_a'])",
  "SELECT * FROM query('FROM private_b')",
  'FROM main.private_b',
  'FROM memory.main."private_b"',
  "FROM 'main.private_b'",
  'SELECT (SELECT max(word) FROM "private_b") FROM public_a',
  "SELECT word FROM public_a WHERE word IN (FROM 'private_b')",
  "WITH private AS (FROM 'private_b') FROM private",
  "WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r, 'private_b' WHERE i < 3) FROM r",
  "SELECT word FROM public_a UNION ALL SELECT word FROM 'private_b'",
  "FROM public_a SEMI JOIN 'private_b' USING (word)",
  "FROM public_a, LATERAL (SELECT word FROM 'private_b')",
  "PIVOT 'private_b' ON word IN ('x') USING count(*)",
  "SELECT * FROM enable_logging('HTTP', storage='file', storage_config={'path': 'x'})",
  "SELECT * FROM read_csv('private.csv')",
  "FROM 'private.parquet'",
  "SELECT * FROM pragma_storage_info('private_b')",
  "SELECT * FROM sniff_csv('x')",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM test_all_types()',
  // The captures themselves, past the rows that are selected.
  'FROM main.public_a',
  "FROM 'main.public_a'",
  "FROM query_table('main.public_a')",
  'FROM stored.private_b',
  'FROM numbered.private_b',
  'SELECT zz FROM main.private_b',
  'SELECT stats(n) FROM public_a',
  'SELECT current_catalog',
  'FROM public_a TABLESAMPLE 50%',
  'SELECT random\u00a0() FROM public_a',
  'SELECT "random"/**/() FROM public_a',
  'SELECT system.main.random() FROM public_a',
  'SELECT current_timestamp',
  "SELECT current_setting('search_path')",
  'FROM public_a ORDER BY uuid()',
])('%s reads nothing outside the selection', async (sql) => {
  const outcome = await ask(sql);
  expect(outcome.status).toBe('error');
  expect(JSON.stringify(outcome)).not.toContain(SECRET);
});

test.each([
  'SELECT word, n FROM public_a ORDER BY n',
  "FROM 'public_a'",
  'SELECT private_b, count(*) FROM public_a GROUP BY 1',
  'SELECT a.private_b FROM public_a AS a',
  "SELECT E'it\\'s' AS quoted, 'private_b' AS text -- private_b\nFROM public_a",
  'WITH big AS (FROM public_a WHERE n > 1), more AS MATERIALIZED (FROM big) SELECT count(*) FROM more, big',
  'WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT i, word FROM r JOIN public_a ON i = n',
  'SELECT word, row_number() OVER (ORDER BY n) AS place, lag(n) OVER (ORDER BY n) FROM public_a QUALIFY place < 3',
  'SELECT word, (SELECT max(n) FROM public_a AS i WHERE i.n < o.n) FROM public_a AS o',
  'FROM public_a AS a, LATERAL (SELECT a.n * 2 AS twice)',
  'SELECT unnest([1, 2, n]) AS item FROM public_a',
  'SELECT * FROM range(3) AS r(i), generate_series(1, 2) AS g(j), unnest([1]) AS u(k)',
  'SELECT list(word ORDER BY n), list_transform([1, 2], lambda x: x + 1) FROM public_a',
  'FROM (SUMMARIZE public_a)',
  "PIVOT public_a ON word IN ('one', 'two') USING sum(n)",
  'UNPIVOT (SELECT n, n + 1 AS m FROM public_a) ON n, m INTO NAME which VALUE v',
  'VALUES (1, 2), (3, 4)',
  'SELECT 1 WHERE 1 IN (1, 2, 3)',
  'SELECT word FROM public_a INTERSECT SELECT word FROM public_a EXCEPT SELECT NULL',
  'SELECT n FROM public_a ASOF JOIN (SELECT n AS m FROM public_a) ON n >= m',
  'SELECT COLUMNS(*) FROM public_a',
  'SELECT * FROM public_a POSITIONAL JOIN (SELECT 1 AS i)',
  'SELECT count(*) FROM public_a GROUP BY GROUPING SETS ((word), ())',
])('%s is answered', async (sql) => {
  const outcome = await ask(sql);
  expect(outcome.status === 'error' ? outcome.errors : []).toEqual([]);
});

test('several captures of the selection are tables, with the rows of the selection alone', async () => {
  const both = await ask('SELECT word FROM public_a UNION ALL SELECT word FROM public_c', ['public_a', 'public_c']);
  expect(both).toMatchObject({ status: 'ok', structured_output: { total_count: 4 } });
  const some = await ask('SELECT count(*) AS c FROM public_a', ['public_a'], 'n > 1');
  expect(some).toMatchObject({ status: 'ok', structured_output: { rows: [[2]] } });
  expect((await ask("FROM 'private_b'", ['public_a', 'public_c'])).status).toBe('error');
});

test('what is refused is named', async () => {
  expect(await ask("FROM 'private_b'")).toMatchObject({
    errors: [
      {
        code: 'INVALID_CAPTURE_SELECTION',
        got: 'private_b',
        allowed: ['public_a'],
        message: expect.stringContaining('the capture private_b') as unknown,
      },
    ],
  });
});

test('an error names nothing from outside the selection', async () => {
  for (const sql of [
    'SELECT zz FROM private_b',
    'SELECT zz FROM main.private_b',
    'SELECT a.zz FROM public_a AS a',
    'FROM privat_b',
    'SELECT * FROM publi_c',
  ]) {
    const text = JSON.stringify(await ask(sql)).replaceAll(JSON.stringify(sql).slice(1, -1), '');
    expect(text).not.toMatch(/public_c|captures_|stored|numbered/);
  }
});

test('EXPLAIN shows what the engine resolved, with the names of the selection alone', async () => {
  const outcome = await ask('EXPLAIN SELECT word, count(*) FROM public_a GROUP BY word;');
  expect(outcome).toMatchObject({ status: 'ok', structured_output: { total_count: 1 }, reads: ['public_a'] });
  expect(JSON.stringify(outcome)).toMatch(/AGGREGATE.*CTE_SCAN/);
  expect(JSON.stringify(outcome)).not.toContain('captures_');
});

test('the captures that were read are those that the statement reads', async () => {
  const all = ['public_a', 'public_c', 'private_b'];
  expect(await ask('SELECT word FROM public_c', all)).toMatchObject({ reads: ['public_c'] });
  expect(await ask('WITH public_c AS (SELECT 1 AS x) SELECT x FROM public_c, private_b', all)).toMatchObject({ reads: ['private_b'] });
  expect(await ask('SELECT private_b FROM public_a private_b', all)).toMatchObject({ reads: ['public_a'] });
  expect(await ask('SELECT 1', all)).toMatchObject({ reads: [] });
  expect(await ask('SELECT nothing FROM public_a', all)).toMatchObject({ status: 'error', reads: [] });
  expect(await ask('SELECT CAST(word AS INTEGER) FROM public_c', all)).toMatchObject({ status: 'error', reads: ['public_c'] });
});

test('an error of rows shows no row that is not selected', async () => {
  for (const sql of ['SELECT CAST(word AS INTEGER) AS i FROM public_a', 'SELECT n FROM public_a WHERE CAST(word AS INTEGER) > 1']) {
    const outcome = await ask(sql, ['public_a'], 'n = 1');
    expect(outcome.status).toBe('error');
    expect(JSON.stringify(outcome)).not.toMatch(/two|three/);
  }
});

test('a capture whose id is a word of SQL is read in double quotes, and the error says so', async () => {
  expect(await ask('SELECT word FROM "order"', ['order'])).toMatchObject({ status: 'ok', structured_output: { total_count: 1 } });
  const bare = await ask('SELECT word FROM order', ['order']);
  expect(bare).toMatchObject({ errors: [{ code: 'SQL_ERROR', message: expect.stringContaining('"order"') as unknown }] });
});
