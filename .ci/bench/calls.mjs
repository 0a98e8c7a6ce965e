/** Overhead of a call: the time from `window.workbench.run` to its result, minus the tool's own run time. */
import { median, quantile, time } from './page.mjs';

const CALLS = 300;
/** The first calls compile validators and the tool; their times are not counted. */
const WARM_UP = 30;

/**
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<{ overhead: number[], validate: number[] }>} ms of each call and of each validation
 */
const timeCalls = (page) =>
  page.evaluate(
    async ({ calls, warmUp }) => {
      const tool = window.workbench.manifest('get_current_time');
      if (!tool) throw new Error('expected the tool get_current_time');
      const call = () => ({
        tool_name: tool.name,
        tool_version: tool.version,
        capture_selection: {},
        arguments: {},
        request_id: crypto.randomUUID(),
        timeout_ms: 1000,
      });
      const overhead = [];
      const validate = [];
      for (let at = 0; at < warmUp + calls; at++) {
        const invocation = call();
        const checking = performance.now();
        await window.workbench.validate(invocation);
        const began = performance.now();
        const { status, summary, metadata } = await window.workbench.run(invocation);
        const ended = performance.now();
        if (status !== 'ok') throw new Error(`expected an answer of get_current_time, found: ${summary}`);
        if (at < warmUp) continue;
        validate.push(began - checking);
        overhead.push(ended - began - (metadata.toolTime ?? 0));
      }
      return { overhead, validate };
    },
    { calls: CALLS, warmUp: WARM_UP },
  );

/** @param {import('@playwright/test').Page} page @returns {Promise<string[][]>} lines of what, median, 95th percentile */
export async function callLines(page) {
  const { overhead, validate } = await timeCalls(page);
  const line = (/** @type {string} */ what, /** @type {number[]} */ list) => [
    what,
    time(median(list)),
    `p95 ${time(quantile(list, 0.95))}`,
  ];
  return [
    line(`runner and messages of a call, ${String(CALLS)} calls of get_current_time (5 ms wanted)`, overhead),
    line('validate the same call (1 ms wanted)', validate),
  ];
}
