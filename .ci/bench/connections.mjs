/** A made capture of one connection, decoded in Node from memory to batches: packets and tables of connections. */
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { fromRoot } from '../lib/command.mjs';
import { zstdBound } from '../lib/zstd-bound.mjs';
import { median, rate, time } from './page.mjs';

const FOLDER = '.cache/bench/connections';

/** @param {number} events connection events, each of two PDUs @param {number} runs @returns {Promise<string[][]>} lines of name, time, rate */
export async function connectionLines(events, runs) {
  // As one bundle the decoders run several times as fast as through the test runner's modules.
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [zstdBound()],
    ssr: { noExternal: true },
    build: { ssr: 'tests/support/decode-connection.ts', outDir: FOLDER, emptyOutDir: true, target: 'node20' },
  });
  /** @type {{ decodeConnection(events: number, filled: boolean): Promise<{ packets: number, ms: number }> }} */
  const { decodeConnection } = await import(pathToFileURL(fromRoot(`${FOLDER}/decode-connection.js`)).href);
  const lines = [];
  for (const filled of [false, true]) {
    /** @type {number[]} */
    const taken = [];
    let packets = 0;
    // The first run compiles.
    for (let run = 0; run <= runs; run++) {
      const result = await decodeConnection(events, filled);
      packets = result.packets;
      if (run > 0) taken.push(result.ms);
    }
    const ms = median(taken);
    const what = filled ? 'writes and notifications' : 'notifications, every second PDU empty';
    lines.push([`${packets.toLocaleString('en')} data PDUs, ${what}: processor time`, time(ms), rate(packets, ms)]);
  }
  return lines;
}
