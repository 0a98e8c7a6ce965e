/** How long the page's thread is held at most, step by step of the main job, by its processor time. */
import { startTasks } from '../lib/page-tasks.mjs';
import { analyse, open, time } from './page.mjs';

const TABS = ['Addresses', 'Timeline', 'Clusters', 'Graph', 'Links', 'Envelope', 'JSON', 'Summary'];
/** Until what a step has started is drawn. */
const SETTLED_MS = 1000;

/** @param {{ browser: import('@playwright/test').Browser, url: string }} bench @param {string} path @returns {Promise<string[][]>} lines of what, figure, what took it */
export async function responsivenessLines({ browser, url }, path) {
  const page = await browser.newPage();
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
  } finally {
    await page.close();
  }
  return lines;
}
