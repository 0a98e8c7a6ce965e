/**
 * The longest tasks of the page's main thread, step by step, as processor time. The page's own script is counted separately from the
 * browser's work: garbage collection, structured clone, compilation, styles, layout and paint, workers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionsIn, sourcesOf, startProfile } from '../lib/function-names.mjs';
import { startTasks } from '../lib/page-tasks.mjs';
import { go, open, time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../lib/page-tasks.mjs').Task} Task */

const TABS = ['Addresses', 'Timeline', 'Clusters', 'Graph', 'Links', 'Envelope', 'JSON', 'Summary'];
/** Limit for the script of one task, ms. */
const WANTED_MS = 16;
/** A step is traced for this long after the page reports that it is idle, ms. */
const AFTER_MS = 1000;
/** Number of functions listed per task. */
const FUNCTIONS = 6;

/** @param {Page} page */
const idle = (page) => page.evaluate(() => window.workbench.ready.then(() => window.workbench.idle()));

/** @typedef {{ what: string, tasks: Task[], functions: (task: Task) => string[] }} Step */

/**
 * @param {{ browser: import('@playwright/test').Browser, url: string }} bench
 * @param {string} path a capture of many addresses
 * @param {string} [named] folder of the build, to name functions; sampling them makes tasks longer
 * @returns {Promise<string[][]>} lines of step, time and what took it
 */
export async function responsivenessLines({ browser, url }, path, named) {
  const [page, recipient] = [await browser.newPage(), await browser.newPage()];
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const shared = join(folder, 'shared.html');
  /** @type {Step[]} */
  const steps = [];
  const step = async (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ work, watched = page) => {
    const trace = await startTasks(browser);
    const ended = named === undefined ? undefined : await startProfile(watched);
    await work();
    await idle(watched);
    await watched.waitForTimeout(AFTER_MS);
    const profile = await ended?.();
    const nameOf = sourcesOf(named ?? '');
    steps.push({ what, tasks: await trace.tasks(), functions: (task) => (profile ? functionsIn(profile, task, nameOf) : []) });
  };
  try {
    await step('page opened', () => page.goto(url));
    await step('capture opened', () => open(page, path));
    await step('Devices', () => go(page, 'Devices'));
    await step('Packets', () => go(page, 'Packets'));
    await step('Calls', () => go(page, 'Calls'));
    await enterCall(page);
    await step('analyzer run and its answer drawn', () => pressRun(page));
    const addresses = await addressCount(page);
    const result = page.getByRole('region', { name: 'Result', exact: true });
    for (const tab of TABS) await step(tab, () => result.getByRole('tab', { name: new RegExp(`^${tab}`) }).click());
    await step('shared file written', () => share(page, shared));
    await step('shared file opened', () => openShared(recipient, shared), recipient);
    return [[`an answer of ${addresses.toLocaleString('en')} addresses:`, '', ''], ...steps.flatMap(stepLines), verdict(steps)];
  } finally {
    await Promise.all([page.close(), recipient.close()]);
    rmSync(folder, { recursive: true });
  }
}

/** @param {Step} step @returns {string[][]} */
function stepLines({ what, tasks, functions }) {
  const script = tasks.reduce((most, task) => (task.own > most.own ? task : most), /** @type {Task} */ (tasks[0]));
  const whole = /** @type {Task} */ (tasks[0]);
  return [
    [`${what}: longest script in a task`, time(script.own), partsOf(script, false)],
    ...functions(script)
      .slice(0, FUNCTIONS)
      .map((name) => [`    ${name}`, '', '']),
    ['  longest task, with the work of the browser', time(whole.ms), partsOf(whole, true)],
  ];
}

/** The two longest parts of a task, in words. @param {Task} task @param {boolean} internals */
function partsOf(task, internals) {
  const parts = task.parts.filter(({ internal }) => internals || !internal).slice(0, 2);
  return parts.map(({ name, ms }) => `${name} ${time(ms)}`).join(', ');
}

/** Counts the tasks whose script blocks the thread too long. @param {readonly Step[]} steps @returns {string[]} */
function verdict(steps) {
  const counts = steps.map(({ what, tasks }) => /** @type {const} */ ([what, tasks.filter(({ own }) => own > WANTED_MS).length]));
  const over = counts.filter(([, count]) => count > 0);
  const all = over.reduce((sum, [, count]) => sum + count, 0);
  const where = over.map(([what, count]) => `${what}: ${String(count)}`).join('; ');
  return [`tasks with more than ${String(WANTED_MS)} ms of script (none wanted)`, String(all), where];
}

const EDITOR = 'Invocation JSON';

/** Pastes a call of the analyzer over the open capture into the editor. @param {Page} page */
async function enterCall(page) {
  const editor = page.getByRole('textbox', { name: EDITOR, exact: true });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await editor.evaluate((target) => {
    const [capture] = window.workbench.captures();
    const tool = window.workbench.manifest('bluetooth_address_analyzer');
    const call = {
      tool_name: tool?.name,
      tool_version: tool?.version,
      capture_selection: { capture_ids: [capture?.capture_id] },
      arguments: { ...tool?.examples[0]?.params, linkage_window_s: 300, min_observation_count: 5 },
      request_id: crypto.randomUUID(),
      timeout_ms: 600_000,
    };
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', JSON.stringify(call, null, 2));
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await idle(page);
}

/** Presses Run and waits for the end of the call. @param {Page} page */
async function pressRun(page) {
  const ended = page.evaluate(
    () =>
      new Promise((done) => {
        const stop = window.workbench.on('audit', () => {
          stop();
          done(undefined);
        });
      }),
  );
  const editor = page.getByRole('region', { name: 'Calls', exact: true });
  await editor.getByRole('button', { name: 'Run', exact: true }).click();
  await ended;
  const entry = await page.evaluate(() => window.workbench.audit().at(-1));
  if (entry?.status === 'error') throw new Error(`expected an answer of the analyzer, found ${entry.error_codes.join()}`);
}

/** Addresses of the open capture. @param {Page} page @returns {Promise<number>} */
async function addressCount(page) {
  const sql = 'SELECT count(DISTINCT advertiser_addr) FROM';
  const { rows } = await page.evaluate(
    (head) => window.workbench.query(`${head} "${window.workbench.captures()[0]?.capture_id ?? ''}"`),
    sql,
  );
  return Number(rows[0]?.[0]);
}

/** Downloads the session as a shared file. @param {Page} page @param {string} path */
async function share(page, path) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const written = page.waitForEvent('download', { timeout: 0 });
  await page.getByRole('dialog').getByRole('button', { name: 'Download file' }).click();
  await (await written).saveAs(path);
}

/** Opens a shared file, which unpacks its program first. @param {Page} page @param {string} path */
async function openShared(page, path) {
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(() => 'workbench' in window, undefined, { timeout: 0 });
}
