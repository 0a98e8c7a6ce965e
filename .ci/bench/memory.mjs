/** Memory of the browser's renderers as reported by Linux: pages, their workers and their WebAssembly memory. */
import { readFileSync, writeFileSync } from 'node:fs';

/** @param {import('@playwright/test').Browser} browser @returns {Promise<number[]>} process ids */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Peak resident memory in bytes; NaN without /proc. @param {number} pid */
export function highWater(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024;
  } catch {
    return NaN;
  }
}

/** Resets the peak to the current resident memory. @param {number} pid */
export const resetHighWater = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
