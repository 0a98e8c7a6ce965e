import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { build } from 'vite';
import { zstdBound } from '../../.ci/lib/zstd-bound.mjs';

/** As one bundle the decoders run six times as fast as through the test runner's modules. */
const FOLDER = '.cache/fuzz';
/** A process that checks nothing for so long hangs; a thing takes milliseconds. */
const SILENCE_MS = 300_000;
/** An input of kilobytes that needs more than this has found a fault, even if the answer is right. */
const MOST_HEAP_MB = 1024;

/**
 * @typedef {object} Fuzzer
 * @property {string} entry process that checks a range
 * @property {string} what things that are checked, in the plural
 * @property {number} step things between two lines of progress
 * @property {string[]} [external] packages that stay outside the bundle
 */

/** @type {Fuzzer} Every mutant is a capture with problems or one clear error. */
export const MUTANTS = { entry: 'mutants-process', what: 'mutants', step: 50_000 };
/** @type {Fuzzer} Records of data PDUs, fragments and HCI packets (`connection-mutants.ts`). */
export const CONNECTIONS = { entry: 'connections-process', what: 'mutants of connections', step: 50_000 };
/** @type {Fuzzer} Statements of calls over three captures (`statements/judge.ts`). */
export const STATEMENTS = { entry: 'statements-process', what: 'statements', step: 2_000, external: ['@duckdb/duckdb-wasm'] };

/** @type {Fuzzer} Sealed sessions and bundles with one byte changed (`seal-changes.ts`). */
export const SEALS = { entry: 'seals-process', what: 'changed files', step: 20_000 };

/** @type {Fuzzer} A whole shared file with one byte changed. */
export const PAGES = { entry: 'pages-process', what: 'changed shared files', step: 200 };

/**
 * Checks things `seed` to `seed + count - 1` with a process per core.
 * @param {Fuzzer} fuzzer
 * @param {number} count
 * @param {number} seed
 * @returns {Promise<boolean>} whether no process found a fault
 */
export async function checkInProcesses(fuzzer, count, seed) {
  const { what } = fuzzer;
  await bundle(fuzzer);
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const cores = Math.min(availableParallelism(), count);
  const share = Math.ceil(count / cores);
  const done = new Array(cores).fill(0);
  let said = 0;
  const outcomes = await Promise.all(
    done.map((_, core) => {
      const first = seed + core * share;
      return checkRange(fuzzer, first, Math.max(0, Math.min(share, seed + count - first)), (checked) => {
        done[core] = checked;
        const sum = done.reduce((a, b) => a + b, 0);
        if (sum - said < fuzzer.step) return;
        said = sum;
        console.log(`${String(sum)} ${what} in ${seconds()} s`);
      });
    }),
  );
  for (const { first, count: checked, tally, fault } of outcomes)
    console.log(`${what} ${String(first)} to ${String(first + checked - 1)}: ${fault ?? JSON.stringify(tally)}`);
  const sound = outcomes.every(({ fault }) => fault === undefined);
  console.log(`${String(count)} ${what} in ${seconds()} s: ${sound ? 'no fault' : 'FAULTS'}`);
  return sound;
}

/** @param {Fuzzer} fuzzer */
const bundle = ({ entry, external = [] }) =>
  build({
    configFile: false,
    logLevel: 'warn',
    plugins: [zstdBound()],
    ssr: { noExternal: true, external },
    build: { ssr: `tests/fuzz/${entry}.ts`, outDir: `${FOLDER}/${entry}`, emptyOutDir: true, target: 'node20' },
  });

/**
 * @param {Fuzzer} fuzzer
 * @param {number} first
 * @param {number} count
 * @param {(done: number) => void} onProgress
 * @returns {Promise<{ first: number, count: number, tally?: object, fault?: string }>}
 */
function checkRange({ entry, what }, first, count, onProgress) {
  return new Promise((settle) => {
    const child = fork(`${FOLDER}/${entry}/${entry}.js`, [String(first), String(count)], {
      execArgv: [`--max-old-space-size=${String(MOST_HEAP_MB)}`],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let checked = 0;
    /** @type {{ faults?: string[] } | undefined} */
    let tally;
    let stderr = '';
    const hung = () => child.kill('SIGKILL');
    let silence = setTimeout(hung, SILENCE_MS);
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-4000)));
    child.on('message', (/** @type {{ done?: number, tally?: { faults?: string[] } }} */ message) => {
      clearTimeout(silence);
      silence = setTimeout(hung, SILENCE_MS);
      tally = message.tally ?? tally;
      if (message.done !== undefined) onProgress((checked = message.done));
    });
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      const why = `ended with ${signal ?? String(code)} among the ${what} from ${String(first + checked)} on\n${stderr}`;
      const ended = tally !== undefined && code === 0;
      if (!ended || tally?.faults?.length) settle({ first, count, fault: ended ? JSON.stringify(tally, null, 1) : why });
      else settle({ first, count, ...(tally && { tally }) });
    });
  });
}
