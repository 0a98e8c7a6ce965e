import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { build } from 'vite';
import { hostedPolicy, policyTag } from '../../.ci/vite/content-security.ts';
import { serve } from '../../src/cli/serve/static-site.ts';
import { NetworkGuard } from '../support/network-guard.ts';
import type {} from '../support/engine-harness.ts';

/** The engine alone in a real browser, under the page's own policy: worker, cancelling, death, memory formats. */
const DUCKDB = 'node_modules/@duckdb/duckdb-wasm/dist';

const test = base.extend<{ harness: Page }, { site: string }>({
  site: [
    async ({}, use, { workerIndex }) => {
      const folder = `.cache/engine-harness-${String(workerIndex)}`;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const input = resolve('tests/support/engine-harness.ts');
      const output = { format: 'es', entryFileNames: 'harness.js' } as const;
      await build({
        configFile: false,
        logLevel: 'warn',
        base: './',
        build: { outDir: folder, emptyOutDir: false, rollupOptions: { input, output } },
      });
      writeFileSync(
        `${folder}/index.html`,
        `<!doctype html><meta charset="utf-8">${policyTag(hostedPolicy)}<script type="module" src="harness.js"></script>`,
      );
      symlinkSync(resolve(DUCKDB, 'duckdb-eh.wasm'), `${folder}/duckdb.wasm`);
      symlinkSync(resolve(DUCKDB, 'duckdb-browser-eh.worker.js'), `${folder}/worker.js`);
      const server = await serve(folder);
      await use(server.url);
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  harness: async ({ page, context, site }, use) => {
    const guard = new NetworkGuard(context, [site]);
    await page.goto(site);
    await page.waitForFunction(() => 'harness' in window);
    await use(page);
    expect(guard.foreign, 'requests to anywhere but home').toEqual([]);
  },
});

test('opens a table, appends batches and answers', async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const engine = window.harness.start();
    const { columns } = window.harness.stream(0);
    await engine.create('walk', columns);
    for (let i = 0; i < 4; i++) await engine.append('walk', window.harness.stream(50_000).ipc);
    const answer = await engine.answer('SELECT * FROM walk');
    const times = answer.column('ts_us').values;
    const { rows } = await engine.query(
      'SELECT count(*), min(ts_us), count(DISTINCT advertiser_addr), typeof(any_value(channel)), typeof(any_value(rssi)) FROM walk',
    );
    await engine.close();
    return {
      rows,
      count: answer.rows,
      first: String(times[0]),
      exact: times instanceof BigInt64Array,
      address: answer.column('advertiser_addr').values[1],
    };
  });
  expect(seen.rows).toEqual([[200_000, 1_700_000_000_000_000, 1024, 'UTINYINT', 'SMALLINT']]);
  expect(seen).toMatchObject({ count: 200_000, first: '1700000000000000', exact: true, address: 'AA:BB:CC:DD:00:01' });
});

test('a cancelled query rejects, other connections answer beside it, and its own answers again', async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const engine = window.harness.start();
    await engine.ready;
    const stop = new AbortController();
    const sql = 'SELECT max(a.i * b.i) FROM range(100000000) a(i), range(1000) b(i)';
    const running = engine.query(sql, { signal: stop.signal }).catch((error: unknown) => (error as Error).name);
    while (!window.harness.asked.includes('POLL_PENDING_QUERY')) await new Promise((resolve) => setTimeout(resolve));
    const beside = (await engine.answer('SELECT 1 AS one')).rows;
    stop.abort();
    const outcome = await running;
    const { rows } = await engine.query('SELECT 2');
    await engine.close();
    return { outcome, beside, rows, workers: window.harness.workers.length };
  });
  expect(seen).toEqual({ outcome: 'AbortError', beside: 1, rows: [[2]], workers: 1 });
});

