/** Pastes JSON into the call editor and reports the longest page task. */
import { go, median, repeat, time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const EDITOR = '[role=textbox][aria-label="Invocation JSON"]';
/** Wait until the text is validated and drawn. */
const SETTLED_MS = 2000;
const PASTES = /** @type {const} */ ([
  [10_000_000, 'lines'],
  [65_536, 'lines'],
  [65_536, 'one line'],
  [65_536, 'one string'],
]);

/**
 * Replaces the text by a call with a long list. The browser reports no task below 50 ms; these count as 0.
 * @param {Page} page @param {number} characters @param {'lines' | 'one line' | 'one string'} shape
 */
const paste = (page, characters, shape) =>
  page.evaluate(
    async ({ selector, characters, shape, settled }) => {
      const item = { lines: '{"n": 12345, "text": "abc"},\n', 'one line': '{"n":12345,"text":"abc"},', 'one string': 'abcdefgh' }[shape];
      const [open, close] = shape === 'one string' ? ['"', '"'] : ['[', '{}]'];
      const [head, tail] = [`{"tool_name": "capture_overview", "arguments": {"list": ${open}`, `${close}}}`];
      const body = item.repeat(Math.floor((characters - head.length - tail.length) / item.length));
      const target = document.querySelector(selector);
      if (!(target instanceof HTMLElement)) throw new Error('expected an editor of calls on the page');
      target.focus();
      document.getSelection()?.selectAllChildren(target);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', `${head}${body}${tail}`.padEnd(characters));
      await new Promise((resolve) => setTimeout(resolve, settled / 4));
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ type: 'longtask' });
      // In a separate task, as in the browser.
      await new Promise((resolve) => {
        setTimeout(() => resolve(target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))));
      });
      await new Promise((resolve) => setTimeout(resolve, settled));
      observer.disconnect();
      return longest;
    },
    { selector: EDITOR, characters, shape, settled: SETTLED_MS },
  );

/** @param {Page} page @param {number} runs @returns {Promise<string[][]>} lines of what, figure, rate */
export async function pasteLines(page, runs) {
  await go(page, 'Calls');
  await page.locator(EDITOR).waitFor();
  await page.waitForSelector(EDITOR);
  const figure = (/** @type {number} */ ms) => (ms === 0 ? 'none above 50 ms' : time(ms));
  const lines = [];
  for (const [characters, shape] of PASTES) {
    const longest = await repeat(runs, () => paste(page, characters, shape));
    const most = `most: ${figure(Math.max(...longest))}`;
    lines.push([`longest task of the page, ${characters.toLocaleString('en')} characters (${shape})`, figure(median(longest)), most]);
  }
  return lines;
}
