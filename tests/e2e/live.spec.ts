import { readFileSync } from 'node:fs';
import { fakeSerial, sniffed } from '../support/live/fake-serial.ts';
import { expect, test } from '../support/page.ts';

test('a scan of a sniffer grows, survives unplugging and a reload, and is saved', async ({ workbench, guard }) => {
  const { page } = workbench;
  await fakeSerial(page);
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(window, { workers });
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
      override postMessage(message: unknown, transfer: Transferable[] | StructuredSerializeOptions = []): void {
        // The query engine's own words: its worker is the one to end.
        if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'INSTANTIATE')
          Object.assign(this, { isEngine: true });
        super.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer);
      }
    };
  });
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
  await page.evaluate(() => {
    const { workers } = window as unknown as { workers: (Worker & { isEngine?: boolean })[] };
    const engine = workers.find(({ isEngine }) => isEngine);
    engine?.terminate();
    engine?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  });
  await push(40, 20);
  await expect(dialog.getByText(/rows were read back from the recording; none is lost/)).toBeVisible();
  await expect(async () => expect(await workbench.rows(`SELECT count(*) FROM ${id}`)).toEqual([[120]])).toPass();
  // What DuckDB says of it in the console is no fault of the page.
  expect(guard.complaints.splice(0)).toContain('error in duckdb worker: out of memory');
  const share = await page.evaluate(() => window.workbench.session.offline().catch((error: Error) => error.message));
  expect(share).toContain('which still runs: stop it first');

  // The page goes away in the middle; the recording is offered again and has every row.
  await workbench.goto();
  await workbench.button('Live').click();
  const left = dialog.getByRole('list', { name: 'Recordings that were not finished' });
  await expect(left.getByRole('listitem')).toHaveCount(1);
  await left.getByRole('button', { name: 'Open' }).click();
  await expect(left).toHaveCount(0);
  await expect(async () =>
    expect(await workbench.rows(`SELECT count(*), count(DISTINCT advertiser_addr) FROM ${id}`)).toEqual([[120, 10]]),
  ).toPass();

  await dialog.getByRole('button', { name: 'Start scan' }).click();
  await expect(dialog.getByText('nothing heard yet')).toBeVisible();
  await push(0, 30);
  await expect(dialog.getByText('Receiving')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save pcapng' }).click();
  const path = await (await download).path();
  const saved = readFileSync(path);
  expect(saved.subarray(0, 4).toString('hex')).toBe('0a0d0d0a');
  const captures = await page.evaluate(() => window.workbench.captures());
  expect(captures.at(-1)).toMatchObject({ format: 'live', row_count: 30, bytes: saved.length, link_types: [272] });
});
