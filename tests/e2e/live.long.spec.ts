import { readFileSync } from 'node:fs';
import { crashEngine } from '../support/core-thread.ts';
import { fakeSerial, sniffed } from '../support/live/fake-serial.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';
import { expectAccessible } from '../support/screens.ts';

test('a scan of a sniffer grows, survives unplugging and a reload, and is saved', async ({ workbench, guard }) => {
  const { page } = workbench;
  await fakeSerial(page);
  await page.goto(workbench.home);
  // What Playwright evaluates counts as a gesture for some seconds; a script of the page does not.
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `new Promise((done) => {
      const look = () => (navigator.userActivation.isActive ? setTimeout(look, 100) : done());
      look();
    }).then(() => workbench.live.start()).catch((error) => error.message)`,
    awaitPromise: true,
    returnByValue: true,
  });
  expect(result.value).toContain('Press Start in the Live view');
  await workbench.idle();

  await workbench.button('Live').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'What the scan needs' })).toContainText('Web Serial');
  await dialog.getByRole('button', { name: 'Start scan' }).click();
  await expect(dialog.getByText('nothing heard yet')).toBeVisible();
  expect(await page.evaluate(() => window.workbench.live.status())).toMatchObject({
    state: 'silent',
    source: 'serial',
    firmware: 'nRF Sniffer 4.1.1, protocol 3',
    recording: { place: 'opfs' },
  });

  const push = (from: number, count: number): Promise<void> =>
    page.evaluate(
      (bytes) => {
        window.fakeSerial.push(bytes);
      },
      sniffed(from, count),
    );
  await push(0, 50);
  await expect(dialog.getByRole('region', { name: 'Devices heard' })).toContainText('C1:02:03:04:05:10');
  await expect(dialog.getByRole('region', { name: 'Devices heard' }).getByRole('row')).toHaveCount(11);
  await expectAccessible('a scan that runs', dialog);
  // Two frames that the sniffer numbered never come.
  await push(52, 10);
  await expect(dialog.getByText('Lost by the sniffer').locator('..')).toContainText('2');
  const id = await page.evaluate(() => window.workbench.live.status().capture_id);
  await expect(async () => expect(await workbench.rows(`SELECT count(*) FROM ${id}`)).toEqual([[60]])).toPass();

  await page.evaluate(() => {
    window.fakeSerial.unplug();
  });
  await expect(dialog.getByText('Plug it in again')).toBeVisible();
  await page.evaluate(() => {
    window.fakeSerial.plug();
  });
  await expect(dialog.getByText('Scanning')).toBeVisible();
  await push(0, 40);
  await expect(async () => expect(await workbench.rows(`SELECT count(*) FROM ${id}`)).toEqual([[100]])).toPass();

  // The query engine dies in the middle: its rows come back from the recording, and nothing that is heard meanwhile is lost.
  const crashed = crashEngine(page);
  await push(40, 20);
  await crashed;
  await expect(dialog.getByText(/rows were read back from the recording; none is lost/)).toBeVisible();
  await expect(async () => expect(await workbench.rows(`SELECT count(*) FROM ${id}`)).toEqual([[120]])).toPass();
  // What DuckDB says of it in the console is no fault of the page.
  expect(guard.complaints.splice(0)).toContain('error in duckdb worker: out of memory');
  const share = await page.evaluate(() => window.workbench.session.offline().catch((error: Error) => error.message));
  expect(share).toContain('which still runs: stop it first');

  // A second tab scans beside it: each has a recording of its own, and neither is offered the other's while that runs.
  const tab = await page.context().newPage();
  await fakeSerial(tab);
  const second = new WorkbenchPage(tab, workbench.home);
  await second.goto();
  await second.button('Live').click();
  const beside = tab.getByRole('dialog');
  const left = beside.getByRole('list', { name: 'Recordings that were not saved' });
  await beside.getByRole('button', { name: 'Start scan' }).click();
  await expect(beside.getByText('nothing heard yet')).toBeVisible();
  await tab.evaluate((bytes) => window.fakeSerial.push(bytes), sniffed(0, 30));
  await expect(beside.getByText('Receiving')).toBeVisible();
  await beside.getByRole('button', { name: 'Stop' }).click();
  await expect(beside.getByRole('button', { name: 'Save pcapng' })).toBeVisible();
  await expect(left).toHaveCount(0);

  // The first tab's process is killed while it receives: every byte that it reported as recorded is kept.
  const recorded = (): Promise<number> => page.evaluate(() => window.workbench.live.status().recording?.bytes ?? 0);
  const before = await recorded();
  let sent = 0;
  while ((await recorded()) < 1.2 * before) await push(60 + sent++, 1);
  const safe = await recorded();
  await push(60 + sent++, 1);
  const gone = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await gone;
  await beside.getByRole('button', { name: 'Check again' }).click();
  await expect(left.getByRole('listitem')).toHaveCount(1);
  await left.getByRole('button', { name: 'Open' }).click();
  await expect(left).toHaveCount(0);
  const kept = Number((await second.rows(`SELECT count(*) FROM ${id}`))[0]?.[0]);
  expect(kept).toBeLessThanOrEqual(120 + sent);
  expect(kept).toBeGreaterThan(120);
  const [opened] = await tab.evaluate((own) => window.workbench.captures().filter(({ capture_id }) => capture_id === own), id);
  expect(opened?.bytes).toBeGreaterThanOrEqual(safe);
  expect(await second.rows(`SELECT count(*), count(DISTINCT advertiser_addr) FROM ${id} WHERE packet_no <= 120`)).toEqual([[120, 10]]);

  // The storage is full: the scan goes on in memory and says so, and what is saved is whole.
  const storage = await page.context().newCDPSession(tab);
  await storage.send('Storage.overrideQuotaForOrigin', { origin: new URL(tab.url()).origin, quotaSize: 1000 });
  await beside.getByRole('button', { name: 'Start another scan' }).click();
  await expect(beside.getByText('nothing heard yet')).toBeVisible();
  await tab.evaluate((bytes) => window.fakeSerial.push(bytes), sniffed(0, 30));
  await expect(beside.getByText('Nothing is lost: recording continues in memory')).toBeVisible();
  expect(await tab.evaluate(() => window.workbench.live.status())).toMatchObject({
    code: 'LIVE_STORAGE_FULL',
    state: 'receiving',
    recording: { place: 'memory' },
  });
  await tab.evaluate((bytes) => window.fakeSerial.push(bytes), sniffed(30, 10));
  await expect(async () => expect(await tab.evaluate(() => window.workbench.live.status().counters.rows)).toBe(40)).toPass();
  await beside.getByRole('button', { name: 'Stop' }).click();
  const download = tab.waitForEvent('download');
  await beside.getByRole('button', { name: 'Save pcapng' }).click();
  const saved = readFileSync(await (await download).path());
  expect(saved.subarray(0, 4).toString('hex')).toBe('0a0d0d0a');
  const captures = await tab.evaluate(() => window.workbench.captures());
  expect(captures.at(-1)).toMatchObject({ format: 'live', row_count: 40, bytes: saved.length, link_types: [272] });
});
