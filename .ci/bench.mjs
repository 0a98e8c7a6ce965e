/**
 * `npm run bench [-- --only packets,csv --runs 5]`: drives the built page in a real Chromium and prints medians. Parts:
 *   boot     page open to engine ready, and to the first answer to a press
 *   real     the largest capture of WORKBENCH_DATA (or of the fixtures): opening, analyzer, validation
 *   packets  the same for a made capture of `--packets`, against `tshark -T fields` with the same columns
 *   room     the same for a room of `--packets` whose frames repeat as in recordings, against `tshark -T fields` with seven fields; its
 *            processor time with compression, and memory and reads of the table plain and compressed
 *   csv      a text table of `--csv-rows`, against DuckDB-WASM's own reader
 *   parquet  `--parquet-rows` × 12, against native DuckDB where `--duckdb <folder>` (or the repository) has @duckdb/node-api
 *   statistics  linear and logistic regression of a million rows on ten columns, against R where it is installed and ml-matrix where `--ml-matrix <folder>` has it
 *   statistics-memory  the same for `--memory-rows`, read once per pass: memory beyond the table
 *   linkage  the analyzer on `--crowds`, each packets:addresses:emitters:window, time by phase and memory
 *   overview from a dropped capture of 20,000 packets to its sentences and devices
 *   timeline time of a frame while a timeline of 5,000 segments is zoomed, dragged, brushed and scrolled
 *   traffic  the packet list over `--packets`: filter, order and jump until rows are painted
 *   live     a scan of `--live-seconds` at 2,000 advertisements per second with the live view open
 *   paste    the longest page task for JSON pasted into the editor: 10 MB, and the most that it accepts
 *   responsiveness  the longest tasks of the page's thread in each step of the main job, for each of `--answers` addresses
 *            `--names` names functions too (sampling them makes tasks longer); for names of the source, make a build with source maps:
 *            `npx vite build --mode one-file`, `npx vite build --sourcemap --outDir .cache/named`; add `--dist .cache/named`
 *   calls    overhead of a call: runner and messages, without the tool
 *   wire     another caller's stream of calls decoded, the catalog encoded
 *   size     a stream of `--size-mb`, decoded in Node: memory in flight
 *   convert  a room repeated to `--convert-mb`, converted to Parquet files in the page: resident memory
 *   connections  `--packets` data PDUs of one connection, decoded in Node; what the tables cost a capture without connections
 * Files are made from a seed. Nothing is asserted: figures depend on the machine; ratios are taken within the run.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { analyzerLines } from './bench/analyzer.mjs';
import { callLines } from './bench/calls.mjs';
import { connectionLines } from './bench/connections.mjs';
import { captureFile, columnsFile, crowdFile, csvFile, parquetFile, roomFile } from './bench/files.mjs';
import { convertLines } from './bench/convert.mjs';
import { firstInteractions } from './bench/first.mjs';
import { linkageLines } from './bench/linkage.mjs';
import { liveLines } from './bench/live.mjs';
import { cancel, loadLines, median, open, openings, rate, repeat, time, workbench } from './bench/page.mjs';
import { overviewLines } from './bench/overview.mjs';
import { pasteLines } from './bench/paste.mjs';
import { duckdbCsv, duckdbParquet } from './bench/readers.mjs';
import { responsivenessLines } from './bench/responsiveness.mjs';
import { roomLines } from './bench/room.mjs';
import { sizeLines } from './bench/size.mjs';
import { statisticsLines, statisticsMemoryLines } from './bench/statistics.mjs';
import { timelineLines } from './bench/timeline.mjs';
import { trafficLines } from './bench/traffic.mjs';
import { tsharkRate } from './bench/tshark.mjs';
import { wireLines } from './bench/wire.mjs';
import { ensureChrome } from './lib/chrome.mjs';
import { fail, fromRoot, say } from './lib/command.mjs';

const PARTS = [
  'boot',
  'real',
  'packets',
  'room',
  'csv',
  'parquet',
  'statistics',
  'statistics-memory',
  'linkage',
  'overview',
  'timeline',
  'traffic',
  'live',
  'paste',
  'responsiveness',
  'calls',
  'wire',
  'size',
  'convert',
  'connections',
];
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: PARTS.join(',') },
    runs: { type: 'string', default: '5' },
    packets: { type: 'string', default: '1000000' },
    'csv-rows': { type: 'string', default: '2000000' },
    'parquet-rows': { type: 'string', default: '1000000' },
    'statistics-rows': { type: 'string', default: '1000000' },
    'memory-rows': { type: 'string', default: '10000000' },
    'ml-matrix': { type: 'string', default: '.' },
    crowds: { type: 'string', default: '1250000:1200:300:300,5000000:1200:300:300,5000000:100000:300:300' },
    answers: { type: 'string', default: '20000,100000' },
    'live-seconds': { type: 'string', default: '30' },
    'size-mb': { type: 'string', default: '2048' },
    'convert-mb': { type: 'string', default: '2500' },
    names: { type: 'boolean', default: false },
    dist: { type: 'string', default: 'dist' },
    duckdb: { type: 'string', default: '.' },
  },
});
/** Of the captures for `responsiveness`. */
const PACKETS_PER_ADDRESS = 20;
const runs = Number(values.runs);
const parts = values.only.split(',');

