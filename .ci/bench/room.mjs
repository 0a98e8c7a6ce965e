/**
 * A room whose frames repeat as in recordings: compares opening it with tshark reading seven fields, and measures the effect of
 * compression.
 */
import { readFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { fromRoot } from '../lib/command.mjs';
import { closeAll, median, open, rate, repeat, time } from './page.mjs';
import { tsharkSeven } from './tshark.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

/** Longer than the engine's idle wait plus the compression itself, ms. */
const SETTLED_MS = 6_000;

/** Queries run on a table before and after compression. */
const READS = {
  'count, times and level by address': 'SELECT advertiser_addr, count(*), min(ts_us), max(ts_us), avg(rssi) FROM room GROUP BY 1',
  'count by type': 'SELECT adv_type, count(*) FROM room GROUP BY 1',
  'count of one address': 'SELECT count(*) FROM room WHERE advertiser_addr = (SELECT min(advertiser_addr) FROM room)',
  'numbers of the rows of one type': "SELECT rowid FROM numbered.room WHERE adv_type = 'ADV_IND'",
  'a page of 100 rows': 'SELECT * FROM numbered.room WHERE rowid BETWEEN 500000 AND 500099',
  'one page in order of time': 'SELECT packet_no FROM room ORDER BY ts_us LIMIT 50 OFFSET 500000',
  'columns of the analyzer': 'SELECT ts_us::DOUBLE, rssi::DOUBLE, channel, advertiser_addr, adv_type, advertiser_random FROM room',
};

/**
 * @param {Browser} browser @param {Page} page @param {string} path @param {number} packets @param {number} runs
 * @returns {Promise<string[][]>} lines of name, time, rate
 */
export async function roomLines(browser, page, path, packets, runs) {
  const session = await browser.newBrowserCDPSession();
  const processor = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0);
  };
  const openings = await repeat(runs, async () => {
    const before = await processor();
    const { load } = await open(page, path);
    const opened = await processor();
    await page.waitForTimeout(SETTLED_MS);
    const settled = await processor();
    await closeAll(page);
    return { load, opening: opened - before, after: settled - opened };
  });
  const [first, ...later] = openings;
  const rest = later.length > 0 ? later : openings;
  const reference = await tsharkSeven(path);
  const per = (/** @type {number} */ ms) => `${((ms / packets) * 1000).toFixed(2)} µs per packet`;
  const line = (/** @type {string} */ name, /** @type {number} */ ms) => [name, time(ms), per(ms)];
  const opening = median(rest.map(({ opening }) => opening));
  const load = median(rest.map(({ load }) => load));
  const compared =
    reference === null
      ? [['tshark is not installed', '', '']]
      : [
          line('tshark -T fields, seven fields, processor', reference.processor),
          ['  later openings against it, processor', '', `${(reference.processor / opening).toFixed(1)} × tshark`],
          ['  later openings against it, by the clock', '', `${(reference.ms / load).toFixed(1)} × tshark`],
        ];
  return [
    [`file to queryable rows, first file of the page`, time(first?.load ?? NaN), rate(packets, first?.load ?? NaN)],
    line('  processor of the page, all threads', first?.opening ?? NaN),
    [`file to queryable rows, later files`, time(load), rate(packets, load)],
    line('  processor of the page, all threads', opening),
    line(`  and in the ${String(SETTLED_MS / 1000)} s after it: views of the page, compression`, median(rest.map(({ after }) => after))),
    ...compared,
    ...(await readLines(path, packets, runs)),
  ];
}

/** Memory and reads of the same table plain and compressed, in Node. @param {string} path @param {number} packets @param {number} runs */
async function readLines(path, packets, runs) {
  const options = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('error') };
  const { module: support } = await runnerImport(fromRoot('tests/support/node-engine.ts'), options);
  const { module: capture } = await runnerImport(fromRoot('src/capture/read-capture.ts'), options);
  const blob = new Blob([readFileSync(path)]);
  const measured = [];
  for (const compressAtOnceBytes of [Infinity, 1]) {
    const engine = await support.nodeEngine({ compressBytes: Infinity, compressAtOnceBytes });
    const memory = async () =>
      Number((await engine.answer('SELECT sum(memory_usage_bytes)::DOUBLE AS n FROM duckdb_memory()')).column('n').values[0]);
    const before = await memory();
    await capture.readCapture(blob, path, {
      header: (/** @type {{ columns: unknown }} */ { columns }) => engine.create('room', columns),
      rows: (/** @type {Uint8Array} */ ipc) => engine.append('room', ipc),
      problems: () => Promise.resolve(),
    });
    const bytes = ((await memory()) - before) / packets;
    /** @type {number[]} */
    const reads = [];
    for (const sql of Object.values(READS)) {
      const list = await repeat(runs, async () => {
        const began = performance.now();
        await engine.answer(sql);
        return performance.now() - began;
      });
      reads.push(median(list));
    }
    measured.push({ bytes, reads });
    await engine.close();
  }
  const [plain, compressed] = measured;
  if (plain === undefined || compressed === undefined) throw new Error('broken invariant: both tables were measured');
  return [
    ['memory of a row, plain and compressed', `${plain.bytes.toFixed(0)} bytes`, `${compressed.bytes.toFixed(0)} bytes`],
    ...Object.keys(READS).map((name, at) => [`  ${name}`, time(plain.reads[at] ?? NaN), time(compressed.reads[at] ?? NaN)]),
  ];
}
