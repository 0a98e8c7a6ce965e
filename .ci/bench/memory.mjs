/** How much memory the browser's renderers take, as Linux tells it: pages, their workers and what WebAssembly holds in them. */
import { readFileSync, writeFileSync } from 'node:fs';

/** @param {import('@playwright/test').Browser} browser @returns {Promise<number[]>} process ids */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Largest resident memory so far, bytes; NaN where no /proc says it. @param {number} pid */
export function highWater(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024;
  } catch {
    return NaN;
  }
}

/** Lets the largest begin anew at what is resident now. @param {number} pid */
export const resetHighWater = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
