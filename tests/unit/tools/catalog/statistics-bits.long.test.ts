import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelInstance } from '../../../../src/kernels/instance.ts';
import type { Kernels } from '../../../../src/kernels/contract.ts';
import { createRunner } from '../../../../src/tools/runner/runner.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { fromRoot } from '../../../../.ci/lib/command.mjs';
import {
  callOf,
  GOLDEN,
  REGRESSIONS,
  STATISTICS_RUNS,
  statisticsTable,
  TABLE,
  type StatisticsRun,
} from '../../../support/statistics-runs.ts';

/** The same bits in Node as in Chromium (tests/e2e/statistics.long.spec.ts), however many blocks are worked on at once. */
let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(new TextEncoder().encode(statisticsTable()), `${TABLE}.csv`);
});
afterAll(() => workbench.close());

/** The kernels as a pool has them: several blocks at once, and later ones done before earlier ones. */
function threads(lanes: number): Kernels {
  const kernels = kernelInstance();
  let turn = 0;
  const outOfTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, (turn++ % lanes === 0 ? lanes : 0) * 2));
  return {
    ...kernels,
    lanes,
    factorBlock: async (input) => (await outOfTurn(), kernels.factorBlock(input)),
    residualBlock: async (input) => (await outOfTurn(), kernels.residualBlock(input)),
  };
}

async function hashes(runs: readonly StatisticsRun[], lanes: number): Promise<Record<string, string>> {
  const capabilities = { ...workbench.parts.capabilities, kernels: lanes === 1 ? kernelInstance() : threads(lanes) };
  const runner = createRunner({ ...workbench.parts, capabilities });
  const found: Record<string, string> = {};
  for (const [at, run] of runs.entries()) {
    const { errors, status } = await runner.run(callOf(run, `bits-${String(lanes)}-${String(at)}`));
    expect([run.name, status, errors.filter(({ fatal }) => fatal)]).toEqual([
      run.name,
      run.name.includes('follows') ? 'partial' : 'ok',
      [],
    ]);
    found[run.name] = runner.audit().at(-1)?.result_hash ?? '';
  }
  return found;
}

test('every statistical answer has the bits that are written down', async () => {
  const found = `${JSON.stringify(await hashes(STATISTICS_RUNS, 1), null, 2)}\n`;
  await expect(found).toMatchFileSnapshot(fromRoot(GOLDEN));
});

test.each([2, 4])(
  'the same with %i blocks at once',
  async (lanes) => {
    const written = JSON.parse(readFileSync(fromRoot(GOLDEN), 'utf8')) as Record<string, string>;
    // From two blocks on.
    const runs = REGRESSIONS.slice(2);
    expect(await hashes(runs, lanes)).toEqual(Object.fromEntries(runs.map(({ name }) => [name, written[name]])));
  },
  120_000,
);
