/** Shared by the benchmarks: opens the workbench and files in it, and formats figures. */
import { serve } from '../lib/serve.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {{ rows: number, problems: number, load: number, longest: number, peak: number, stages: Record<string, number> }} Opening */

/** @param {readonly number[]} list */
export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
/** @param {readonly number[]} list @param {number} share from 0 to 1 */
export const quantile = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN;
/** @param {number} count @param {number} ms @param {string} [what] */
export const rate = (count, ms, what = 'rows') => `${((count / ms) * 1000).toLocaleString('en', { maximumFractionDigits: 0 })} ${what}/s`;
/** @param {number} ms */
export const time = (ms) => (ms < 1 ? `${(ms * 1000).toFixed(0)} µs` : ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`);

/** @template T @param {number} runs @param {() => Promise<T>} work @returns {Promise<T[]>} */
export async function repeat(runs, work) {
  const list = [];
  for (let round = 0; round < runs; round++) list.push(await work());
  return list;
}

/** Opens the built page and waits until its engine is ready. @param {Browser} browser @param {string} dist */
export async function workbench(browser, dist) {
  const site = await serve(dist);
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(() => window.workbench.ready);
  return { page, url: site.url, close: () => Promise.all([page.close(), site.close()]) };
}

/** Wait for a worker's measures, ms; a blocked worker gives none. */
const BLOCKED_MS = 2000;

/**
 * Measures and memory of the last opening, from the thread that imported the capture: the page or one of its workers.
 * @param {Page} page @returns {Promise<{ stages: Record<string, number>, peak: number }>}
 */
async function openingMeasures(page) {
  /** @type {Promise<{ name: string, duration: number, detail: number }[]>} */
  const blocked = new Promise((resolve) => setTimeout(resolve, BLOCKED_MS, []));
  const read = () =>
    performance.getEntries().flatMap((entry) => {
      const detail = /** @type {PerformanceMark} */ (entry).detail;
      return entry.name.startsWith('capture ') ? [{ name: entry.name, duration: entry.duration, detail: Number(detail) }] : [];
    });
  // A worker that ended meanwhile did not import the file.
  const threads = [page.evaluate(read), ...page.workers().map((worker) => worker.evaluate(read).catch(() => []))];
  const found = await Promise.all(threads.map((thread) => Promise.race([thread, blocked])));
  const entries = found.flat();
  const stages = entries.map(({ name, duration }) => /** @type {const} */ ([name.slice('capture '.length), duration]));
  return { stages: Object.fromEntries(stages), peak: entries.findLast(({ name }) => name === 'capture memory')?.detail ?? NaN };
}

/** Brings a view to the front. @param {Page} page @param {string} name */
export const go = (page, name) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${name}( [\\d,]+)?$`) })
    .click();

/** Opens a file from a file input and times it. @param {Page} page @param {string} path @returns {Promise<Opening>} */
export async function open(page, path) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  const opening = await page.evaluate(async (element) => {
    performance.clearMeasures();
    performance.clearMarks();
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const began = performance.now();
    const [capture] = await window.workbench.open(/** @type {HTMLInputElement} */ (element).files ?? []);
    const load = performance.now() - began;
    observer.disconnect();
    return { rows: capture?.row_count ?? 0, problems: capture?.problem_count ?? 0, load, longest };
  }, input);
  return { ...opening, ...(await openingMeasures(page)) };
}

/**
 * Cancels an opening. @param {Page} page @param {string} path @param {number} afterMs
 * @returns {Promise<{ ms: number, tables: number }>} time from the abort to the rejection, and tables left
 */
export async function cancel(page, path, afterMs) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  return page.evaluate(async ([element, wait]) => {
    const controller = new AbortController();
    const opening = window.workbench.open(/** @type {HTMLInputElement} */ (element).files ?? [], { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, wait));
    const began = performance.now();
    controller.abort();
    const outcome = await opening.then(
      () => 'opened',
      (/** @type {unknown} */ error) => (error instanceof Error ? error.name : String(error)),
    );
    const ms = performance.now() - began;
    if (outcome !== 'AbortError') throw new Error(`expected AbortError from a cancelled opening, found ${outcome}`);
    const { rows } = await window.workbench.query('SELECT count(*) FROM information_schema.tables');
    return { ms, tables: Number(rows[0]?.[0]) };
  }, /** @type {const} */ ([input, afterMs]));
}

/** @param {Page} page */
export const closeAll = (page) =>
  page.evaluate(() => Promise.all(window.workbench.captures().map(({ capture_id }) => window.workbench.close(capture_id))));

/** Opens and closes a file `runs` times. @param {Page} page @param {string} path @param {number} runs @returns {Promise<Opening[]>} */
export const openings = (page, path, runs) =>
  repeat(runs, async () => {
    const opening = await open(page, path);
    await closeAll(page);
    return opening;
  });

const STAGES = ['read', 'hash', 'decode', 'encode', 'insert', 'wait'];

/**
 * Times of an opening by stage. Insertion runs in a thread of its own; `wait` is how long decoding waited
 * for it. @param {readonly Opening[]} list @returns {string[][]} lines of name, time, rate
 */
export function loadLines(list, megabytes = NaN) {
  const rows = list[0]?.rows ?? 0;
  const of = (/** @type {(opening: Opening) => number} */ pick) => median(list.map(pick));
  const load = of((opening) => opening.load);
  const stages = STAGES.map((stage) => `${stage} ${time(of((opening) => opening.stages[stage] ?? NaN))}`);
  const longest = of((opening) => opening.longest);
  return [
    ['file to queryable', time(load), `${rate(rows, load)}, ${(megabytes / (load / 1000)).toFixed(1)} MB/s`],
    [
      '  decode alone',
      time(of(({ stages: { decode = NaN } }) => decode)),
      rate(
        rows,
        of(({ stages: { decode = NaN } }) => decode),
      ),
    ],
    [`  ${stages.join(', ')}`, '', ''],
    ['  memory in flight, counted by the reader', '', `${(of(({ peak }) => peak) / 2 ** 20).toFixed(0)} MiB`],
    ['  longest task of the page', longest === 0 ? 'none above 50 ms' : time(longest), ''],
  ];
}

/**
 * Runs the analyzer over the first capture from a script. @param {Page} page
 * @returns {Promise<number>} segments of its timeline
 */
export const analyse = (page) =>
  page.evaluate(async () => {
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
    return /** @type {unknown[]} */ (result.structured_output?.['timeline_segments'] ?? []).length;
  });
