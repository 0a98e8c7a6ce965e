/**
 * Takes the README's pictures from the built page with the sample capture: `node .ci/screenshots.mjs`.
 * Three widths and both themes, so that every picture is of the page as it is.
 */
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensureChrome } from './lib/chrome.mjs';
import { fromRoot, say } from './lib/command.mjs';
import { serve } from './serve.mjs';

const SIZES = [
  { name: 'workbench', width: 1280, height: 800 },
  { name: 'wide', width: 1920, height: 1080 },
  { name: 'phone', width: 390, height: 844 },
];
const FOLDER = 'docs/screenshots';

const site = await serve('dist');
const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
const browser = await chromium.launch({ executablePath: await ensureChrome(), args });
mkdirSync(fromRoot(FOLDER), { recursive: true });
try {
  for (const { name, width, height } of SIZES) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      await page.goto(site.url);
      await page.getByRole('button', { name: 'Open sample capture' }).click();
      await page.waitForFunction(() => window.workbench.captures().length === 1);
      await page.evaluate(() => window.workbench.idle());
      if (width < 900) await page.getByRole('tab', { name: 'Call' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.waitForFunction(() => window.workbench.audit().length === 1);
      await page.evaluate(() => window.workbench.idle());
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await page.evaluate(() => window.workbench.idle());
      const path = `${FOLDER}/${name}-${colorScheme}.png`;
      await page.screenshot({ path: fromRoot(path) });
      say(path);
      await page.close();
    }
  }
} finally {
  await browser.close();
  await site.close();
}
