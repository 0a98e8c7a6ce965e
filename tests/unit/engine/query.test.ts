import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkbenchError } from '../../../src/base/failure.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { nodeEngine } from '../../support/node-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
  await engine.create('walk', [
    { name: 'rssi', type: 'SMALLINT' },
    { name: 'advertiser_addr', type: 'VARCHAR' },
  ]);
});
afterAll(() => engine.close());

const failure = (sql: string, limit?: number): Promise<WorkbenchError> =>
  engine.query(sql, limit === undefined ? {} : { limit }).then(
    () => Promise.reject(new Error(`answered: ${sql}`)),
    (error: unknown) => error as WorkbenchError,
  );

const cell = async (expression: string): Promise<[string, unknown]> => {
  const { columns, rows } = await engine.query(`SELECT ${expression}`);
  return [columns[0]?.type ?? '', rows[0]?.[0]];
};

describe('statements that only read', () => {
  it.each([
    'SELECT * FROM walk',
    'FROM walk',
    'TABLE walk',
    'VALUES (1), (2)',
    '(SELECT 1)',
    'WITH x AS (SELECT 1 AS a) SELECT * FROM x',
    'WITH RECURSIVE x(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM x WHERE a < 3) FROM x',
    'SELECT 1; ',
    'SELECT 1 ;; -- the end',
    "SELECT ';' AS a, $$;$$ AS b /* ; */ -- ; no second statement",
    'DESCRIBE walk',
    'DESCRIBE SELECT 1',
    'SHOW TABLES',
    'SUMMARIZE walk',
    'PIVOT walk ON rssi IN (1, 2) USING count(*)',
    'PIVOT (SELECT range % 2 AS a FROM range(4)) ON a USING count(*)',
    'UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b',
    'EXPLAIN SELECT * FROM walk',
    'EXPLAIN ANALYZE SELECT * FROM walk',
    'EXPLAIN (FORMAT json) SELECT * FROM walk',
    'explain (SELECT 1)',
  ])('%s', async (sql) => {
    await expect(engine.query(sql)).resolves.toMatchObject({ truncated: false });
  });
});

