/** Dialects of other callers: decodes a long stream and encodes the whole catalog. */
import { median, repeat, time } from './page.mjs';

/** @param {import('@playwright/test').Page} page @param {number} runs @returns {Promise<string[][]>} */
export async function wireLines(page, runs) {
  const figures = await repeat(runs, () =>
    page.evaluate(() => {
      const calls = 120;
      const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) =>
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      const args = JSON.stringify({ sql: `SELECT ${'1 + '.repeat(120)} 1` });
      let stream = '';
      for (let index = 0; index < calls; index++) {
        stream += chunk({ tool_calls: [{ index, id: `call_${index}`, function: { name: 'capture_query', arguments: '' } }] });
        for (const part of args.match(/.{1,8}/gs) ?? []) stream += chunk({ tool_calls: [{ index, function: { arguments: part } }] });
      }
      stream += `${chunk({}, 'tool_calls')}data: [DONE]\n\n`;
      const began = performance.now();
      const decoded = window.workbench.decode('openai-chat', stream).calls.filter(({ invocation }) => invocation !== null).length;
      const read = performance.now() - began;
      if (decoded !== calls) throw new Error(`expected ${calls} calls, found ${decoded}`);
      const from = performance.now();
      for (const dialect of ['openai-chat', 'openai-responses', 'anthropic', 'mcp', 'webmcp']) window.workbench.encode(dialect);
      return { megabytes: stream.length / 1e6, read, written: (performance.now() - from) / 5 };
    }),
  );
  const megabytes = figures[0]?.megabytes ?? NaN;
  return [
    [
      `decode of a stream of ${megabytes.toFixed(2)} MB with 120 calls (50 ms per MB wanted)`,
      time(median(figures.map(({ read }) => read))),
      '',
    ],
    ['encode of the whole catalog, mean of five dialects (5 ms wanted)', time(median(figures.map(({ written }) => written))), ''],
  ];
}
