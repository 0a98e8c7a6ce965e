import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { plotsOf } from '../../../../src/answers/statistics/plots.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';

/** What a regression concludes, and that it fits the model that was asked for. */
let workbench: NodeWorkbench;

const ROWS = 600;
const DEVICES = (() => {
  const random = randomSource(31);
  return Array.from({ length: 12 }, (_, at) => ({
    address: `c0:00:00:00:00:${(16 + at).toString(16)}`,
    level: random.normal(2),
    label: at % 2,
  }));
})();
/** Two random walks that know nothing of each other, independent values, and groups with means of their own. */
const rows = (() => {
  const random = randomSource(29);
  const normal = (): number => random.normal(1);
  const more = randomSource(30);
  let [x, y] = [0, 0];
  return Array.from({ length: ROWS }, (_, row) => {
    x += normal();
    y += normal();
    const own = normal();
    const device = more.below(DEVICES.length);
    const noise = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`n${String(at)}`, more.normal(1)]));
    return {
      ...{ x, y, own, explained: 2 * own + normal(), group: `g${String(row % 3)}`, level: 10 * (row % 3) + normal() },
      ...{ spread: 0.3 * own + own * more.normal(1), spike: row === 3 ? 90 : more.normal(1), spiked: row === 3 ? 90 : more.normal(1) },
      ...{
        advertiser_addr: DEVICES[device]!.address,
        device_level: DEVICES[device]!.level + more.normal(1),
        label: DEVICES[device]!.label,
      },
      ...noise,
    };
  });
})();
const means = ['g0', 'g1', 'g2'].map((name) => {
  const own = rows.filter(({ group }) => group === name);
  return own.reduce((sum, { level }) => sum + level, 0) / own.length;
});

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const names = Object.keys(rows[0]!) as (keyof (typeof rows)[0])[];
  const text = [names.join(','), ...rows.map((row) => names.map((name) => row[name]).join(','))].join('\n');
  await workbench.open(new TextEncoder().encode(text), 'walks.csv');
});
afterAll(() => workbench.close());

let next = 0;
const fit = (args: object): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name: 'statistical_regression_tool',
    tool_version: '1.3.0',
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

interface Verdict {
  readonly conclusion: string;
  readonly test: string;
  readonly sentence: string;
  readonly effects: readonly { term: string; conclusion: string; df: number; p?: number; adjusted_p?: number }[];
}
const verdictOf = (result: ToolResult): Verdict => (result.structured_output as unknown as { verdict: Verdict }).verdict;

test('of random walks that know nothing of each other the verdict is open, although p is small', async () => {
  const result = await fit({ target: 'y', features: ['x'] });
  expect((result.structured_output as unknown as { p_values: Record<string, number> }).p_values['x']).toBeLessThan(0.001);
  expect(verdictOf(result)).toMatchObject({ conclusion: 'undecided', test: 'hac' });
  expect(result.structured_output).toMatchObject({ significant_features: [] });
  expect(result.warnings.map(({ code }) => code)).toContain('ROWS_DEPENDENT');
});

test('independent rows keep the plain test', async () => {
  const result = await fit({ target: 'explained', features: ['own'] });
  expect(verdictOf(result)).toMatchObject({ conclusion: 'related', test: 'classic' });
  expect(result.summary).toContain('own is a significant predictor of explained (t test: p < 0.0001).');
  expect(result.warnings.map(({ code }) => code)).not.toContain('ROWS_DEPENDENT');
});

test('summary, plot, hints and file say the sentence of the verdict', async () => {
  const args = { target: 'spread', features: ['own'] };
  const result = await fit(args);
  const { sentence, test: licensed } = verdictOf(result);
  expect(licensed).toBe('HC3');
  expect(result.summary).toContain(sentence);
  expect(result.agentHints.reasoning).toContain(sentence);
  const [slopes] = plotsOf(result, { arguments: args });
  expect(slopes?.text).toContain(sentence);
});

test('a column of each address alone is judged by the addresses, not by their rows', async () => {
  // Rows of 12 addresses, each with a level of its own; the label is drawn once per address and means nothing.
  const labelled = await fit({ target: 'device_level', features: ['label'] });
  expect((labelled.structured_output as unknown as { p_values: Record<string, number> }).p_values['label']).toBeLessThan(0.001);
  const verdict = verdictOf(labelled);
  expect(verdict.test).toMatch(/cluster$/);
  expect(verdict.effects[0]?.df).toBeLessThan(12);
  expect(verdict.conclusion).not.toBe('related');
  const asked = await fit({ target: 'device_level', features: ['own'], cluster_by: 'advertiser_addr' });
  expect(verdictOf(asked).test).toMatch(/cluster$/);
});

test('one row that makes a relation leaves it open', async () => {
  const result = await fit({ target: 'spike', features: ['spiked'], max_rows: 40 });
  expect(verdictOf(result)).toMatchObject({ conclusion: 'undecided' });
  expect(verdictOf(result).sentence).toContain('one row');
});

test('many terms are adjusted for their number, and fits of a session too', async () => {
  const features = Array.from({ length: 40 }, (_, at) => `n${String(at)}`);
  const alpha = 0.15;
  const result = await fit({ target: 'own', features, alpha });
  const { p_values } = result.structured_output as unknown as { p_values: Record<string, number> };
  expect(features.filter((name) => p_values[name]! < alpha)).not.toEqual([]);
  expect(verdictOf(result)).toMatchObject({ conclusion: 'not_shown' });
  const [effect] = verdictOf(await fit({ target: 'own', features: ['n0'], comparisons: 3 })).effects;
  expect(effect?.adjusted_p).toBe(Math.min(1, 3 * effect!.p!));
});
