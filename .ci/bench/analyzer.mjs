/** The tool of the main job, on the capture that is open. */
import { median, repeat, time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} mode */
const analyse = (page, mode) =>
  page.evaluate(async (analysis_mode) => {
    const [capture] = window.workbench.captures();
    const tool = window.workbench.manifest('bluetooth_address_analyzer');
    // Use a different window each round, because an equal call would be answered from the cache.
    const params = { ...tool?.examples[0]?.params, analysis_mode, linkage_window_s: 180 + performance.now() / 1e6 };
    const call = {
      tool_name: tool?.name,
      tool_version: tool?.version,
      capture_selection: { capture_ids: [capture?.capture_id] },
      arguments: params,
      request_id: crypto.randomUUID(),
      timeout_ms: 600_000,
    };
    const checks = 100;
    const checking = performance.now();
    for (let check = 0; check < checks; check++) await window.workbench.validate(call);
    const validate = (performance.now() - checking) / checks;
    // The runner reports when it is done; the remaining time is the page drawing the result.
    let answered = 0;
    const stop = window.workbench.on('audit', () => {
      answered = performance.now();
    });
    const began = performance.now();
    const result = await window.workbench.run(call);
    const ended = performance.now();
    stop();
    if (result.status === 'error') throw new Error(JSON.stringify(result.errors));
    if (result.metadata.cached) throw new Error('an answer from the cache was timed');
    const { toolTime = 0 } = result.metadata;
    return { validate, run: ended - began, overhead: answered - began - toolTime, drawing: ended - answered };
  }, mode);

/** @param {Page} page @param {number} runs @returns {Promise<string[][]>} lines of name, time, rate */
export async function analyzerLines(page, runs) {
  const calls = await repeat(runs, () => analyse(page, 'both'));
  return [
    ['bluetooth_address_analyzer, both modes', time(median(calls.map((call) => call.run))), ''],
    ['  validate (mean of 100)', time(median(calls.map((call) => call.validate))), ''],
    ['  runner without the tool', time(median(calls.map((call) => call.overhead))), ''],
    ['  page that draws the result', time(median(calls.map((call) => call.drawing))), ''],
  ];
}
