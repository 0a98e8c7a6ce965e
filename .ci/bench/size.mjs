/** Reads a capture larger than memory in Node and reports the reader's peak memory. */
import { runnerImport } from 'vite';
import { fromRoot } from '../lib/command.mjs';
import { rate, time } from './page.mjs';

/** @param {number} megabytes MiB @returns {Promise<string[][]>} lines of name, time, rate */
export async function sizeLines(megabytes) {
  const options = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('error') };
  const { module: support } = await runnerImport(fromRoot('tests/support/endless-file.ts'), options);
  const { module: capture } = await runnerImport(fromRoot('src/capture/read-capture.ts'), options);
  const file = new support.EndlessCapture(megabytes * 2 ** 20);
  const taken = () => new Promise((resolve) => setTimeout(resolve, 1));
  const began = performance.now();
  const summary = await capture.readCapture(file, 'endless.pcap', { header: taken, rows: taken, problems: taken });
  const ms = performance.now() - began;
  return [
    [
      `a stream of ${(file.size / 2 ** 20).toFixed(0)} MiB, ${summary.row_count.toLocaleString('en')} packets, decoded in Node`,
      time(ms),
      rate(summary.row_count, ms),
    ],
    ['  memory in flight, counted by the reader', '', `${(summary.peak_bytes / 2 ** 20).toFixed(0)} MiB`],
  ];
}
