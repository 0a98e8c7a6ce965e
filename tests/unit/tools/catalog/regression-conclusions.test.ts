import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';

/** What a regression concludes, and that it fits the model that was asked for. */
let workbench: NodeWorkbench;

const ROWS = 600;
/** Two random walks that know nothing of each other, independent values, and groups with means of their own. */
const rows = (() => {
  const random = randomSource(29);
  const normal = (): number => random.normal(1);
  let [x, y] = [0, 0];
  return Array.from({ length: ROWS }, (_, row) => {
    x += normal();
    y += normal();
    const own = normal();
    return { x, y, own, explained: 2 * own + normal(), group: `g${String(row % 3)}`, level: 10 * (row % 3) + normal() };
  });
})();
const means = ['g0', 'g1', 'g2'].map((name) => {
  const own = rows.filter(({ group }) => group === name);
  return own.reduce((sum, { level }) => sum + level, 0) / own.length;
});

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const names = ['x', 'y', 'own', 'explained', 'group', 'level'] as const;
  const text = [names.join(','), ...rows.map((row) => names.map((name) => row[name]).join(','))].join('\n');
  await workbench.open(new TextEncoder().encode(text), 'walks.csv');
});
afterAll(() => workbench.close());

let next = 0;
const fit = (args: object): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name: 'statistical_regression_tool',
    tool_version: '1.2.0',
    capture_selection: { capture_id: 'walks' },
    arguments: { operation: 'linear_regression', ...args },
    request_id: `c-${String(next++)}`,
    timeout_ms: 60_000,
  });
const coefficients = (result: ToolResult): Record<string, number> =>
  (result.structured_output as unknown as { coefficients: Record<string, number> }).coefficients;

test('a factor without an intercept has the mean of every level as its coefficient in every coding', async () => {
  for (const coding of ['treatment', 'sum']) {
    const result = await fit({ target: 'level', features: ['group'], categorical: { group: { coding } }, intercept: false });
    expect(result.errors).toEqual([]);
    const found = coefficients(result);
    expect(Object.keys(found)).toEqual(['group[g0]', 'group[g1]', 'group[g2]']);
    Object.values(found).forEach((value, at) => expect(value).toBeCloseTo(means[at] ?? NaN, 9));
  }
});

test('random walks that know nothing of each other are not called predictors', async () => {
  const result = await fit({ target: 'y', features: ['x'] });
  expect((result.structured_output as unknown as { p_values: Record<string, number> }).p_values['x']).toBeLessThan(0.001);
  expect(result.summary).toMatch(/y goes with x, but neighbouring rows resemble each other .* undecided\.$/);
  expect(result.warnings.map(({ code }) => code)).toContain('ROWS_DEPENDENT');
});

test('independent rows keep their verdict', async () => {
  const result = await fit({ target: 'explained', features: ['own'] });
  expect(result.summary).toContain('own is a significant predictor of explained.');
  expect(result.warnings.map(({ code }) => code)).not.toContain('ROWS_DEPENDENT');
});
