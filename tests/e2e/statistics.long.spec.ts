import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addCoreScript, coreOf } from '../support/core-prelude.ts';
import { expect } from '../support/page.ts';
import { preparing } from '../support/prepared.ts';
import { callOf, GOLDEN, REGRESSIONS, STATISTICS_RUNS, statisticsTable, TABLE } from '../support/statistics-runs.ts';

/** A machine of so many cores; the workers for kernels that the core starts are counted. */
const machineOf = (page: Page, workers: number): Promise<void> =>
  addCoreScript(
    page,
    (count) => {
      let started = 0;
      const Own = self.Worker;
      self.Worker = class extends Own {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (options?.name?.startsWith('kernels ')) started++;
        }
      };
      Object.defineProperty(navigator, 'hardwareConcurrency', { configurable: true, get: () => count });
      Object.assign(self, { startedWorkers: () => started });
    },
    workers,
  );

const startedWorkers = async (page: Page): Promise<number> =>
  (await coreOf(page)).evaluate(() => (self as unknown as { startedWorkers: () => number }).startedWorkers());

const test = preparing((page) => machineOf(page, 1));

test('statistics have the same bits as in Node, with 1, 2 and 4 workers', async ({ workbench }) => {
  const written = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, string>;
  const { page } = workbench;
  const text = statisticsTable();
  const threads: number[] = [];
  for (const [runs, workers] of [
    [STATISTICS_RUNS, 1],
    [REGRESSIONS, 2],
    [REGRESSIONS, 4],
  ] as const) {
    // The page is there with one.
    if (workers > 1) {
      await machineOf(page, workers);
      await workbench.goto();
    }
    await page.evaluate(
      async ([name, csv]) => {
        await window.workbench.open(new File([csv], `${name}.csv`));
        await window.workbench.idle();
      },
      [TABLE, text] as const,
    );
    const opened = await startedWorkers(page);
    const calls = runs.map((run, at) => callOf(run, `bits-${String(workers)}-${String(at)}`));
    const found = await page.evaluate(async (list) => {
      const found: unknown[] = [];
      for (const call of list) {
        await window.workbench.run(call);
        found.push(window.workbench.audit().at(-1)?.result_hash);
      }
      return found;
    }, calls);
    threads.push((await startedWorkers(page)) - opened);
    expect(Object.fromEntries(runs.map(({ name }, at) => [name, found[at]]))).toEqual(
      Object.fromEntries(runs.map(({ name }) => [name, written[name]])),
    );
  }
  // Three blocks at most: one thread more each time.
  expect(threads.map((count) => count - (threads[0] ?? 0))).toEqual([0, 1, 2]);
});
