/** A timeline of several thousand segments: cost of a frame while zooming, moving and brushing. */
import { analyse, go, median, open, time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string, ph: string, ts: number, dur?: number, pid: number, tid: number, args?: { name?: string } }} TraceEvent */

const STEPS = 90;

/** @param {{ browser: import('@playwright/test').Browser, page: Page }} bench @param {string} path */
export async function timelineLines({ browser, page }, path) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, path);
  const segments = await analyse(page);
  await go(page, 'Identity');
  const result = page.getByRole('region', { name: 'Identity', exact: true });
  await result.getByRole('tab', { name: 'Lanes' }).click();
  const canvas = result.locator('canvas');
  await canvas.waitFor();
  await page.evaluate(() => window.workbench.idle());
  const lines = [[`${segments.toLocaleString('en')} segments, 1280 × 800`, '', '']];
  const gestures = async (/** @type {string} */ how) => {
    for (const [what, work] of Object.entries(GESTURES)) {
      const frames = await framesOf(browser, page, async () => work(page, await boxOf(canvas)));
      lines.push([`${what}${how}, ${frames.length} frames`, time(median(frames)), `longest ${time(Math.max(...frames))}`]);
    }
  };
  // With many clusters, each starts folded to one band.
  const unfold = result.getByRole('button', { name: 'Unfold all' });
  if (await unfold.isVisible()) {
    await gestures(', clusters folded');
    await unfold.click();
    await result.getByRole('button', { name: 'Whole time' }).click();
    await page.evaluate(() => window.workbench.idle());
  }
  await gestures('');
  return lines;
}

/** @param {import('@playwright/test').Locator} canvas */
async function boxOf(canvas) {
  const box = await canvas.boundingBox();
  if (!box) throw new Error('expected a timeline, found none');
  return box;
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @type {Record<string, (page: Page, box: Box) => Promise<void>>} */
const GESTURES = {
  async zoom(page, { x, y, width, height }) {
    await page.mouse.move(x + width * 0.6, y + height / 2);
    await page.keyboard.down('Control');
    for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, step < STEPS / 3 ? -25 : 12);
    await page.keyboard.up('Control');
  },
  async pan(page, { x, y, width, height }) {
    await page.mouse.move(x + width * 0.6, y + height / 2);
    await page.keyboard.down('Control');
    for (let step = 0; step < 12; step++) await page.mouse.wheel(0, -40);
    await page.keyboard.up('Control');
    await page.mouse.down();
    await page.mouse.move(x + width * 0.95, y + height / 2, { steps: STEPS });
    await page.mouse.up();
  },
  async brush(page, { x, y, width }) {
    await page.mouse.move(x + width * 0.4, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.95, y + 8, { steps: STEPS });
    await page.mouse.up();
  },
  async scroll(page, { x, y, width, height }) {
    await page.mouse.move(x + width * 0.6, y + height / 2);
    for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, 90);
  },
};

/**
 * Time of the page's thread from one frame to the next, in ms: script, style, layout and paint. @param {import('@playwright/test').Browser}
 * browser @param {Page} page @param {() => Promise<void>} work
 */
async function framesOf(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  await page.waitForTimeout(100);
  const { traceEvents } = /** @type {{ traceEvents: TraceEvent[] }} */ (JSON.parse((await browser.stopTracing()).toString()));
  const drawn = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  // If there are several renderers, use the one that draws.
  const { pid, tid } = drawn[0] ?? { pid: 0, tid: 0 };
  const starts = drawn.filter((event) => event.pid === pid && event.tid === tid).map(({ ts }) => ts);
  const tasks = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.name.endsWith('RunTask') && event.ph === 'X');
  starts.sort((a, b) => a - b);
  return starts.slice(0, -1).map((start, at) => {
    const end = starts[at + 1] ?? Infinity;
    const own = tasks.filter(({ ts, dur = 0 }) => ts + dur > start && ts + dur <= end);
    return own.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000;
  });
}
