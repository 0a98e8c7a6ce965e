/** Made captures, decoded in Node from memory to batches: packets and tables of connections. */
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
  /** @typedef {Promise<{ packets: number, ms: number }>} Decoded */
  /** @type {{ decodeConnection(events: number, filled: boolean): Decoded, decodeRoom(packets: number, tables: boolean): Decoded }} */
  const { decodeConnection, decodeRoom } = await import(pathToFileURL(fromRoot(`${FOLDER}/decode-connection.js`)).href);
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
  lines.push(await roomLine(decodeRoom, events * 2, runs));
  return lines;
}

/**
 * A room without connections, decoded with and without tables of connections in turn: the ratio does not depend on the load.
 * @param {(packets: number, tables: boolean) => Promise<{ packets: number, ms: number }>} decodeRoom
 * @param {number} packets @param {number} runs @returns {Promise<string[]>}
 */
async function roomLine(decodeRoom, packets, runs) {
  /** @type {number[]} */
  const without = [];
  /** @type {number[]} */
  const withTables = [];
  /** @type {number[]} */
  const ratios = [];
  for (let run = 0; run <= runs; run++) {
    const plain = await decodeRoom(packets, false);
    const tables = await decodeRoom(packets, true);
    if (run === 0) continue;
    without.push(plain.ms);
    withTables.push(tables.ms);
    ratios.push(tables.ms / plain.ms);
  }
  const what = `${packets.toLocaleString('en')} packets without connections: processor time with tables over without`;
  return [what, `${time(median(withTables))} / ${time(median(without))}`, median(ratios).toFixed(2)];
}
