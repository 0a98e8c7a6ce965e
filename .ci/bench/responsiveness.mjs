/** How long the page's thread is held at most, step by step of the main job, by its processor time. */
import { endTasks, startTasks } from '../lib/page-tasks.mjs';
import { open, time } from './page.mjs';

const TABS = ['Addresses', 'Timeline', 'Clusters', 'Graph', 'Links', 'Envelope', 'JSON', 'Summary'];
/** Until what a step has started is drawn. */
const SETTLED_MS = 1000;

/** @param {{ browser: import('@playwright/test').Browser, url: string }} bench @param {string} path @returns {Promise<string[][]>} lines of what, figure, what took it */
export async function responsivenessLines({ browser, url }, path) {
  const page = await browser.newPage();
  /** @type {string[][]} */
  const lines = [];
  const step = async (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ work) => {
    await startTasks(browser);
    await work();
    await page.waitForTimeout(SETTLED_MS);
    const [longest] = await endTasks(browser);
    const parts = longest?.parts.slice(0, 2).map(({ name, ms }) => `${name} ${time(ms)}`);
    lines.push([`longest task, ${what}`, time(longest?.ms ?? NaN), parts?.join(', ') ?? '']);
  };
  try {
    await step('page opened', async () => {
      await page.goto(url);
      await page.evaluate(() => window.workbench.ready);
    });
    await step('capture opened', () => open(page, path));
    await step('analyzer', () => page.evaluate(analyse));
    const result = page.getByRole('region', { name: 'Result', exact: true });
    for (const tab of TABS) await step(tab, () => result.getByRole('tab', { name: new RegExp(`^${tab}`) }).click());
  } finally {
    await page.close();
  }
  return lines;
}

async function analyse() {
  const [capture] = window.workbench.captures();
  const tool = window.workbench.manifest('bluetooth_address_analyzer');
  const result = await window.workbench.run({
    tool_name: tool?.name,
    tool_version: tool?.version,
    capture_selection: { capture_ids: [capture?.capture_id] },
    arguments: { ...tool?.examples[0]?.params, linkage_window_s: 300, min_observation_count: 5 },
    request_id: crypto.randomUUID(),
    timeout_ms: 600_000,
  });
  if (result.status === 'error') throw new Error(result.summary);
}
