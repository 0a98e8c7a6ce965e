import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { build } from 'vite';
import { zstdBound } from '../../.ci/lib/zstd-bound.mjs';

/** As one bundle the decoders run six times as fast as through the test runner's modules. */
const FOLDER = '.cache/fuzz';
/** A process that decodes nothing for so long hangs; mutants take milliseconds. */
const SILENCE_MS = 300_000;
/** A mutant of kilobytes that needs more than this is at fault, whatever it answers. */
const MOST_HEAP_MB = 1024;

/**
 * Decodes mutants `seed` to `seed + mutants - 1` with a process per core.
 * @param {number} mutants
 * @param {number} seed
 * @returns {Promise<boolean>} whether every one was a capture with problems or one clear error
 */
export async function decodeInProcesses(mutants, seed) {
  await bundle();
  const began = Date.now();
  const cores = Math.min(availableParallelism(), mutants);
  const share = Math.ceil(mutants / cores);
  const done = new Array(cores).fill(0);
  let said = 0;
  const outcomes = await Promise.all(
    done.map((_, core) => {
      const first = seed + core * share;
      const count = Math.max(0, Math.min(share, seed + mutants - first));
      return decodeRange(first, count, (decoded) => {
        done[core] = decoded;
        const sum = done.reduce((a, b) => a + b, 0);
        if (sum - said < 50_000) return;
        said = sum;
        console.log(`${String(sum)} mutants decoded in ${((Date.now() - began) / 1000).toFixed(0)} s`);
      });
    }),
  );
  for (const { first, count, tally, fault } of outcomes)
    console.log(`mutants ${String(first)} to ${String(first + count - 1)}: ${fault ?? JSON.stringify(tally)}`);
  const sound = outcomes.every(({ fault }) => fault === undefined);
  console.log(`${String(mutants)} mutants in ${((Date.now() - began) / 1000).toFixed(0)} s: ${sound ? 'no fault' : 'FAULTS'}`);
  return sound;
}

const bundle = () =>
  build({
    configFile: false,
    logLevel: 'warn',
    plugins: [zstdBound()],
    ssr: { noExternal: true },
    build: { ssr: 'tests/fuzz/mutants-process.ts', outDir: FOLDER, emptyOutDir: true, target: 'node20' },
  });

/**
 * @param {number} first
 * @param {number} count
 * @param {(done: number) => void} onProgress
 * @returns {Promise<{ first: number, count: number, tally?: object, fault?: string }>}
 */
function decodeRange(first, count, onProgress) {
  return new Promise((settle) => {
    const child = fork(`${FOLDER}/mutants-process.js`, [String(first), String(count)], {
      execArgv: [`--max-old-space-size=${String(MOST_HEAP_MB)}`],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let decoded = 0;
    /** @type {object | undefined} */
    let tally;
    let stderr = '';
    const hung = () => child.kill('SIGKILL');
    let silence = setTimeout(hung, SILENCE_MS);
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-4000)));
    child.on('message', (/** @type {{ done?: number, tally?: object }} */ message) => {
      clearTimeout(silence);
      silence = setTimeout(hung, SILENCE_MS);
      tally = message.tally ?? tally;
      onProgress((decoded = message.done ?? count));
    });
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      const why = `ended with ${signal ?? String(code)} among the mutants from ${String(first + decoded)} on\n${stderr}`;
      settle({ first, count, ...(tally !== undefined && code === 0 ? { tally } : { fault: why }) });
    });
  });
}
