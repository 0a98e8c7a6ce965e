import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fromRoot, ROOT } from '../command.mjs';
import { FOLDER } from './instrument.mjs';

/** Longest silence without a report, in ms: no single test takes as long, but a mutant with an endless loop does. */
const SILENCE_MS = { switch: 240_000, fresh: 1_200_000 };

/** Tests up to this long are run with each mutant in the first pass, in ms. */
const FAST_MS = 300;

/** @typedef {import('./instrument.mjs').Mutant} Mutant */
/** @typedef {import('../../../tests/mutants/order.ts').Order} Order */
/** @typedef {Pick<Order, 'instrumented' | 'testFiles'>} Base */
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
  // A separate process group, so that Vitest's worker ends with it.
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
 * @param {readonly Mutant[]} mutants
 * @param {Base} base
 * @param {{ slow: boolean, fresh: boolean }} effort `slow`: tests of more than 300 ms too; `fresh`: processes of their own
 * @param {(text: string) => void} say
 * @returns {Promise<Map<string, Verdict>>} by id
 */
export async function tryMutants(mutants, base, effort, say) {
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();
  const reached = new Reach();
  for (const slowMs of effort.slow ? [FAST_MS, 20_000] : [FAST_MS]) {
    await trySwitched(mutants, base, slowMs, { verdicts, reached, say });
    say(`${verdicts.size} of ${mutants.length} killed by tests of up to ${slowMs} ms`);
  }
  const alive = mutants.filter(({ id }) => !verdicts.has(id));
  const fresh = effort.fresh ? alive.filter(({ id }) => reached.needsFreshProcess(id)) : [];
  say(`${fresh.length} mutants need a process of their own`);
  for (const { id } of alive) if (!reached.has(id)) verdicts.set(id, { status: 'unreached' });
  const passing = new Map();
  for (const mutant of fresh) {
    const siblings = mutants.filter(({ file }) => file === mutant.file).map(({ id }) => id);
    const status = await tryFresh(mutant.id, {
      base,
      passing,
      stages: reached.stages([mutant.id, ...siblings]).slice(0, effort.slow ? 2 : 1),
    });
    verdicts.set(mutant.id, { status, by: 'a process of its own' });
    say(`${status.padEnd(8)} ${mutant.file}:${mutant.line}`);
  }
  for (const { id } of alive) if (!verdicts.has(id)) verdicts.set(id, { status: 'survived' });
  return verdicts;
}

/** @param {readonly Mutant[]} mutants @param {Base} base @param {number} slowMs @param {{ verdicts: Map<string, Verdict>, reached: Reach, say: (text: string) => void }} into */
async function trySwitched(mutants, base, slowMs, { verdicts, reached, say }) {
  for (let again = true; again;) {
    const alive = mutants.map(({ id }) => id).filter((id) => !verdicts.has(id));
    const tests = slowMs === FAST_MS ? undefined : reached.slowTests(alive);
    if (tests?.length === 0) return;
    const { code, reports } = await runTests({ ...base, mode: 'switch', mutants: alive, slowMs, ...(tests && { tests }) });
    reached.add(reports);
    for (const one of reports)
      if (one.type === 'killed') verdicts.set(one.mutant, { status: one.how === 'late' ? 'late' : 'killed', by: one.test });
    const last = reports.at(-1);
    // The process ended during a mutant, because of an endless loop or a crash.
    again = last?.type === 'try';
    if (code !== 0 && !again) say('some tests fail without a mutant and were not used; the log in .cache/mutants names them');
    if (last?.type === 'try') verdicts.set(last.mutant, { status: 'late' });
  }
}

/**
 * Runs tests with one mutant active from the start, the fast ones first. Only tests that pass so without a mutant are used.
 * @param {string} id
 * @param {{ base: Base, passing: Map<string, readonly string[]>, stages: readonly (readonly string[])[] }} using `passing`: tests that pass, by the wanted ones
 * @returns {Promise<'killed' | 'survived'>}
 */
async function tryFresh(id, { base, passing, stages }) {
  for (const wanted of stages) {
    const orderOf = (/** @type {readonly string[]} */ tests, /** @type {readonly string[]} */ mutants) => ({
      ...base,
      testFiles: base.testFiles.filter((file) => tests.some((test) => test.startsWith(`${file} > `))),
      mode: /** @type {const} */ ('fresh'),
      mutants,
      slowMs: 0,
      tests,
    });
    const key = wanted.join('\0');
    if (wanted.length > 0 && !passing.has(key)) {
      const { reports } = await runTests(orderOf(wanted, []));
      passing.set(
        key,
        reports.flatMap((one) => (one.type === 'ran' ? one.test : [])),
      );
    }
    const tests = passing.get(key) ?? [];
    if (tests.length > 0 && (await runTests(orderOf(tests, [id]))).code !== 0) return 'killed';
  }
  return 'survived';
}

/** Records which test executes which mutants. */
class Reach {
  /** @type {Map<string, { ms: number, mutants: Set<string>, repeatable: boolean }>} */
  #tests = new Map();
  /** @type {Set<string>} */
  #loaded = new Set();
  /** Mutants whose code was executed in a repeated test that passed. @type {Set<string>} */
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

  /** Whether its code is executed only while modules load, or only in tests that cannot be repeated. @param {string} id */
  needsFreshProcess(id) {
    return this.#loaded.has(id) || (this.has(id) && !this.#tried.has(id));
  }

  /** @param {readonly string[]} ids */
  testsOf(ids) {
    return [...this.#tests].filter(([, { mutants }]) => ids.some((id) => mutants.has(id))).map(([test]) => test);
  }

  /** Fast tests, then the others, that reach one of these mutants. @param {readonly string[]} ids */
  stages(ids) {
    const fits = (/** @type {string} */ test) => (this.#tests.get(test)?.ms ?? 0) <= FAST_MS;
    const tests = this.testsOf(ids);
    return [tests.filter(fits), tests.filter((test) => !fits(test))];
  }

  /** @param {readonly string[]} alive */
  slowTests(alive) {
    return [...this.#tests].filter(([, { ms, mutants }]) => ms > FAST_MS && alive.some((id) => mutants.has(id))).map(([test]) => test);
  }
}
