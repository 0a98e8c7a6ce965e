import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateSet } from '../evaluate/evaluate.ts';
import { fixtureRecordings, mergedSets } from '../evaluate/sets.ts';
import type { NodeWorkbench } from '../support/node-workbench.ts';
import { nodeWorkbench } from '../support/node-workbench.ts';

describe('chamber sessions merged with a time shift', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterAll(() => workbench.close());

  it('are linked better by the tool than by any baseline', async () => {
    const totals = new Map<string, number>();
    for (const { make } of mergedSets(fixtureRecordings(), [300], 3)) {
      for (const row of await evaluateSet(workbench, make(), '1.5.0')) {
        expect(row.classAccuracy).toBe(1);
        for (const { name, score } of row.methods) totals.set(name, (totals.get(name) ?? 0) + score.f1);
      }
    }
    const [tool, ...baselines] = [...totals.values()];
    for (const baseline of baselines) expect(tool).toBeGreaterThan(baseline);
    expect(tool).toBeGreaterThan(2.9);
  });
});
