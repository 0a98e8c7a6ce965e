import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { repair } from '../../../../src/tools/repair/repair.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** Statements that name what does not exist: told with their place and what does, and mended there alone. */
let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  const rows = Array.from({ length: 20 }, (_, at) => `${String(1_700_000_000 + at)},${String(at % 7)},${String(at % 11)},${String(at)}`);
  await workbench.open(new TextEncoder().encode(`time,snr,jitter,latency_ms\n${rows.join('\n')}\n`), 'lab.csv');
  await workbench.open(new TextEncoder().encode('time,noise\n1700000000,1\n1700000001,2\n'), 'lab2.csv');
});
afterAll(() => workbench.close());

const query = (sql: string): Record<string, unknown> => ({
  tool_name: 'capture_query',
  tool_version: '1.1.0',
  capture_selection: { capture_id: 'lab' },
  arguments: { sql },
  request_id: `r-${crypto.randomUUID()}`,
  timeout_ms: 30_000,
});

function mended(wrong: unknown, failed: ToolResult): { invocation: unknown; sql: unknown } {
  const facts = { registry: createRegistry(catalog), catalog: workbench.runner.catalog(), captures: workbench.captures };
  const fixed = repair(wrong, failed, { ...facts, ids: { uuid: () => crypto.randomUUID() } });
  const { invocation } = fixed ?? {};
  return { invocation, sql: (invocation as { arguments?: { sql?: string } } | undefined)?.arguments?.sql };
}

describe('a statement that cannot run', () => {
  test('that ends within the name of its table stays open, as it may be cut off', async () => {
    const wrong = query('SELECT snr FROM la');
    const failed = await workbench.runner.run(wrong);
    expect(failed.status).toBe('error');
    expect(mended(wrong, failed).sql).toBe('SELECT snr FROM la');
  });

  test.each([
    ['SELECT jiter FROM lab', 'SELECT jitter FROM lab', 7, 'jiter'],
    ['SELECT max("latency") AS most\nFROM lab', 'SELECT max(latency_ms) AS most\nFROM lab', 11, 'latency'],
    ['SELECT r.snrr, "ä" FROM (SELECT *, 1 AS "ä" FROM lab) AS r', 'SELECT r.snr, "ä" FROM (SELECT *, 1 AS "ä" FROM lab) AS r', 9, 'snrr'],
    [
      'WITH a AS (SELECT snr AS ratio FROM lab) SELECT rato FROM a',
      'WITH a AS (SELECT snr AS ratio FROM lab) SELECT ratio FROM a',
      48,
      'rato',
    ],
    ['WITH a AS (SELECT 1 AS "my sum") SELECT "my sun" FROM a', 'WITH a AS (SELECT 1 AS "my sum") SELECT "my sum" FROM a', 40, 'my sun'],
    ['SELECT snr FROM labb WHERE snr > 0', 'SELECT snr FROM lab WHERE snr > 0', 16, 'labb'],
    ['SELECT meen(snr) FROM lab', 'SELECT mean(snr) FROM lab', 7, 'meen'],
    ['SELECT jit$er FROM lab', 'SELECT jitter FROM lab', 7, 'jit$er'],
    ['SELECT avg(labb.snr) FROM lab', 'SELECT avg(lab.snr) FROM lab', 11, 'labb'],
    ['SELECT * EXCLUDE (jiter) FROM lab', 'SELECT * EXCLUDE (jitter) FROM lab', 18, 'jiter'],
    [
      'WITH strong AS (SELECT * FROM lab WHERE snr > 5) SELECT avg(snr) FROM strng',
      'WITH strong AS (SELECT * FROM lab WHERE snr > 5) SELECT avg(snr) FROM strong',
      70,
      'strng',
    ],
    // The other capture is open and the likeliest by its letters, but not in the call.
    ['SELECT snr FROM labb2', 'SELECT snr FROM lab', 16, 'labb2'],
  ])('is mended where it names what does not exist: %s', async (sql, whole, offset, got) => {
    const wrong = query(sql);
    const failed = await workbench.runner.run(wrong);
    expect(failed.errors).toMatchObject([{ code: 'SQL_ERROR', offset, got }]);
    expect(failed.errors[0]?.message).toMatch(/; did you mean [\w ]+\?$/);
    const fixed = mended(wrong, failed);
    expect(fixed.sql).toBe(whole);
    expect((await workbench.runner.run(fixed.invocation)).errors).toEqual([]);
  });

  test.each([
    ['SELECT zzzzzzzzzz FROM lab', 7, /column "zzzzzzzzzz" not found.*; there is \w+, /],
    ['SELECT avg(temperature) FROM lab', 11, /column "temperature" not found.*; there is \w+, /],
    ['SELECT n FROM (SELECT snr AS x FROM lab)', 7, /column "n" not found/],
    ['SELECT jitter FROM (SELECT snr AS ratio FROM lab)', 7, /column "jitter" not found in FROM clause; there is ratio$/],
    ['SELECT pg_typof(snr) FROM lab', 7, /pg_typof does not exist!$/],
    ['SELECT randm() FROM lab', 7, /randm does not exist!$/],
    [`SELECT "${'a'.repeat(1200)}" FROM lab`, 7, /column "a{1200}" not found/],
    ['SELECT other.snr FROM lab', 7, /Referenced table "other" not found/],
    ['SELEC 1', 0, /syntax error at or near "SELEC"/],
  ])('is told with its place where nothing is like it: %s', async (sql, offset, message) => {
    const wrong = query(sql);
    const failed = await workbench.runner.run(wrong);
    expect(failed.errors).toMatchObject([{ code: 'SQL_ERROR', offset }]);
    expect(failed.errors[0]?.message).toMatch(message);
    // The statement is never replaced by another one.
    expect(mended(wrong, failed).sql ?? sql).toBe(sql);
  });

  test('has no place in its text where the rows themselves are at fault', async () => {
    const failed = await workbench.runner.run(query("SELECT CAST('x' || snr AS INTEGER) AS n FROM lab"));
    expect(failed.errors).toMatchObject([{ code: 'SQL_ERROR' }]);
    expect(failed.errors[0]).not.toHaveProperty('offset');
  });
});