describe('statements that do more are rejected and have no effect', () => {
  const refused = [
    'DELETE FROM walk',
    'WITH d AS (SELECT 1) DELETE FROM walk',
    'WITH d AS (DELETE FROM walk RETURNING rssi) SELECT * FROM d',
    "INSERT INTO walk VALUES (1, 'x')",
    "INSERT INTO walk VALUES (1, 'x') RETURNING rssi",
    'UPDATE walk SET rssi = 1',
    'MERGE INTO walk USING (SELECT 1 AS a) s ON walk.rssi = s.a WHEN MATCHED THEN DELETE',
    'TRUNCATE walk',
    'DROP TABLE walk',
    'ALTER TABLE walk ADD COLUMN z INTEGER',
    'CREATE TABLE u (a INTEGER)',
    'CREATE TEMP TABLE u (a INTEGER)',
    'CREATE TABLE u AS SELECT 1',
    'CREATE VIEW v AS SELECT 1',
    'CREATE MACRO f(x) AS x',
    'CREATE TEMP MACRO f(x) AS x',
    "CREATE TYPE e AS ENUM ('a')",
    "COMMENT ON TABLE walk IS 'x'",
    "COPY walk TO 'x.csv'",
    "COPY (SELECT 1) TO 'x.csv'",
    "COPY walk FROM 'x.csv'",
    "EXPORT DATABASE 'x'",
    "IMPORT DATABASE 'x'",
    "ATTACH ':memory:' AS z",
    'DETACH memory',
    'USE memory',
    'SET threads = 1',
    'SET VARIABLE x = 1',
    'RESET threads',
    'PRAGMA threads = 4',
    'PRAGMA version',
    'CALL pragma_version()',
    'CALL enable_logging()',
    'INSTALL json',
    'LOAD json',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    'CHECKPOINT',
    'VACUUM',
    'PREPARE p AS SELECT 1',
    'EXECUTE p',
    'DEALLOCATE answer',
    'EXPLAIN DELETE FROM walk',
    'EXPLAIN ANALYZE DELETE FROM walk',
    'EXPLAIN ANALYZE CREATE TEMP TABLE u AS SELECT 1',
    'EXPLAIN (ANALYZE) DELETE FROM walk',
    'SELECT 1; DELETE FROM walk',
    'SELECT 1; SELECT 2',
    '; SELECT 1',
    'SELECT 1) AS a; DELETE FROM walk; SELECT * FROM (SELECT 2',
    'SELECT 1) AS a, (SELECT 2',
    "FROM query('DELETE FROM walk')",
    "SELECT * FROM read_text('a')",
    "SELECT * FROM glob('*')",
    'SELECT * FROM enable_logging()',
    "SELECT * FROM enable_logging('HTTP', storage='file', storage_config={'path': 'x'})",
    'FROM disable_logging()',
    'SELECT * FROM "truncate_duckdb_logs" /* logs */ ()',
    'FROM main.force_checkpoint()',
    'SELECT * FROM checkpoint\u00a0()',
    "SELECT write_log('x')",
    'SELECT setseed(0.5)',
    'SELECT system.main.\u3000setseed(0.5)',
    "SELECT nextval('x')",
    "FROM query('SELECT setseed(0.5)')",
    'EXPLAIN ANALYZE SELECT setseed(0.5)',
    'PIVOT (SELECT setseed(0.5) AS a) ON a USING count(*)',
    'SELECT * FROM arrow_scan(1, 1, 1)',
  ];
  it.each(refused)('%s', async (sql) => {
    const { code, message } = await failure(sql);
    expect(code).toBe('SQL_ERROR');
    expect(message).not.toMatch(/LINE \d|\^|\n|\{"/);
  });

  it('leave the tables, settings and catalogs unchanged', async () => {
    expect((await engine.query('SHOW TABLES')).rows).toEqual([['walk']]);
    expect((await engine.query('SELECT count(*) FROM walk')).rows).toEqual([[0]]);
    expect((await engine.query('SHOW DATABASES')).rows).toEqual([[expect.stringMatching(/^captures_[0-9a-f]{32}$/)], ['memory']]);
    expect((await engine.query("SELECT getvariable('x')")).rows).toEqual([[null]]);
  });
});

describe('errors have the position in the original text', () => {
  it.each([
    ['SELECT * FORM walk', { line: 1, column: 15, offset: 14 }],
    ["SELECT 'ä', zz FROM walk", { line: 1, column: 13, offset: 12 }],
    ['SELECT\n  rssi,\n  zz\nFROM walk;', { line: 3, column: 3, offset: 17 }],
    ["SELECT\n  'a'::INTEGER", { line: 2, column: 6, offset: 12 }],
    ["SELECT TIMESTAMP '2020-01-01', 'a'::INTEGER", { line: 1, column: 35, offset: 34 }],
    ['SELECT 1; SELECT 2', { line: 1, column: 11, offset: 10 }],
    ['SELECT 1\0', { line: 1, column: 9, offset: 8 }],
    ['/* open', { line: 1, column: 1, offset: 0 }],
  ])('%s', async (sql, position) => {
    const { code, details } = await failure(sql);
    expect(code).toBe('SQL_ERROR');
    expect(details['position']).toEqual(position);
  });

  it('suggest quotes if the name of a table is an SQL keyword', async () => {
    await engine.create('order', [{ name: 'a', type: 'BIGINT' }]);
    expect((await failure('SELECT * FROM order')).message).toContain('is written in double quotes: "order"');
    expect((await engine.query('FROM "order"')).row_count).toBe(0);
    await engine.drop('order');
  });

  it('say what was found if there is no statement', async () => {
    for (const sql of ['', ' \n', '-- only a comment', ';;'])
      expect((await failure(sql)).message).toBe('expected one SQL statement, found none');
    expect((await failure('SELECT 1', -1)).message).toContain('expected a limit of 0 or more rows');
    expect((await failure('SELECT 1', 1.5)).message).toContain('found 1.5');
  });
});

describe('rows', () => {
  it('stop at the limit and say so', async () => {
    const { rows, row_count, truncated } = await engine.query('SELECT * FROM range(10) ORDER BY 1 DESC', { limit: 3 });
    expect({ rows, row_count, truncated }).toEqual({ rows: [[9], [8], [7]], row_count: 3, truncated: true });
    expect(await engine.query('FROM range(3)', { limit: 3 })).toMatchObject({ row_count: 3, truncated: false });
    expect(await engine.query('FROM range(3)', { limit: 0 })).toMatchObject({ row_count: 0, truncated: true });
  });

  it('include every batch of a long answer', async () => {
    const { rows } = await engine.query('FROM range(10000)');
    expect(rows.map(([i]) => i)).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
  });

  it('has columns also when it has no rows', async () => {
    const { columns, rows } = await engine.query('FROM walk');
    expect(columns).toEqual([
      { name: 'rssi', type: 'SMALLINT' },
      { name: 'advertiser_addr', type: 'VARCHAR' },
    ]);
    expect(rows).toEqual([]);
  });

  it('have different names for columns of one name', async () => {
    const { columns } = await engine.query('SELECT 1 AS a, DATE \'2020-01-02\' AS "A", 3 AS a');
    expect(new Set(columns.map(({ name }) => name.toLowerCase())).size).toBe(3);
  });

  it.each<[string, string, unknown]>([
    ['NULL::INTEGER', 'INTEGER', null],
    ['TRUE', 'BOOLEAN', true],
    ['255::UTINYINT', 'UTINYINT', 255],
    ['9007199254740991', 'BIGINT', 9007199254740991],
    ['9007199254740993', 'BIGINT', '9007199254740993'],
    ['-9007199254740993', 'BIGINT', '-9007199254740993'],
    ['18446744073709551615::UBIGINT', 'UBIGINT', '18446744073709551615'],
    ['7::HUGEINT', 'HUGEINT', 7],
    ['170141183460469231731687303715884105727::HUGEINT', 'HUGEINT', '170141183460469231731687303715884105727'],
    ['7::UHUGEINT', 'UHUGEINT', 7],
    ['340282366920938463463374607431768211455::UHUGEINT', 'UHUGEINT', '340282366920938463463374607431768211455'],
    ['1.5::DECIMAL(18,3)', 'DECIMAL(18,3)', 1.5],
    ['-0.05::DECIMAL(4,2)', 'DECIMAL(4,2)', -0.05],
    ['12345678901234567890.125::DECIMAL(30,3)', 'DECIMAL(30,3)', '12345678901234567890.125'],
    ['0.1::DOUBLE', 'DOUBLE', 0.1],
    ["'nan'::DOUBLE", 'DOUBLE', 'NaN'],
    ["'-inf'::FLOAT", 'FLOAT', '-Infinity'],
    ["'ä\u{1d11e}'", 'VARCHAR', 'ä\u{1d11e}'],
    ["'\\xAB\\x00'::BLOB", 'BLOB', 'ab00'],
    ["'101'::BIT", 'BIT', '101'],
    ["'6f2a6e1c-3f70-4c9e-8d6c-0f0e6c0b7a11'::UUID", 'UUID', '6f2a6e1c-3f70-4c9e-8d6c-0f0e6c0b7a11'],
    ["DATE '2020-01-02'", 'DATE', '2020-01-02'],
    ["TIME '12:34:56.789'", 'TIME', '12:34:56.789'],
    ["TIMESTAMP '2020-01-02 03:04:05'", 'TIMESTAMP', '2020-01-02T03:04:05Z'],
    ["TIMESTAMP '1960-01-02 03:04:05.678901'", 'TIMESTAMP', '1960-01-02T03:04:05.678901Z'],
    ["TIMESTAMP_NS '2020-01-02 03:04:05.123456789'", 'TIMESTAMP_NS', '2020-01-02T03:04:05.123456789Z'],
    ["TIMESTAMPTZ '2020-01-02 03:04:05+00'", 'TIMESTAMP WITH TIME ZONE', '2020-01-02T03:04:05Z'],
    ["'infinity'::TIMESTAMP", 'TIMESTAMP', 'infinity'],
    ["INTERVAL '1 month 2 days'", 'INTERVAL', '1 month 2 days'],
    ["'b'::ENUM('a', 'b')", "ENUM('a', 'b')", 'b'],
    ["['180D', NULL]", 'VARCHAR[]', ['180D', null]],
    ['[1, 9007199254740993]', 'BIGINT[]', [1, '9007199254740993']],
    ["[TIMESTAMP '2020-01-02 03:04:05.678901']", 'TIMESTAMP[]', ['2020-01-02T03:04:05.678901Z']],
    ["[DATE '1960-01-02']", 'DATE[]', ['1960-01-02']],
    ["[TIME '12:34:56.7']", 'TIME[]', ['12:34:56.7']],
    ["{'a': 1, 'b': ['\\x0F'::BLOB]}", 'STRUCT(a INTEGER, b BLOB[])', { a: 1, b: ['0f'] }],
    ["MAP {'x': 1.25::DECIMAL(4,2)}", 'MAP(VARCHAR, DECIMAL(4,2))', { x: 1.25 }],
    ['MAP {1: NULL}', 'MAP(INTEGER, INTEGER)', { '1': null }],
    ['array_value(1, 2)', 'INTEGER[2]', [1, 2]],
    ['union_value(a := 1)', 'UNION(a INTEGER)', 1],
  ])('%s', async (expression, type, value) => {
    const [foundType, found] = await cell(expression);
    expect(foundType.replaceAll('"', '')).toBe(type);
    expect(found).toEqual(value);
    expect(JSON.parse(JSON.stringify(found))).toEqual(value);
  });
});
