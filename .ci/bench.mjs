/**
 * `npm run bench [-- --packets 1000000 --runs 5]`: drives the built page in a real Chromium and prints medians.
 * Files: the largest capture of WORKBENCH_DATA (or of the fixtures) and a synthetic one, made anew from its seed.
 * Nothing is asserted: the figures depend on the machine; ratios are taken within the run.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';
import { ensureChrome } from './lib/chrome.mjs';
import { fail, fromRoot, run, say } from './lib/command.mjs';
import { serve } from './serve.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ rows: number, load: number, decode: number, read: number, encode: number, sink: number, longest: number }} Opening */

const { values } = parseArgs({ options: { packets: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '5' } } });
const [packets, runs] = [Number(values.packets), Number(values.runs)];

/** @param {readonly number[]} list */
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
/** @param {number} count @param {number} ms */
const rate = (count, ms) => `${((count / ms) * 1000).toLocaleString('en', { maximumFractionDigits: 0 })} rows/s`;
/** @param {number} ms */
const time = (ms) => (ms < 1 ? `${(ms * 1000).toFixed(0)} µs` : ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`);

/** @template T @param {() => Promise<T>} work @returns {Promise<T[]>} */
async function repeat(work) {
  const list = [];
  for (let round = 0; round < runs; round++) list.push(await work());
  return list;
}

function largestCapture() {
  const data = process.env.WORKBENCH_DATA;
  const folder = data && existsSync(data) ? data : fromRoot('tests/fixtures/captures');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.pcap(?:ng)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';
}

async function synthetic() {
  const { module } = await runnerImport(fromRoot('tests/support/synthetic-capture.ts'), { configFile: false, logLevel: 'error' });
  mkdirSync(fromRoot('.cache/bench'), { recursive: true });
  const path = fromRoot(`.cache/bench/synthetic_${packets}.pcap`);
  writeFileSync(path, module.syntheticCapture({ packets, seed: 1 }));
  return path;
}

/** @param {Page} page @param {string} path @returns {Promise<Opening>} */
async function open(page, path) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  return page.evaluate(async (element) => {
    performance.clearMeasures();
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const began = performance.now();
    const [capture] = await window.workbench.open(/** @type {HTMLInputElement} */ (element).files ?? []);
    const load = performance.now() - began;
    observer.disconnect();
    const stage = (/** @type {string} */ name) => performance.getEntriesByName(`capture ${name}`).at(-1)?.duration ?? NaN;
    const rows = capture?.row_count ?? 0;
    return { rows, load, decode: stage('decode'), read: stage('read'), encode: stage('encode'), sink: stage('sink'), longest };
  }, input);
}

/** @param {Page} page @param {string} mode */
const analyse = (page, mode) =>
  page.evaluate(async (analysis_mode) => {
    const [capture] = window.workbench.captures();
    const tool = window.workbench.manifest('bluetooth_address_analyzer');
    // A window of its own for every round: an equal call would be answered from the cache.
    const params = { ...tool?.examples[0]?.params, analysis_mode, linkage_window_s: 180 + performance.now() / 1e6 };
    const call = {
      tool_name: tool?.name,
      tool_version: tool?.version,
      capture_selection: { capture_ids: [capture?.capture_id] },
      arguments: params,
      request_id: crypto.randomUUID(),
      timeout_ms: 600_000,
    };
    const began = performance.now();
    await window.workbench.validate(call);
    const validated = performance.now();
    const result = await window.workbench.run(call);
    const ended = performance.now();
    if (result.status === 'error') throw new Error(JSON.stringify(result.errors));
    if (result.metadata.cached) throw new Error('an answer from the cache was timed');
    return { validate: validated - began, run: ended - validated, overhead: ended - validated - result.metadata.executionTime };
  }, mode);

/** @param {string} path @returns {Promise<number>} packets per second of the reference dissector, or NaN where it is absent */
async function tsharkRate(path) {
  const fields =
    'frame.number frame.time_epoch btle_rf.channel btle_rf.signal_dbm btle.advertising_address btle.advertising_header.pdu_type'.split(' ');
  const began = performance.now();
  const { code } = await run('tshark', ['-n', '-r', path, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])], { quiet: true });
  return code === 0 ? packets / ((performance.now() - began) / 1000) : NaN;
}

/** @param {Page} page @param {string} path @returns {Promise<{ lines: string[][], decodeRate: number }>} */
async function benchFile(page, path) {
  const name = basename(path);
  const megabytes = statSync(path).size / 1e6;
  say(`${name}, ${megabytes.toFixed(1)} MB`);
  const openings = await repeat(async () => {
    const opening = await open(page, path);
    await page.evaluate(() => Promise.all(window.workbench.captures().map((capture) => window.workbench.close(capture.capture_id))));
    return opening;
  });
  await open(page, path);
  const rows = openings[0]?.rows ?? 0;
  const of = (/** @type {keyof Opening} */ key) => median(openings.map((opening) => opening[key]));
  const calls = await repeat(() => analyse(page, 'both'));
  await page.evaluate(() => Promise.all(window.workbench.captures().map((capture) => window.workbench.close(capture.capture_id))));
  const lines = [
    ['decode', time(of('decode')), rate(rows, of('decode'))],
    ['file to queryable', time(of('load')), `${rate(rows, of('load'))}, ${(megabytes / (of('load') / 1000)).toFixed(1)} MB/s`],
    ['  read / encode / load', [of('read'), of('encode'), of('sink')].map(time).join(' / '), ''],
    ['  longest task of the page', of('longest') === 0 ? 'none above 50 ms' : time(of('longest')), ''],
    ['analyzer, both', time(median(calls.map((call) => call.run))), `${rows.toLocaleString('en')} rows`],
    ['validate', time(median(calls.map((call) => call.validate))), ''],
    ['runner without the tool', time(median(calls.map((call) => call.overhead))), ''],
  ];
  return { lines: lines.map((line) => [name, ...line]), decodeRate: (rows / of('decode')) * 1000 };
}

async function main() {
  if (!existsSync(fromRoot('dist/index.html'))) throw new Error('nothing is built: run "npm run build" first');
  const executablePath = await ensureChrome();
  const args = ['--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  const site = await serve('dist');
  const boots = await repeat(async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    const ms = await page.evaluate(() => window.workbench.ready.then(() => performance.now()));
    await page.close();
    return ms;
  });
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(() => window.workbench.ready);
  const file = await synthetic();
  const real = await benchFile(page, largestCapture());
  const made = await benchFile(page, file);
  await browser.close();
  await site.close();
  say('tshark -T fields on the synthetic capture');
  const reference = await tsharkRate(file);
  const ratio = Number.isNaN(reference)
    ? 'tshark is not installed'
    : `${(made.decodeRate / reference).toFixed(0)} × tshark (${reference.toFixed(0)} packets/s)`;
  const table = [
    ['file', 'what', `median of ${runs}`, 'rate'],
    ['', 'page open to engine ready', time(median(boots)), ''],
    ...real.lines,
    ...made.lines,
    [basename(file), 'decode against tshark -T fields', '', ratio],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  console.log(`${process.platform}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${browser.version()}`);
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

await main().catch(fail);
