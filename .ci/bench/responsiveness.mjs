/** How long the page's thread is held at most, step by step of the main job, by its processor time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTasks } from '../lib/page-tasks.mjs';
import { analyse, open, time } from './page.mjs';

const TABS = ['Addresses', 'Timeline', 'Clusters', 'Graph', 'Links', 'Envelope', 'JSON', 'Summary'];
/** Until what a step has started is drawn. */
const SETTLED_MS = 1000;

/** @param {{ browser: import('@playwright/test').Browser, url: string }} bench @param {string} path @returns {Promise<string[][]>} lines of what, figure, what took it */
export async function responsivenessLines({ browser, url }, path) {
  const [page, colleague] = [await browser.newPage(), await browser.newPage()];
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const shared = join(folder, 'shared.html');
  /** @type {string[][]} */
  const lines = [];
  const step = async (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ work) => {
    const watch = await startTasks(browser);
    await work();
    await page.waitForTimeout(SETTLED_MS);
    const [longest] = await watch.tasks();
    const parts = longest?.parts.slice(0, 2).map(({ name, ms }) => `${name} ${time(ms)}`);
    lines.push([`longest task, ${what}`, time(longest?.ms ?? NaN), parts?.join(', ') ?? '']);
  };
  try {
    await step('page opened', async () => {
      await page.goto(url);
      await page.evaluate(() => window.workbench.ready);
    });
    await step('capture opened', () => open(page, path));
    await step('analyzer', () => analyse(page));
    const result = page.getByRole('region', { name: 'Result', exact: true });
    for (const tab of TABS) await step(tab, () => result.getByRole('tab', { name: new RegExp(`^${tab}`) }).click());
    await step('shared file written', async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const written = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Download file' }).click();
      await (await written).saveAs(shared);
    });
    await step('shared file opened', async () => {
      await colleague.goto(pathToFileURL(shared).href);
      // It unpacks its program first.
      await colleague.waitForFunction(() => 'workbench' in window);
      await colleague.evaluate(() => window.workbench.ready.then(() => window.workbench.idle()));
    });
  } finally {
    await Promise.all([page.close(), colleague.close()]);
    rmSync(folder, { recursive: true });
  }
  return lines;
}