/** @typedef {string[][]} Lines of what, figure, rate */
/** @typedef {{ browser: import('@playwright/test').Browser, page: import('@playwright/test').Page, url: string }} Bench */

function largestCapture() {
  const data = process.env.WORKBENCH_DATA;
  const folder = data && existsSync(data) ? data : fromRoot('tests/fixtures/captures');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.pcap(?:ng)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';
}

const megabytes = (/** @type {string} */ path) => statSync(path).size / 1e6;

/** @param {string} path @param {import('./bench/page.mjs').Opening | undefined} opening */
const title = (path, opening) =>
  `${basename(path)}: ${megabytes(path).toFixed(1)} MB, ${(opening?.rows ?? 0).toLocaleString('en')} rows, ${opening?.problems ?? 0} problems`;

/** @type {Record<string, (bench: Bench) => Promise<Lines>>} */
const WORK = {
  async boot({ browser, url }) {
    const boots = await repeat(runs, async () => {
      const page = await browser.newPage();
      await page.goto(url);
      const ms = await page.evaluate(() => window.workbench.ready.then(() => performance.now()));
      await page.close();
      return ms;
    });
    const kept = await firstInteractions(browser, url, runs);
    const before = kept.filter(({ first, ready }) => first < ready).length;
    return [
      ['page open to engine ready', time(median(boots)), ''],
      ['a page kept by the browser, to the palette of actions', time(median(kept.map(({ first }) => first))), ''],
      [`  before the engine is ready, in ${String(before)} of ${String(kept.length)}`, time(median(kept.map(({ ready }) => ready))), ''],
    ];
  },

  async real({ page }) {
    const path = largestCapture();
    const list = await openings(page, path, runs);
    await open(page, path);
    return [[title(path, list[0]), '', ''], ...loadLines(list, megabytes(path)), ...(await analyzerLines(page, runs))];
  },

  async packets({ page }) {
    const packets = Number(values.packets);
    const path = await captureFile(packets);
    const list = await openings(page, path, runs);
    const load = median(list.map((opening) => opening.load));
    const cancelled = await repeat(runs, () => cancel(page, path, load / 2));
    await open(page, path);
    const analysis = await analyzerLines(page, runs);
    const reference = await tsharkRate(path, packets);
    const decode = median(list.map(({ stages }) => stages['decode'] ?? NaN));
    const over = (/** @type {number} */ ms) => `${(((packets / ms) * 1000) / reference).toFixed(1)} × tshark`;
    const compared = Number.isNaN(reference)
      ? [['tshark is not installed', '', '']]
      : [
          ['tshark -T fields, the same columns', time((packets / reference) * 1000), rate(packets, (packets / reference) * 1000)],
          ['  file to queryable against it', '', over(load)],
          ['  decode against it', '', over(decode)],
        ];
    const left = Math.max(...cancelled.map(({ tables }) => tables));
    const given = ['  cancelled half-way, until it is gone', time(median(cancelled.map(({ ms }) => ms))), `${left} tables left`];
    return [[title(path, list[0]), '', ''], ...loadLines(list, megabytes(path)), given, ...compared, ...analysis];
  },

  async room({ browser, page }) {
    const packets = Number(values.packets);
    return roomLines(browser, page, await roomFile(packets), packets, runs);
  },

  async csv({ browser, page }) {
    const path = await csvFile(Number(values['csv-rows']));
    const list = await openings(page, path, runs);
    const others = await duckdbCsv(browser, path, runs);
    const [load, other] = [median(list.map((opening) => opening.load)), median(others.map(({ ms }) => ms))];
    return [
      [title(path, list[0]), '', ''],
      ...loadLines(list, megabytes(path)),
      ["DuckDB-WASM's read_csv, bad rows passed over", time(other), rate(others[0]?.rows ?? 0, other)],
      ['  file to queryable against it', '', `${(load / other).toFixed(2)} × its time`],
    ];
  },

  async parquet({ page }) {
    const path = await parquetFile(Number(values['parquet-rows']));
    const list = await openings(page, path, runs);
    const native = await duckdbParquet(path, resolve(fromRoot('.'), values.duckdb), runs);
    const load = median(list.map((opening) => opening.load));
    const compared =
      native === null
        ? [['native DuckDB is not installed (npm install --no-save @duckdb/node-api)', '', '']]
        : [
            [`native DuckDB ${native.version}`, time(median(native.ms)), rate(list[0]?.rows ?? 0, median(native.ms))],
            ['  file to queryable against it', '', `${(load / median(native.ms)).toFixed(2)} × its time`],
          ];
    return [[title(path, list[0]), '', ''], ...loadLines(list, megabytes(path)), ...compared];
  },

  async statistics({ browser, page }) {
    const rows = Number(values['statistics-rows']);
    const path = await columnsFile(rows, 10);
    return statisticsLines({ browser, page }, { rows, runs, path, mlMatrix: resolve(fromRoot('.'), values['ml-matrix']) });
  },

  'statistics-memory': ({ browser }) => statisticsMemoryLines(browser, Number(values['memory-rows'])),

  async linkage({ browser }) {
    const lines = [];
    for (const crowd of values.crowds.split(',')) {
      const [packets = 0, addresses = 0, emitters = 0, window_s = 300] = crowd.split(':').map(Number);
      const path = await crowdFile({ packets, addresses, emitters });
      const { page, close } = await workbench(browser, values.dist);
      try {
        lines.push(...(await linkageLines({ browser, page }, { path, crowd: { packets, addresses, emitters }, window_s })));
      } finally {
        await close();
      }
    }
    return lines;
  },

  overview: async ({ page }) => overviewLines(page, await crowdFile({ packets: 20_000, addresses: 200, emitters: 50 }), runs),
  timeline: async (bench) => timelineLines(bench, await crowdFile({ packets: 100_000, addresses: 5_000, emitters: 300 })),
  traffic: async ({ page }) => trafficLines(page, await captureFile(Number(values.packets)), runs),

  live: ({ browser, url }) => liveLines(browser, url, Number(values['live-seconds'])),

  paste: ({ page }) => pasteLines(page, runs),

  async responsiveness(bench) {
    const lines = [];
    for (const addresses of values.answers.split(',').map(Number)) {
      const path = await crowdFile({ packets: PACKETS_PER_ADDRESS * addresses, addresses, emitters: 300 });
      lines.push(...(await responsivenessLines(bench, path, values.names ? fromRoot(values.dist) : undefined)));
    }
    return lines;
  },

  calls: ({ page }) => callLines(page),

  wire: ({ page }) => wireLines(page, runs),

  size: () => sizeLines(Number(values['size-mb'])),
  convert: async (bench) => convertLines(bench, await roomFile(Number(values.packets)), Number(values['convert-mb'])),

  connections: () => connectionLines(Number(values.packets) / 2, runs),
};

async function main() {
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`expected parts out of ${PARTS.join(', ')}; found ${unknown.join(', ')}`);
  if (!existsSync(fromRoot(join(values.dist, 'index.html')))) throw new Error('nothing is built: run "npm run build" first');
  const executablePath = await ensureChrome();
  const args = ['--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  console.log(`${process.platform}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${browser.version()}, medians of ${runs}`);
  try {
    for (const part of parts) await runPart(part, browser);
  } finally {
    await browser.close();
  }
}

/** Runs a part in a new page, so that it starts without the memory of the part before. @param {string} part @param {Bench['browser']} browser */
async function runPart(part, browser) {
  say(part);
  const { close, ...bench } = await workbench(browser, values.dist);
  try {
    const lines = await WORK[part]?.({ browser, ...bench });
    const figures = lines?.filter(([, figure]) => figure !== '') ?? [];
    const widths = [0, 1].map((column) => Math.max(0, ...figures.map((line) => (line[column] ?? '').length)));
    for (const line of lines ?? [])
      console.log(
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      );
  } finally {
    await close();
  }
}

await main().catch(fail);
