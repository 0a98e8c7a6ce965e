/** Time from dropping a capture to its overview, on a screen of 1280 × 800. */
import { median, repeat, time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} path @param {number} runs @returns {Promise<string[][]>} */
export async function overviewLines(page, path, runs) {
  await page.setViewportSize({ width: 1280, height: 800 });
  const found = await repeat(runs, () => visit(page, path));
  const line = (/** @type {string} */ what, /** @type {'said' | 'devices'} */ key) => {
    const times = found.map((each) => each[key]);
    return [what, time(median(times)), `longest ${time(Math.max(...times))}`];
  };
  return [line('dropped to sentences, findings and activity', 'said'), line('dropped to five devices', 'devices')];
}

/** @param {Page} page @param {string} path @returns {Promise<{ said: number, devices: number }>} ms */
async function visit(page, path) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  return page.evaluate(async (element) => {
    const files = new DataTransfer();
    for (const file of element.files ?? []) files.items.add(file);
    const until = async (/** @type {() => boolean} */ stands) => {
      while (!stands()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - began;
    };
    const began = performance.now();
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files }));
    const count = (/** @type {string} */ query) => document.querySelectorAll(query).length;
    const said = await until(() => count('[aria-label=Findings] > li') > 0 && count('[aria-label=Overview] svg[role=img]') > 0);
    const devices = await until(() => count('[aria-label="Most active devices"] tbody tr') >= 5);
    await window.workbench.idle();
    for (const { capture_id } of window.workbench.captures()) await window.workbench.close(capture_id);
    await window.workbench.idle();
    return { said, devices };
  }, input);
}
