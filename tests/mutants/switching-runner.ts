import { appendFileSync } from 'node:fs';
import { TestRunner, type RunnerTask, type RunnerTestCase } from 'vitest';
import { ORDER_VARIABLE, readOrder, type Report } from './order.ts';
import { progress, switchboard } from './state.ts';

const order = readOrder(process.env[ORDER_VARIABLE]);
const { alive, loaded } = progress(order.mutants);
const wanted = order.tests && new Set(order.tests);
/** Taken before any test puts a false clock in its place. */
const { setTimeout, clearTimeout, performance } = globalThis;

if (order.mode === 'fresh') Object.assign(switchboard(), { activeMutant: order.mutants[0], hitCount: 0, hitLimit: 1_000_000 });

const report = (line: Report): void => {
  appendFileSync(order.events, `${JSON.stringify(line)}\n`);
};

/** `tests/unit/x.test.ts > suite > name` */
const keyOf = (task: RunnerTask): string =>
  (task.suite ?? task.file) === task ? task.name : `${keyOf(task.suite ?? task.file)} > ${task.name}`;

type Outcome = 'passed' | 'failed' | 'late';
interface Attempt {
  readonly outcome: Outcome;
  readonly ms: number;
  readonly hits: number;
  readonly error?: unknown;
}

/**
 * Runs each test as it is, then again with every living mutant that it reached, in one process: loading the modules anew for
 * each mutant would take seconds instead of milliseconds. A failure counts when the test passes again without the mutant.
 */
export default class SwitchingRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (wanted && !wanted.has(keyOf(test))) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const key = keyOf(test);
    if (order.mode === 'fresh') {
      await run();
      return report({ type: 'ran', test: key });
    }
    const first = await attempt(test, run, { limitMs: 900_000, reach: true });
    if (first.outcome === 'late') throw new Error('the test did not end');
    if (first.outcome === 'failed') throw first.error instanceof Error ? first.error : new Error(String(first.error));
    const reached = Object.entries(takeReached());
    const mine = first.ms > order.slowMs ? [] : reached.filter(([id]) => alive.has(id));
    const limitMs = 10_000 + 10 * first.ms;
    const repeatable = mine.length > 0 && (await attempt(test, run, { limitMs })).outcome === 'passed';
    report({ type: 'test', test: key, ms: Math.ceil(first.ms), reached: reached.map(([id]) => id), repeatable });
    if (!repeatable) return;
    for (const [mutant, count] of mine) {
      report({ type: 'try', mutant });
      const tried = await attempt(test, run, { limitMs, mutant, hitLimit: 100 * count + 1000 });
      if (tried.outcome === 'passed') report({ type: 'passed', mutant, test: key, hits: tried.hits });
      else if ((await attempt(test, run, { limitMs })).outcome === 'passed') {
        alive.delete(mutant);
        report({ type: 'killed', mutant, test: key, how: tried.outcome });
      } else return report({ type: 'spoiled', mutant, test: key });
    }
  }
}

interface Conditions {
  readonly limitMs: number;
  readonly mutant?: string;
  readonly hitLimit?: number;
  /** Count which mutants the test reaches. */
  readonly reach?: boolean;
}

async function attempt(test: RunnerTestCase, run: () => unknown, conditions: Conditions): Promise<Attempt> {
  const { limitMs, mutant, hitLimit, reach } = conditions;
  const board = switchboard();
  const kept = { state: test.result?.state, errors: test.result?.errors };
  Object.assign(board, { activeMutant: mutant, hitCount: 0, hitLimit: hitLimit ?? Infinity, currentTestId: reach ? 'now' : 'again' });
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let error: unknown;
  const ended = (async (): Promise<Outcome> => {
    try {
      await run();
      return test.result?.state === 'fail' ? 'failed' : 'passed';
    } catch (caught) {
      error = caught;
      return 'failed';
    }
  })();
  const late = new Promise<Outcome>((done) => (timer = setTimeout(() => done('late'), limitMs)));
  const outcome = await Promise.race([ended, late]);
  clearTimeout(timer);
  const hits = board.hitCount ?? 0;
  Object.assign(board, { activeMutant: undefined, currentTestId: undefined });
  if (!reach && test.result) Object.assign(test.result, kept);
  return { outcome, ms: performance.now() - started, hits, error };
}

/** The mutants that the last run reached, with how often; those reached outside tests are reported as loaded. */
function takeReached(): Readonly<Record<string, number>> {
  const coverage = switchboard().mutantCoverage;
  if (coverage === undefined) return {};
  const fresh = Object.keys(coverage.static).filter((id) => !loaded.has(id));
  for (const id of fresh) loaded.add(id);
  if (fresh.length > 0) report({ type: 'loaded', reached: fresh });
  const reached = coverage.perTest['now'] ?? {};
  for (const test of Object.keys(coverage.perTest)) delete coverage.perTest[test];
  return reached;
}
