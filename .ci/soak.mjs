/**
 * `npm run soak [seconds]`: a scan at 2 000 advertisements per second in real time, ten minutes by default: from the bytes of a
 * serial port to rows of the engine. Prints what was sent and stored, how long rows took to be stored early and late, and the
 * memory of the process; fails on a row that is missing.
 */
import { runnerImport } from 'vite';
import { setUp } from './setup.mjs';

const seconds = Number(process.argv[2] ?? 600);
if (!Number.isSafeInteger(seconds) || seconds < 1) throw new Error(`expected a number of seconds, got ${process.argv[2] ?? ''}`);

await setUp();
const { module } = await runnerImport('./tests/support/live/scan-load.ts', { configFile: false, logLevel: 'error' });
const began = performance.now();
let quarters = 0;
let early = 0;
const figures = await module.scanUnderLoad(seconds, async () => {
  quarters += 1;
  const ahead = quarters * 250 - (performance.now() - began);
  if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  if (quarters === 40) early = process.memoryUsage().heapUsed;
});
const took = (performance.now() - began) / 1000;
const heap = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
console.log(JSON.stringify(figures));
console.log(`${took.toFixed(1)} s; heap ${heap(early)} after 10 s, ${heap(process.memoryUsage().heapUsed)} at the end`);
if (figures.rows !== figures.sent || figures.dropped > 0) {
  console.log('rows are missing');
  process.exitCode = 1;
}
