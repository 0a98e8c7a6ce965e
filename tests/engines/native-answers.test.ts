import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUCKDB_VERSION } from '../../src/cli/engine/native/node-bindings.ts';
import type { AnswerColumn, Engine } from '../../src/engine/engine.ts';
import { nativeEngine, seesNative } from '../support/native-engine.ts';
import { nodeEngine } from '../support/node-engine.ts';

const VALUES = [
  ...['true', '1::TINYINT', '-2::SMALLINT', '3::INTEGER', '4::BIGINT', '5::UTINYINT', '6::USMALLINT', '7::UINTEGER', '8::UBIGINT'],
  ...['1.5::FLOAT', "'nan'::DOUBLE", '12.34::DECIMAL(4,2)', '-12.345::DECIMAL(9,3)', '123456789.12::DECIMAL(18,2)', '-1.5::DECIMAL(38,10)'],
  ...['170141183460469231731687303715884105727::HUGEINT', '(-5)::HUGEINT', "'short'", "'a text that is longer than twelve bytes'", "'é'"],
  ...["'\\xAA\\x00'::BLOB", "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'::UUID", "DATE '1969-12-31'", "TIME '12:34:56.789'"],
  ...["TIMESTAMP '2026-01-02 03:04:05.678901'", "TIMESTAMP_S '2026-01-02 03:04:05'", "TIMESTAMP_MS '2026-01-02 03:04:05.5'"],
  ...["TIMESTAMP_NS '2026-01-02 03:04:05.123456789'", "TIMESTAMPTZ '2026-01-02 03:04:05+00'", "INTERVAL '1 month 2 days 3 seconds'"],
  ...['[1, NULL, 3]', "['one', NULL, 'a text that is longer than twelve bytes']", '[[1], NULL, [2, 3]]', "{'a': 1, 'b': 'text'}"],
  ...[
    "{'a': [1, 2], 'b': {'c': NULL}}",
    "MAP {'k': 1, 'l': NULL}",
    "MAP {1: ['x', NULL]}",
    '[1, 2, 3]::INTEGER[3]',
    "[{'a': 1}, NULL]",
    'NULL',
  ],
];

describe.runIf(await seesNative())('values of every type', () => {
  let engines: readonly Engine[];
  beforeAll(async () => {
    engines = await Promise.all([nativeEngine(), nodeEngine()]);
  });
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  test.each(VALUES)('%s', async (value) => {
    const sql = `SELECT i, v, ${value} AS w FROM range(5) t(i) LEFT JOIN (SELECT 0 AS i, ${value} AS v UNION ALL SELECT 3, ${value}) USING (i) ORDER BY i`;
    const [native, wasm] = await Promise.all(engines.map((engine) => engine.answer(sql)));
    expect(native!.columns.map(shown)).toEqual(wasm!.columns.map(shown));
    const [nativeRows, wasmRows] = await Promise.all(engines.map(async (engine) => (await engine.query(sql)).rows));
    expect(nativeRows).toEqual(wasmRows);
  });

  test('the two are the same version of DuckDB', async () => {
    const versions = await Promise.all(engines.map(async (engine) => (await engine.rows('SELECT version()')).rows));
    expect(versions).toEqual([[[DUCKDB_VERSION]], [[DUCKDB_VERSION]]]);
  });
});

/** Without the memory under a NULL, which holds anything. */
const shown = ({ name, type, values, valid }: AnswerColumn) => ({
  name,
  type,
  values: Array.from(values, (value, at) => (valid?.[at] === 0 ? null : value)),
});