test('a statement that cannot be interrupted costs the worker, not the page', async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const engine = window.harness.start(500);
    await engine.ready;
    const lost = new Promise<string | null>((resolve) => engine.onState(({ phase, reason }) => phase === 'restarting' && resolve(reason)));
    const stop = new AbortController();
    const numbers = '(SELECT range AS i FROM range(300000))';
    const stuck = engine
      .query(`SELECT count(*) FROM ${numbers} a, ${numbers} b WHERE a.i * b.i = 7`, { signal: stop.signal })
      .catch((error: unknown) => (error as Error).name);
    while (!window.harness.asked.includes('START_PENDING_QUERY')) await new Promise((resolve) => setTimeout(resolve));
    const waiting = engine.answer('SELECT 1').catch((error: unknown) => (error as { code: string }).code);
    stop.abort();
    const outcome = [await stuck, await waiting];
    const reason = await lost;
    const { rows } = await engine.query('SELECT 3');
    await engine.close();
    return { outcome, reason, rows, workers: window.harness.workers.length };
  });
  expect(seen).toEqual({
    outcome: ['AbortError', 'ENGINE_LOST'],
    reason: 'The query engine stopped: a cancelled query did not end within 0.5 s.',
    rows: [[3]],
    workers: 2,
  });
});

test('the death of the worker rejects what runs and brings a fresh database', async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const engine = window.harness.start();
    await engine.ready;
    await engine.create('here', [{ name: 'a', type: 'INTEGER' }]);
    const lost = new Promise<string | null>((resolve) => engine.onState(({ phase, reason }) => phase === 'restarting' && resolve(reason)));
    const waiting = engine
      .answer('SELECT max(i) FROM range(10000000000) r(i)')
      .catch((error: unknown) => error as { code: string; message: string });
    while (!window.harness.asked.includes('START_PENDING_QUERY')) await new Promise((resolve) => setTimeout(resolve));
    window.harness.workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    const { code, message } = (await waiting) as { code: string; message: string };
    const reason = await lost;
    const { rows } = await engine.query('SHOW TABLES');
    await engine.create('here', [{ name: 'a', type: 'INTEGER' }]);
    await engine.close();
    const closed = await engine.query('SELECT 1').catch((error: unknown) => (error as { code: string }).code);
    return { code, message, reason, rows, closed };
  });
  expect(seen).toMatchObject({
    code: 'ENGINE_LOST',
    reason: 'The query engine stopped: its worker ended: out of memory.',
    rows: [],
    closed: 'ENGINE_LOST',
  });
  expect(seen.message).toContain('out of memory');
});

test('a worker that ends without an event inside a statement is replaced, and the query starts again', async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const engine = window.harness.start();
    await engine.ready;
    const lost = new Promise<string | null>((resolve) => engine.onState(({ phase, reason }) => phase === 'restarting' && resolve(reason)));
    const query = engine.query('SELECT count(*) FROM range(300000000) a(i) WHERE i % 7 = 1');
    while (!window.harness.asked.includes('START_PENDING_QUERY')) await new Promise((resolve) => setTimeout(resolve));
    window.harness.workers[0]!.terminate();
    const reason = await lost;
    const { rows } = await query;
    const state = engine.state();
    await engine.close();
    return { reason, rows, phase: state.phase, workers: window.harness.workers.length };
  });
  expect(seen).toEqual({ reason: 'The query engine stopped: its worker ended.', rows: [[42_857_143]], phase: 'ready', workers: 2 });
});

test('nothing a statement says makes the worker ask the network', async ({ harness }) => {
  const messages = await harness.evaluate(async () => {
    const engine = window.harness.start();
    await engine.ready;
    const statements = [
      "SELECT json_extract('{}', 'a')",
      "FROM 'https://example.com/x.parquet'",
      "SELECT * FROM read_csv('https://example.com/x.csv')",
      "SELECT date_trunc('day', now())",
      'LOAD icu',
      "ATTACH 'https://example.com/x.db' AS x",
      "SELECT * FROM read_text('/etc/passwd')",
    ];
    const outcomes: string[] = [];
    for (const sql of statements)
      outcomes.push(
        await engine.query(sql).then(
          () => 'answered',
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    const after = await engine.query('SELECT 1');
    await engine.close();
    return [...outcomes, after.row_count];
  });
  expect(messages).toEqual([...Array.from({ length: 7 }, () => 'SQL_ERROR'), 1]);
});
