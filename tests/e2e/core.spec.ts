/** The core of a page and its query engine end, fail to start, or lose a file; the page goes on without a reload. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { fixture } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';

declare global {
  interface Window {
    /** The worker of the core that started last. */
    core?: Worker;
  }
}

const CAPTURE = fixture('hackrf/adv38.pcap');

/** Lets the journey end the core's worker as a crash would: nothing is posted. */
async function rememberCore(context: BrowserContext, workbench: WorkbenchPage): Promise<() => Promise<void>> {
  await context.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name?.startsWith('core ')) window.core = this;
      }
    };
  });
  await workbench.goto();
  return async () => {
    const seen = workbench.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const stop = window.workbench.on('core', (event) => {
            if (!('state' in event) || event.state !== 'running') return;
            stop();
            resolve();
          });
          window.core?.terminate();
        }),
    );
    await seen;
    await workbench.page.evaluate(() => window.workbench.ready);
  };
}

test('the query engine fails twice, then starts without a reload, and what waited for it goes on', async ({ workbench, context }) => {
  const { page } = workbench;
  let failures = 2;
  // Not a module at all: a request that fails would be an error of the page besides.
  await context.route(/duckdb-eh.*\.wasm$/, (route) =>
    failures-- > 0 ? route.fulfill({ contentType: 'application/wasm', body: 'not a module' }) : route.continue(),
  );
  await page.goto(workbench.home);
  const notice = page.getByRole('status', { name: 'Query engine' });
  await expect(notice).toContainText('query engine');
  await page.evaluate(() => {
    (globalThis as { asked?: Promise<unknown> }).asked = window.workbench.query('SELECT 42 AS answer');
  });
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeHidden();
  expect(failures).toBeLessThanOrEqual(0);
  expect(
    await page.evaluate(async () => ((await (globalThis as { asked?: Promise<{ rows: unknown }> }).asked) ?? { rows: null }).rows),
  ).toEqual([[42]]);
  await workbench.drop(CAPTURE);
  expect(await workbench.rows('SELECT count(*) FROM adv38')).not.toEqual([[0]]);
});

test('a file that cannot be read is opened by "Try again" once it is there', async ({ workbench }, info) => {
  const { page } = workbench;
  const path = info.outputPath('later.csv');
  const away = `${path}.away`;
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(path, 'time,advertiser_addr,rssi\n1588358485.5,AA:BB:CC:DD:EE:FF,-60\n');
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.asElement()?.setInputFiles(path);
  renameSync(path, away);
  await input.evaluate((element) => {
    const [file] = element.files ?? [];
    void window.workbench.open(file ? [file] : []).catch(() => undefined);
  });
  const activity = workbench.region('Activity');
  await expect(activity.getByRole('button', { name: 'Try again' })).toBeVisible();
  renameSync(away, path);
  await activity.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.evaluate(() => window.workbench.captures().map(({ file_name }) => file_name))).toEqual(['later.csv']);
  await workbench.idle();
  expect(await workbench.rows('SELECT count(*) FROM later')).toEqual([[1]]);
});

test('the core ends while a result is on screen: result, capture and journal stay, and calls run again @offline', async ({
  workbench,
  context,
}, info) => {
  const { page } = workbench;
  const kill = await rememberCore(context, workbench);
  await workbench.drop(CAPTURE);
  const call = workbench.invocation(['adv38']);
  await page.evaluate((invocation) => window.workbench.run(invocation), call);
  await workbench.idle();
  const result = await workbench.at('Result');
  await expect(result).toContainText('not proof');
  const before = await page.evaluate(() => ({ captures: window.workbench.captures(), journal: window.workbench.audit().length }));

  await kill();
  await page.screenshot({ path: info.outputPath('core-ended.png') });
  await workbench.idle();
  const after = await page.evaluate(() => ({ captures: window.workbench.captures(), journal: window.workbench.audit().length }));
  expect(after.captures.map(({ capture_id, sha256, row_count }) => [capture_id, sha256, row_count])).toEqual(
    before.captures.map(({ capture_id, sha256, row_count }) => [capture_id, sha256, row_count]),
  );
  expect(after.journal).toBe(before.journal);
  await expect(result).toContainText('not proof');
  await result.getByRole('tab', { name: 'Table' }).click();
  await expect(result.getByRole('row').nth(1)).toBeVisible();
  const again = await page.evaluate((invocation) => window.workbench.run(invocation), { ...call, request_id: 'req-after' });
  expect(again.status).toBe('ok');
  expect(await page.evaluate(() => window.workbench.verifyAudit())).toMatchObject({ ok: true });
});

test('two files of one name keep their own ids when the first is closed and the core ends @offline', async ({ workbench, context }) => {
  const { page } = workbench;
  const kill = await rememberCore(context, workbench);
  const open = (rows: number): Promise<void> =>
    page.evaluate(async (count) => {
      const lines = Array.from({ length: count }, (_, i) => `${String(1588358485 + i)},AA:BB:CC:DD:EE:FF,-60`);
      await window.workbench.open([new File([['time,advertiser_addr,rssi', ...lines, ''].join('\n')], 'x.csv')]);
    }, rows);
  await open(3);
  await open(5);
  await page.evaluate(() => window.workbench.close('x'));
  for (let round = 0; round < 2; round++) {
    await kill();
    await workbench.idle();
    expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id, row_count }) => [capture_id, row_count]))).toEqual([
      ['x_2', 5],
    ]);
    expect(await workbench.rows('SELECT count(*) FROM x_2')).toEqual([[5]]);
  }
});

test('a part of the core that cannot be loaded without a network is said in words, and loaded once there is one', async ({
  workbench,
  context,
}) => {
  const { page } = workbench;
  await workbench.idle();
  await context.route('**/assets/**', (route) => route.abort('internetdisconnected'));
  const verify = (): Promise<string> =>
    page.evaluate(async () => {
      try {
        return (await window.workbench.verify(new File(['no session'], 'x.json'))).state;
      } catch (error) {
        return (error as Error).message;
      }
    });
  expect(await verify()).toMatch(/^A part of the program could not be loaded\. Connect to the network/);
  await context.unroute('**/assets/**');
  expect(await verify()).not.toMatch(/could not be loaded/);
});
