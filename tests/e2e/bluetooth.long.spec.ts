import { chromium, expect, test, type CDPSession } from '@playwright/test';
import { serve } from '../../src/cli/serve/static-site.ts';
import { WorkbenchPage } from '../support/page.ts';

/** Domains of the DevTools protocol that Playwright's types do not know. */
const raw = (session: CDPSession) =>
  session as unknown as {
    send(method: string, params?: object): Promise<unknown>;
    on(event: string, listener: (params: { id: string; devices: readonly { id: string; name: string }[] }) => void): void;
  };

const ADDRESS = '09:09:09:09:09:09';
const DATA = [{ key: 0x0059, data: Buffer.from([1, 2, 3]).toString('base64') }];

/** The browser's own Web Bluetooth over an adapter that the browser itself emulates. */
test('a device that is chosen in the browser is watched, and what it says becomes a capture without an address', async () => {
  const site = await serve('dist');
  const executablePath = process.env['CHROME_PATH'];
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--enable-experimental-web-platform-features'],
  });
  try {
    const context = await browser.newContext();
    await context.addInitScript(() => delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker);
    const page = await context.newPage();
    const adapter = raw(await browser.newBrowserCDPSession());
    const prompt = raw(await context.newCDPSession(page));
    await adapter.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true });
    await adapter.send('BluetoothEmulation.simulatePreconnectedPeripheral', {
      address: ADDRESS,
      name: 'Lamp',
      manufacturerData: DATA,
      knownServiceUuids: [],
    });
    await prompt.send('DeviceAccess.enable');
    // The name is empty in the event; there is one device. The browser says so twice, and takes one answer.
    let answered = false;
    prompt.on('DeviceAccess.deviceRequestPrompted', ({ id, devices }) => {
      const [device] = devices;
      if (!device || answered) return;
      answered = true;
      void prompt.send('DeviceAccess.selectPrompt', { id, deviceId: device.id });
    });

    const workbench = new WorkbenchPage(page, site.url);
    await workbench.goto();
    await workbench.button('Live').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /chosen|Chosen/ }).check();
    await expect(dialog.getByRole('list', { name: 'What the scan needs' })).toContainText('Web Bluetooth');
    await dialog.getByRole('button', { name: 'Start scan' }).click();
    await expect(dialog.getByText('nothing heard yet')).toBeVisible();

    // Chromium ends the emulation without a word at a record that says no appearance.
    const say = (rssi: number): Promise<unknown> =>
      adapter.send('BluetoothEmulation.simulateAdvertisement', {
        entry: {
          deviceAddress: ADDRESS,
          rssi,
          scanRecord: { name: 'Lamp', uuids: [], appearance: 0, txPower: -8, manufacturerData: DATA },
        },
      });
    for (let i = 0; i < 200; i++) await say(-40 - (i % 20));
    const id = await page.evaluate(() => window.workbench.live.status().capture_id);
    const heard = `SELECT count(*), count(DISTINCT device_id), count(advertiser_addr), min(rssi), max(rssi), any_value(company_id), any_value(tx_power) FROM ${id}`;
    await expect(async () => expect(await workbench.rows(heard)).toEqual([[200, 1, 0, -59, -40, 0x59, -8]])).toPass();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByRole('button', { name: 'Save NDJSON' })).toBeVisible();

    const result = await page.evaluate((call) => window.workbench.run(call), workbench.invocation([String(id)]));
    expect(result.status).toBe('error');
    expect(JSON.stringify(result.errors)).toMatch(/opaque id/);
    const text = JSON.stringify(await workbench.rows(`SELECT * FROM ${id} LIMIT 5`));
    expect(text).not.toContain(ADDRESS);

    // One press makes a call of what ids allow.
    await dialog.getByRole('button', { name: 'Analyse device ids' }).click();
    await expect(dialog).toHaveCount(0);
    await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(workbench.region('Result').getByText(/^1 id heard;/)).toBeVisible();
    // Prevalence and interval by id are a query away.
    const rate = `SELECT device_id, count(*) AS n, median(gap) FROM (SELECT device_id, ts_us - lag(ts_us) OVER (PARTITION BY device_id ORDER BY ts_us) AS gap FROM ${id}) GROUP BY device_id`;
    expect((await workbench.rows(rate))[0]?.[1]).toBe(200);
  } finally {
    await browser.close();
    await site.close();
  }
});
