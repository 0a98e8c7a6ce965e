import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { nodeEngine } from '../../support/node-engine.ts';

let engine: Engine;
let names: readonly string[];
beforeAll(async () => {
  engine = await nodeEngine();
  const { rows } = await engine.query("SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type <> 'pragma'");
  names = rows.map(([name]) => String(name)).filter((name) => /^[a-z_]\w*$/i.test(name));
});
afterAll(() => engine.close());

const refusedBy = async (judge: (sql: string) => Promise<unknown>): Promise<string[]> => {
  const refused: string[] = [];
  for (const name of names)
    await judge(`SELECT "${name}"()`).catch((error: { readonly details?: { readonly function?: string } }) => {
      if (error.details?.function === name.toLowerCase()) refused.push(name);
    });
  return refused.sort();
};

it('SQL from people may call all DuckDB functions except these', async () => {
  expect(await refusedBy((sql) => engine.query(sql))).toEqual([
    ...[
      'arrow_scan',
      'arrow_scan_dumb',
      'checkpoint',
      'disable_logging',
      'enable_logging',
      'force_checkpoint',
      'nextval',
      'query',
      'seq_scan',
    ],
    ...['setseed', 'truncate_duckdb_logs', 'write_log'],
  ]);
});

it("a tool call's statement may call no function that reads settings, catalogs, files or the clock, or whose result varies between runs", async () => {
  const relation = { name: 'a', columns: [{ name: 'x', type: 'BIGINT' }] };
  const refused = await refusedBy((sql) => engine.confine(sql, [relation]));
  const allowed = names.filter((name) => !refused.includes(name));
  expect(
    allowed.filter((name) =>
      /^(?:duckdb|pragma|read|current|txid|uuid$|uuidv|random|now$|get_current|has_|inet|enable|in_search)/.test(name),
    ),
  ).toEqual([]);
  // A release of DuckDB that adds functions changes this number: look at the new ones.
  expect(allowed.length).toBe(511);
});
