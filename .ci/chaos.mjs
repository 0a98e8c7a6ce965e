/**
 * `npm run chaos [count]`: runs the chaos suite, 1,000 faults by default, and writes the outcomes into docs/measurements.md. If a case
 * fails, the command fails and leaves the page unchanged; the name of the test contains its seed. The last line counts the cases.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeMeasurement } from './lib/measurements.mjs';
import { setUp } from './setup.mjs';

const count = Number(process.argv[2] ?? 1000);
if (!Number.isSafeInteger(count) || count < 1) throw new Error(`expected a number of faults, got ${process.argv[2] ?? ''}`);
/** Outcomes and their letters in the table. */
const LETTERS = new Map([
  ['completed', 'C'],
  ['completed after "Restart"', 'E'],
  ['offered a retry', 'R'],
  ['asked for the file', 'F'],
]);

await setUp();
mkdirSync('.cache', { recursive: true });
const processes = Math.min(count, availableParallelism());
const size = Math.ceil(count / processes);
const shares = await Promise.all(Array.from({ length: processes }, (_, i) => cases(i * size, Math.min(size, count - i * size))));
const done = shares.flat();
const failed = count - done.length;
if (failed === 0) writeTable(done);
else process.exitCode = 1;
console.log(`${String(done.length)} passed, ${String(failed)} failed`);

/**
 * Runs cases in a separate process and returns those that passed.
 * @param {number} from
 * @param {number} number
 * @returns {Promise<Case[]>}
 */
async function cases(from, number) {
  const report = `.cache/chaos-${String(from)}.json`;
  const env = { ...process.env, CHAOS_FROM: String(from), CHAOS_FAULTS: String(number), CHAOS_REPORT: report };
  rmSync(report, { force: true });
  await once(spawn('npx', ['vitest', 'run', '--project', 'chaos', '--silent', '--reporter=dot'], { stdio: 'inherit', env }), 'exit');
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
}

/** @typedef {{ stage: string, fault: string, outcome: string }} Case */

/** @param {Case[]} found */
function writeTable(found) {
  const stages = [...new Set(found.map(({ stage }) => stage))];
  const faults = [...new Set(found.map(({ fault }) => fault))];
  const cell = (/** @type {string} */ fault, /** @type {string} */ stage) => {
    const own = found.filter((each) => each.fault === fault && each.stage === stage);
    return [...LETTERS].flatMap(([outcome, letter]) => {
      const times = own.filter((each) => each.outcome === outcome).length;
      return times === 0 ? [] : [`${String(times)} ${letter}`];
    });
  };
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const table = [
    row(['Fault', ...stages]),
    row(['---', ...stages.map(() => '---')]),
    ...faults.map((fault) => row([fault, ...stages.map((stage) => cell(fault, stage).join(', '))])),
  ];
  writeMeasurement('chaos', `${String(found.length)} faults.\n\n${table.join('\n')}`);
}
