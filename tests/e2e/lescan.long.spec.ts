import { expect, test, type CDPSession, type Locator } from '@playwright/test';
import { serve } from '../../src/cli/serve/static-site.ts';
import { WorkbenchPage } from '../support/page.ts';
import { browserOn, missingForScreen, startScreen } from '../support/screen.ts';

/** Domains of the DevTools protocol that Playwright's types do not know. */
const raw = (session: CDPSession) => session as unknown as { send(method: string, params?: object): Promise<unknown> };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--window-position=0,0', '--enable-experimental-web-platform-features'];

/**
 * The permission prompt of a scan is a browser window: neither a headless browser nor the DevTools protocol can answer it. This journey
 * uses a browser with a screen, a mouse and a keyboard, and the Bluetooth adapter that Chromium emulates. `npm test` reports if it is skipped.
 */
if (missingForScreen().length === 0)
  test('what the browser itself hears is scanned, paused when the page loses the focus, and resumed', async () => {
    const site = await serve('dist');
    const screen = await startScreen();
    const { browser, close } = await browserOn(screen, FLAGS);
    try {
      const context = browser.contexts()[0]!;
      const page = context.pages()[0]!;
      const adapter = raw(await browser.newBrowserCDPSession());
      await adapter.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true });
      const workbench = new WorkbenchPage(page, site.url);
      await workbench.goto();
      const dialog = page.getByRole('dialog');
      const status = () => page.evaluate(() => window.workbench.live.status());

      const click = async (target: Locator): Promise<void> => {
        const box = (await target.boundingBox())!;
        const origin = await page.evaluate(() => ({ x: window.screenX, y: window.screenY + window.outerHeight - window.innerHeight }));
        screen.click(origin.x + box.x + box.width / 2, origin.y + box.y + box.height / 2);
      };
      /** Grants the scan as the page says: a click, F6, then Allow, which is one Tab from Block. */
      const allow = async (button: string): Promise<void> => {
        // A prompt takes keys once it is drawn, which no protocol reports: each try waits twice as long as the one before.
        let drawing_ms = 1000;
        await expect(async () => {
          await click(dialog.getByRole('button', { name: button }));
          await expect(dialog.getByText('Press F6 now').first()).toBeVisible();
          screen.press('F6');
          await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
          await page.waitForTimeout(drawing_ms);
          screen.press('Tab', 'space');
          try {
            await expect.poll(async () => (await status()).state, { timeout: 5 * drawing_ms }).toMatch(/silent|receiving/);
          } catch (error) {
            screen.press('Escape');
            drawing_ms *= 2;
            throw error;
          }
        }).toPass();
      };
      const advertise = async (count: number): Promise<void> => {
        for (let i = 0; i < count; i++)
          await adapter.send('BluetoothEmulation.simulateAdvertisement', {
            entry: {
              deviceAddress: `0A:0B:0C:0D:0E:0${String(i % 3)}`,
              rssi: -50 - i,
              scanRecord: { name: 'Lamp', uuids: [], appearance: 0, txPower: -8, manufacturerData: [{ key: 0x59, data: 'AQID' }] },
            },
          });
      };

      await workbench.button('Live').click();
      await dialog.getByRole('radio', { name: /This computer/ }).check();
      await expect(dialog.getByRole('list', { name: 'What the scan needs' })).toContainText('Scanning (requestLEScan): on');
      await allow('Start scan');
      await advertise(20);
      const id = String((await status()).capture_id);
      const heard = `SELECT count(*), count(DISTINCT device_id), count(advertiser_addr), max(rssi), any_value(company_id) FROM ${id}`;
      await expect(async () => expect(await workbench.rows(heard)).toEqual([[20, 3, 0, -50, 0x59]])).toPass();

      // Back to the page, and away from it again.
      await click(dialog.getByText('Receiving').or(dialog.getByText('Scanning')).first());
      await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
      screen.press('F6');
      await expect(dialog.getByText('stops scans when the page loses focus')).toBeVisible();
      expect(await status()).toMatchObject({ state: 'paused', code: 'LIVE_PAUSED' });
      await advertise(5);
      await allow('Resume');
      await advertise(10);
      await expect(async () => expect((await workbench.rows(heard))[0]?.[0]).toBe(30)).toPass();
      expect(await page.evaluate(() => window.workbench.live.stop())).toMatchObject({ format: 'live', row_count: 30 });
    } finally {
      await close();
      screen.close();
      await site.close();
    }
  });
