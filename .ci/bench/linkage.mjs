/** The analyzer on many packets and many addresses: time by phase, memory, and what remains after cancellation. */
import { highWater, renderers } from './memory.mjs';
import { time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ packets: number, addresses: number, emitters: number }} Crowd */

/** @param {import('@playwright/test').Browser} browser @returns {Promise<number>} largest resident memory of a renderer so far, bytes; NaN where no /proc says it */
async function peakMemory(browser) {
  const peaks = (await renderers(browser)).map(highWater);
  return peaks.length === 0 ? NaN : Math.max(...peaks);
}

/** @param {Page} page @param {string} path @returns {Promise<number>} rows */
async function load(page, path) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  return page.evaluate(async (element) => {
    const files = /** @type {HTMLInputElement} */ (element).files ?? [];
    const [capture] = await window.workbench.open(files, { memory_bytes: 2 ** 32 });
    return capture?.row_count ?? 0;
  }, input);
}

/** @param {Page} page @param {{ window_s: number, cancelAfter?: number }} how */
const analyse = (page, how) =>
  page.evaluate(async ({ window_s, cancelAfter }) => {
    const [capture] = window.workbench.captures();
    const tool = window.workbench.manifest('bluetooth_address_analyzer');
    const params = {
      ...tool?.examples[0]?.params,
      linkage_window_s: window_s + performance.now() / 1e6,
      min_observation_count: 5,
    };
    /** @type {[string, number][]} */
    const phases = [];
    const began = performance.now();
    const stop = window.workbench.on('tool-progress', (event) => {
      const { phase } = /** @type {{ progress: { phase: string } }} */ (event).progress;
      if (phases.at(-1)?.[0] !== phase) phases.push([phase, performance.now() - began]);
    });
    const controller = new AbortController();
    let given = NaN;
    if (cancelAfter !== undefined)
      setTimeout(() => {
        given = performance.now();
        controller.abort();
      }, cancelAfter);
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const result = await window.workbench.run(
      {
        tool_name: tool?.name,
        tool_version: tool?.version,
        capture_selection: { capture_ids: [capture?.capture_id] },
        arguments: params,
        request_id: crypto.randomUUID(),
        timeout_ms: 600_000,
      },
      { signal: controller.signal },
    );
    const ended = performance.now();
    stop();
    observer.disconnect();
    const { toolTime = NaN } = result.metadata;
    return {
      status: result.status,
      summary: result.summary,
      errors: result.errors,
      measures: result.metadata,
      ms: ended - began,
      toolTime,
      longest,
      phases,
      cancel: ended - given,
      bytes: JSON.stringify(result).length,
    };
  }, how);

/** Merges consecutive phases of equal name and adds their times. @param {[string, number][]} phases @param {number} end */
function spent(phases, end) {
  /** @type {Map<string, number>} */
  const sums = new Map([['reading the selection', phases[0]?.[1] ?? end]]);
  phases.forEach(([phase, from], at) => sums.set(phase, (sums.get(phase) ?? 0) + (phases[at + 1]?.[1] ?? end) - from));
  return [...sums];
}

/**
 * @param {{ browser: import('@playwright/test').Browser, page: Page }} bench
 * @param {{ path: string, crowd: Crowd, window_s: number }} what
 * @returns {Promise<string[][]>} lines of what, figure, rate
 */
export async function linkageLines({ browser, page }, { path, crowd, window_s }) {
  const rows = await load(page, path);
  const loaded = await peakMemory(browser);
  const result = await analyse(page, { window_s });
  if (result.status === 'error') throw new Error(JSON.stringify(result.errors));
  const after = await peakMemory(browser);
  const given = await analyse(page, { window_s, cancelAfter: result.ms / 2 });
  const mebibytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return [
    [`${rows.toLocaleString('en')} packets of about ${crowd.addresses.toLocaleString('en')} addresses, window ${window_s} s`, '', ''],
    ['from the call to the result', time(result.ms), result.summary],
    ['  the tool alone', time(result.toolTime), ''],
    ...spent(result.phases, result.ms).map(([phase, ms]) => [`    ${phase}`, time(ms), '']),
    ['  longest task of the page', result.longest === 0 ? 'none above 50 ms' : time(result.longest), ''],
    ['  the result as JSON', `${(result.bytes / 1e6).toFixed(2)} MB`, ''],
    ['  memory of the page with the capture; with the analysis', mebibytes(loaded), mebibytes(after)],
    ['  given up half-way, until it is gone', time(given.cancel), given.status],
  ];
}
