/** A scan at 2,000 advertisements per second through a simulated serial port, with the live view open: tasks, frames, memory. */
import { runnerImport } from 'vite';
import { startTasks } from '../lib/page-tasks.mjs';
import { time } from './page.mjs';

const PER_SECOND = 2000;
/** Interval at which the simulated port delivers data, ms. */
const CHUNK_MS = 25;

/** @typedef {import('@playwright/test').Page} Page */

/** Used heap of the page after garbage collection, MB. @param {Page} page */
async function heap(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / 1e6;
}

/** @param {import('@playwright/test').Browser} browser @param {string} url @param {number} seconds @returns {Promise<string[][]>} */
export async function liveLines(browser, url, seconds) {
  const { module } = await runnerImport('./tests/support/live/fake-serial.ts', { configFile: false, logLevel: 'error' });
  const page = await browser.newPage();
  await module.fakeSerial(page);
  await page.goto(url);
  await page.evaluate(() => window.workbench.ready);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start scan' }).click();
  await dialog.getByText('nothing heard yet').waitFor();

  const each = (PER_SECOND * CHUNK_MS) / 1000;
  const chunks = Array.from({ length: (seconds * 1000) / CHUNK_MS }, (_, at) =>
    Buffer.from(module.sniffed(at * each, each)).toString('base64'),
  );
  await page.evaluate((texts) => {
    Object.assign(window, { chunks: texts.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))) });
  }, chunks);
  const before = await heap(page);
  const watch = await startTasks(browser);
  const figures = await page.evaluate(
    async ({ chunkMs, total }) => {
      const { chunks } = /** @type {{ chunks: Uint8Array[] }} */ (/** @type {unknown} */ (window));
      const long = /** @type {number[]} */ ([]);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
      }).observe({ type: 'longtask' });
      let pictures = 0;
      let going = true;
      const frame = () => {
        pictures += 1;
        if (going) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      const waits = /** @type {number[]} */ ([]);
      const began = performance.now();
      for (let at = 0; at < chunks.length;) {
        const due = Math.min(chunks.length, Math.floor((performance.now() - began) / chunkMs));
        for (; at < due; at++) window.fakeSerial.push(/** @type {number[]} */ (/** @type {unknown} */ (chunks[at])));
        waits.push(window.workbench.live.status().counters.waiting);
        await new Promise((resolve) => setTimeout(resolve, chunkMs));
      }
      const took = performance.now() - began;
      going = false;
      const all = () => window.workbench.live.status().counters.rows;
      for (const until = performance.now() + 60_000; all() < total && performance.now() < until;)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const settled = performance.now() - began - took;
      const { counters } = window.workbench.live.status();
      const tenth = Math.floor(waits.length / 10);
      const most = (/** @type {number[]} */ some) => some.reduce((a, b) => Math.max(a, b), 0);
      return { long, pictures, took, settled, counters, early: most(waits.slice(0, tenth)), late: most(waits.slice(-tenth)) };
    },
    { chunkMs: CHUNK_MS, total: seconds * PER_SECOND },
  );
  const tasks = await watch.tasks();
  await page.evaluate(() => {
    Object.assign(window, { chunks: [] });
  });
  const during = await heap(page);
  await page.evaluate(async () => {
    const { capture_id } = await window.workbench.live.stop();
    await window.workbench.close(capture_id);
  });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => window.workbench.idle());
  const after = await heap(page);
  await page.close();
  const { counters, long } = figures;
  const [held] = tasks;
  const worked = tasks.reduce((sum, { ms }) => sum + ms, 0);
  const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`;
  return [
    [
      `${String(seconds)} s of ${String(PER_SECOND)} advertisements per second`,
      `${String(counters.rows)} rows`,
      `${String(counters.lost)} lost, ${String(counters.dropped)} dropped`,
    ],
    [
      'longest task of the page by its processor time',
      time(held?.ms ?? NaN),
      held?.parts
        .slice(0, 2)
        .map(({ name, ms }) => `${name} ${time(ms)}`)
        .join(', ') ?? '',
    ],
    [
      'longest task of the page by the clock, which other programs on the cores make longer',
      long.length === 0 ? 'none above 50 ms' : time(Math.max(...long)),
      `${String(long.length)} above 50 ms`,
    ],
    ['the page’s thread at work, driver and simulated port with it', `${((worked / figures.took) * 100).toFixed(1)} % of the time`, ''],
    ['pictures with the live view open', `${(figures.pictures / (figures.took / 1000)).toFixed(1)} per second`, ''],
    [
      'most rows on their way to the engine, first and last tenth',
      `${String(figures.early)} and ${String(figures.late)}`,
      `all there ${time(figures.settled)} after the last`,
    ],
    ['heap of the page before, at the end, when the capture was closed', `${mb(before)}, ${mb(during)}, ${mb(after)}`, ''],
  ];
}
