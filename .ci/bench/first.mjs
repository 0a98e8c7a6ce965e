/** Time from a visit to the page's first response to a person, after the browser has cached the page. */
import { repeat } from './page.mjs';

/** Time for the page to cache itself for later visits, ms. */
const KEPT_MS = 6000;

/**
 * Opens the page anew in a browser that was there before and presses **Actions** as soon as it stands.
 *
 * @param {import('@playwright/test').Browser} browser @param {string} url @param {number} runs
 * @returns {Promise<{ first: number, ready: number }[]>} ms until the palette is painted, and until the engine is ready
 */
export async function firstInteractions(browser, url, runs) {
  const context = await browser.newContext();
  const warm = await context.newPage();
  await warm.goto(url);
  await warm.evaluate(() => window.workbench.ready);
  await warm.waitForTimeout(KEPT_MS);
  await warm.close();
  const found = await repeat(runs, () => visit(context, url));
  await context.close();
  return found;
}

/** @param {import('@playwright/test').BrowserContext} context @param {string} url */
async function visit(context, url) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const press = () => {
      if (document.querySelector('dialog[open]') !== null) {
        requestAnimationFrame(() => performance.mark('first interaction'));
        return;
      }
      /** @type {HTMLButtonElement | null} */ (document.querySelector('button[title^="Find and take an action"]'))?.click();
      requestAnimationFrame(press);
    };
    requestAnimationFrame(press);
  });
  await page.goto(url);
  const ready = await page.evaluate(() => window.workbench.ready.then(() => performance.now()));
  await page.waitForFunction(() => performance.getEntriesByName('first interaction').length > 0);
  const first = await page.evaluate(() => performance.getEntriesByName('first interaction')[0]?.startTime ?? NaN);
  await page.close();
  return { first, ready };
}
