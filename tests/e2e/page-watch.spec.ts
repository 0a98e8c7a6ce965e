import { chromium } from '@playwright/test';
import { driven, PageWatch } from '../support/page-watch.ts';
import { expect, test } from '../support/page.ts';

/** Work that holds a thread for half a second of its own time, however many others share the core. */
const HOLD = '{ let x = 1; for (let at = 0; at < 5e8; at++) x = Math.imul(x, 48271) ^ at; globalThis.held = x; }';

test('a task that holds the thread of a page is found, also where the page has gone on, and what the driver does there does not count', async ({}, info) => {
  // One trace to a browser: that of the journey is taken.
  const browser = await chromium.launch(info.project.use.launchOptions);
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const watch = await PageWatch.of(browser);
    await watch.follow(context);
    await page.goto(`data:text/html,<script>setTimeout(() => ${HOLD})</script>`);
    await page.waitForFunction(() => 'held' in globalThis);
    await page.evaluate(HOLD);
    await driven(page, async () => {
      await page.evaluate(`delete globalThis.held; setTimeout(() => ${HOLD}); undefined`);
      await page.waitForFunction(() => 'held' in globalThis);
    });
    await page.goto('data:text/html,<title>elsewhere</title>');
    // Of three times one is the page's own.
    expect(await watch.end(info.config.workers)).toHaveLength(1);
    expect(watch.longest).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});
