import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fromRoot, ROOT } from '../command.mjs';
import { FOLDER } from './instrument.mjs';

/** No single test takes as long; a mutant that makes a loop endless does. In ms without a report. */
const SILENCE_MS = { switch: 240_000, fresh: 1_200_000 };

/** @typedef {import('../../../tests/mutants/order.ts').Order} Order */
/** @typedef {import('../../../tests/mutants/order.ts').Report} Report */
/** @typedef {{ status: 'killed' | 'late' | 'survived' | 'unreached', by?: string }} Verdict */

/** @param {Omit<Order, 'events'>} order @returns {Promise<{ code: number, reports: Report[] }>} */
async function runTests(order) {
  const named = (/** @type {string} */ name) => fromRoot(`${FOLDER}/${String(process.pid)}-${name}`);
  const [path, events] = [named('order.json'), named('events.jsonl')];
  writeFileSync(path, JSON.stringify({ ...order, events }));
  rmSync(events, { force: true });
  const child = spawn(
    process.execPath,
    [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', 'tests/mutants/vitest.config.ts', '--reporter', 'dot', '--silent'],
    { cwd: ROOT, env: { ...process.env, WORKBENCH_MUTANTS: path }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const started = Date.now();
  let output = '';
  // Its own process group, so that Vitest's worker ends with it.
  const stop = () => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGKILL');
  const watch = setInterval(() => Date.now() - lastReport() > SILENCE_MS[order.mode] && stop(), 1000);
  const lastReport = () => (order.mode === 'switch' && existsSync(events) ? statSync(events).mtimeMs : started);
  process.once('exit', stop);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  /** @type {number} */
  const code = await new Promise((done) => child.on('close', (value) => done(value ?? 1)));
  clearInterval(watch);
  process.off('exit', stop);
  writeFileSync(named('last-run.log'), output);
  const lines = existsSync(events) ? readFileSync(events, 'utf8').split('\n').filter(Boolean) : [];
  return { code, reports: lines.map((line) => JSON.parse(line)) };
}

/**
 * Tries mutants on the tests: first in one process, then, for code that runs only while modules load or only once, each in a
 * process of its own.
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants
 * @param {Pick<Order, 'instrumented' | 'testFiles'>} base
 * @param {boolean} quick no processes of their own
 * @param {(text: string) => void} say
 * @returns {Promise<Map<string, Verdict>>} by id
 */
export async function tryMutants(mutants, base, quick, say) {
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();
  const reached = new Reach();
  let alive = mutants.map(({ id }) => id);
  for (const slowMs of [300, 20_000]) {
    const tests = slowMs === 300 ? undefined : reached.slowTests(alive);
    if (tests?.length === 0) continue;
    for (let again = true; again;) {
      const { code, reports } = await runTests({ ...base, mode: 'switch', mutants: alive, slowMs, ...(tests && { tests }) });
      reached.add(reports);
      for (const one of reports)
        if (one.type === 'killed') verdicts.set(one.mutant, { status: one.how === 'late' ? 'late' : 'killed', by: one.test });
      const last = reports.at(-1);
      // The process ended in the middle of a mutant: an endless loop or a crash.
      again = last?.type === 'try';
      if (code !== 0 && !again) say('some tests fail without a mutant and were not used; the log in .cache/mutants names them');
      if (last?.type === 'try') verdicts.set(last.mutant, { status: 'late' });
      alive = alive.filter((id) => !verdicts.has(id));
    }
    say(`${verdicts.size} of ${mutants.length} killed by tests of up to ${slowMs} ms`);
  }
  const fresh = quick ? [] : alive.filter((id) => reached.needsFreshProcess(id));
  say(`${fresh.length} mutants need a process of their own`);
  for (const id of alive) if (!reached.has(id)) verdicts.set(id, { status: 'unreached' });
  const own = new Map(mutants.map((mutant) => [mutant.id, mutant.file]));
  for (const id of fresh) {
    const siblings = mutants.filter(({ file }) => file === own.get(id)).map((mutant) => mutant.id);
    const tests = reached.testsOf([id, ...siblings]);
    const testFiles = base.testFiles.filter((file) => tests.some((test) => test.startsWith(`${file} > `)));
    if (testFiles.length === 0) continue;
    const { code } = await runTests({ ...base, testFiles, mode: 'fresh', mutants: [id], slowMs: 0, tests });
    verdicts.set(id, { status: code === 0 ? 'survived' : 'killed', by: 'a process of its own' });
    say(`${code === 0 ? 'survived' : 'killed  '} ${id} ${own.get(id)}`);
  }
  for (const id of alive) if (!verdicts.has(id)) verdicts.set(id, { status: 'survived' });
  return verdicts;
}

/** Which test reaches which mutant. */
class Reach {
  /** @type {Map<string, { ms: number, mutants: Set<string>, repeatable: boolean }>} */
  #tests = new Map();
  /** @type {Set<string>} */
  #loaded = new Set();
  /** Mutants whose code ran in a repeated test that passed. @type {Set<string>} */
  #tried = new Set();

  /** @param {readonly Report[]} reports */
  add(reports) {
    for (const one of reports) {
      if (one.type === 'test') this.#tests.set(one.test, { ms: one.ms, mutants: new Set(one.reached), repeatable: one.repeatable });
      if (one.type === 'loaded') for (const id of one.reached) this.#loaded.add(id);
      if (one.type === 'passed' && one.hits > 0) this.#tried.add(one.mutant);
    }
  }

  /** @param {string} id */
  has(id) {
    return this.#loaded.has(id) || this.testsOf([id]).length > 0;
  }

  /** Its code ran while modules were loaded, or only in tests that cannot be repeated. @param {string} id */
  needsFreshProcess(id) {
    return this.#loaded.has(id) || (this.has(id) && !this.#tried.has(id));
  }

  /** @param {readonly string[]} ids */
  testsOf(ids) {
    return [...this.#tests].filter(([, { mutants }]) => ids.some((id) => mutants.has(id))).map(([test]) => test);
  }

  /** @param {readonly string[]} alive */
  slowTests(alive) {
    return [...this.#tests].filter(([, { ms, mutants }]) => ms > 300 && alive.some((id) => mutants.has(id))).map(([test]) => test);
  }
}
