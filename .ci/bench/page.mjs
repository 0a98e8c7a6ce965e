/** What the parts of the bench share: a page with the workbench, files opened in it, figures as text. */
import { serve } from '../serve.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {{ rows: number, problems: number, load: number, longest: number, peak: number, stages: Record<string, number> }} Opening */

/** @param {readonly number[]} list */
export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
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

/** The built page, its engine up. @param {Browser} browser @param {string} dist */
export async function workbench(browser, dist) {
  const site = await serve(dist);
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(() => window.workbench.ready);
  return { page, url: site.url, close: () => Promise.all([page.close(), site.close()]) };
}

/** Opens a file as a person does and takes the time. @param {Page} page @param {string} path @returns {Promise<Opening>} */
export async function open(page, path) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  return page.evaluate(async (element) => {
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
    const measures = performance.getEntriesByType('measure').filter(({ name }) => name.startsWith('capture '));
    const stages = Object.fromEntries(measures.map(({ name, duration }) => [name.slice('capture '.length), duration]));
    const memory = /** @type {PerformanceMark | undefined} */ (performance.getEntriesByName('capture memory').at(-1));
    return {
      rows: capture?.row_count ?? 0,
      problems: capture?.problem_count ?? 0,
      load,
      longest,
      peak: Number(memory?.detail ?? NaN),
      stages,
    };
  }, input);
}

/**
 * Gives up a file in the middle of opening it. @param {Page} page @param {string} path @param {number} afterMs
 * @returns {Promise<{ ms: number, tables: number }>} how long the answer took, and tables that were left
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

/** Opens and closes a file again and again. @param {Page} page @param {string} path @param {number} runs @returns {Promise<Opening[]>} */
export const openings = (page, path, runs) =>
  repeat(runs, async () => {
    const opening = await open(page, path);
    await closeAll(page);
    return opening;
  });

const STAGES = ['read', 'hash', 'decode', 'encode', 'insert', 'wait'];

/**
 * Where the time goes. Insertion runs beside the others, in a thread of its own; `wait` is how long decoding stood still
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
 * The analyzer over the first capture, as a script calls it. @param {Page} page
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
