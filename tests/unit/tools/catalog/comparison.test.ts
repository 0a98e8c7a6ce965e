import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import type { Comparison } from '../../../../src/tools/catalog/statistical_comparison_tool/schema.ts';
import { adjustedByBenjaminiHochberg } from '../../../../src/tools/multiplicity.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';

/** `statistical_comparison_tool` over made tables, through the runner, the engine and the kernels. */
let workbench: NodeWorkbench;
let next = 0;

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const random = randomSource(8);
  const open = (name: string, head: string, lines: readonly string[]) =>
    workbench.open(new TextEncoder().encode(`${head}\n${lines.join('\n')}\n`), `${name}.csv`);
  // Two groups far apart, mixed in order; a pair of columns; categories.
  await open(
    'plain',
    'y,z,side,kind,three,many,flat',
    Array.from({ length: 80 }, (_, at) => {
      const side = random.below(2);
      const y = random.normal(1) + 3 * side;
      return [y, y + 1 + random.normal(0.1), side ? 'b' : 'a', random.next() < 0.2 + 0.6 * side ? 'yes' : 'no', at % 3, at, 5].join(',');
    }),
  );
  // Twelve addresses, each in one group with a level of its own: groups that differ by their addresses alone.
  await open(
    'devices',
    'mac,y,side',
    Array.from({ length: 600 }, () => random.below(12)).map(
      (device) =>
        `02:00:00:00:00:0${device.toString(16)},${String([5, -5, -2, 2, 4, -4, -3, 3, 3, -2, 0, 1][device]! + random.normal(0.5))},${device % 2 ? 'odd' : 'even'}`,
    ),
  );
  // Within each site b is higher; overall a is, as most of its rows are of the higher site.
  await open(
    'sites',
    'site,side,y',
    Array.from({ length: 400 }, () => {
      const high = random.below(2) === 1;
      const side = random.next() < (high ? 0.85 : 0.15) ? 'a' : 'b';
      return [high ? 'north' : 'south', side, (high ? 10 : 0) + (side === 'b' ? 1 : 0) + random.normal(0.5)].join(',');
    }),
  );
});
afterAll(() => workbench.close());

const run = (capture_id: string, args: object): Promise<ToolResult> =>
  workbench.runner.run({
    ...{ tool_name: 'statistical_comparison_tool', tool_version: '1.0.0', capture_selection: { capture_id }, arguments: args },
    ...{ request_id: `c-${String(next++)}`, timeout_ms: 60_000 },
  });
const outputOf = (result: ToolResult): Comparison => {
  expect(result.errors).toEqual([]);
  return result.structured_output as unknown as Comparison;
};

test('two groups that differ: Welch, its interval and size, in one sentence everywhere', async () => {
  const result = await run('plain', { design: 'two_sample', response: 'y', factor: 'side' });
  const { verdict, groups, tests } = outputOf(result);
  expect(verdict).toMatchObject({ conclusion: 'differs', test: 'welch', about: 'mean_difference', effect: { measure: 'hedges_g' } });
  expect(verdict.sentence).toMatch(
    /^The mean of y is lower in side a than in b by [\d.]+ \(Welch’s t test, because it takes no spreads as equal: p < 0.0001\)\.$/,
  );
  expect(result.summary).toBe(verdict.sentence);
  expect(result.agentHints.reasoning).toContain(verdict.sentence);
  expect(groups.map(({ group }) => group)).toEqual(['a', 'b']);
  expect(tests.map((each) => each.test)).toEqual(['student', 'welch', 'hac', 'mann_whitney', 'brunner_munzel', 'permutation']);
  const [plot] = (result.artifacts ?? []).filter(({ mime_type }) => mime_type === 'image/svg+xml');
  expect(plot).toBeDefined();
});

test('pairs, and equivalence within a margin', async () => {
  const paired = outputOf(await run('plain', { design: 'paired', response: 'z', paired_with: 'y' }));
  expect(paired.verdict.conclusion).toBe('differs');
  const same = outputOf(await run('plain', { design: 'paired', response: 'z', paired_with: 'y', value: 1, margin: 0.2 }));
  expect(same.verdict).toMatchObject({ conclusion: 'equivalent' });
  expect(same.verdict.sentence).toContain('is within 0.2 of 1');
});

test('categories: by Fisher or chi-square, with the difference of shares', async () => {
  const { verdict, effects, table } = outputOf(
    await run('plain', { design: 'two_proportions', outcome: 'kind', success: 'yes', factor: 'side' }),
  );
  expect(verdict).toMatchObject({ conclusion: 'differs', test: 'chi_square', about: 'share_difference' });
  expect(effects.map(({ measure }) => measure)).toEqual(['cramers_v', 'share_difference', 'odds_ratio']);
  expect(table?.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(80);
  const one = outputOf(await run('plain', { design: 'one_proportion', outcome: 'kind', success: 'yes' }));
  expect(one.verdict.test).toBe('binomial');
  const dependent = outputOf(await run('plain', { design: 'contingency', outcome: 'kind', factor: 'side' }));
  expect(dependent.verdict.sentence).toMatch(/^Kind depends on side/);
});

test('rows of one address are not taken as independent', async () => {
  const result = await run('devices', { design: 'two_sample', response: 'y', factor: 'side' });
  const { verdict, tests, dependence } = outputOf(result);
  expect(tests.find((each) => each.test === 'welch')?.p).toBeLessThan(1e-6);
  expect(verdict.conclusion).not.toBe('differs');
  expect(verdict.test).toBe('cluster');
  expect(dependence).toMatchObject({ cluster_by: 'mac', clusters: 12, clusters_in_both: 0 });
  expect(result.warnings.map(({ code }) => code)).toContain('ROWS_DEPENDENT');
});

test('a difference that is reversed within the values of a column is undecided, and the next call holds that column fixed', async () => {
  const result = await run('sites', { design: 'two_sample', response: 'y', factor: 'side' });
  const { verdict, reversal } = outputOf(result);
  expect(verdict.conclusion).toBe('undecided');
  expect(reversal).toMatchObject({ column: 'site', values: 2 });
  expect(result.warnings.map(({ code }) => code)).toContain('REVERSED_WITHIN');
  expect(result.agentHints.suggestedNextActions[0]?.data).toMatchObject({
    tool_name: 'statistical_regression_tool',
    arguments: { target: 'y', features: ['side', 'site'] },
  });
});

test('p is adjusted for other tests, by Holm or the false discovery rate', async () => {
  const call = { design: 'two_sample', response: 'z', factor: 'kind' };
  const { verdict } = outputOf(await run('plain', call));
  const many = outputOf(await run('plain', { ...call, comparisons: 1000 }));
  expect(many.verdict.adjusted_p).toBeCloseTo(Math.min(1, (verdict.p ?? 0) * 1000), 12);
  expect(adjustedByBenjaminiHochberg([0.01, 0.04, 0.03, 0.5])).toEqual([0.04, 0.16 / 3, 0.16 / 3, 0.5]);
});

test.each([
  [{ design: 'two_sample', response: 'y' }, ['INVALID_VALUE arguments.factor']],
  [{ design: 'one_sample', response: 'y', factor: 'side' }, ['INVALID_VALUE arguments.factor']],
  [{ design: 'one_sample', response: 'kind' }, ['INVALID_VALUE arguments.response']],
  [{ design: 'two_sample', response: 'y', factor: 'side', groups: ['a', 'c'] }, ['INVALID_VALUE arguments.groups[1]']],
  [{ design: 'two_sample', response: 'y', factor: 'flat' }, ['INSUFFICIENT_DATA arguments.factor']],
  [{ design: 'contingency', outcome: 'kind', factor: 'many' }, ['INVALID_VALUE arguments.factor']],
  [{ design: 'one_proportion', outcome: 'kind', success: 'maybe' }, ['INVALID_VALUE arguments.success']],
  [{ design: 'one_proportion', outcome: 'kind', value: 1 }, ['INVALID_VALUE arguments.value']],
  [{ design: 'contingency', outcome: 'kind', factor: 'side', margin: 1 }, ['INVALID_VALUE arguments.margin']],
])('%j is refused with what was expected', async (args, expected) => {
  const result = await run('plain', args);
  expect(result.errors.map(({ code, field }) => `${code} ${field ?? ''}`)).toEqual(expected);
});

test('of more than two groups the two with most rows are compared, and it says so', async () => {
  const result = await run('plain', { design: 'two_sample', response: 'y', factor: 'three' });
  expect(outputOf(result).groups.map(({ group }) => group)).toEqual(['0', '1']);
  expect(result.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['GROUPS_CHOSEN', 'GROUPS_LEFT_OUT']));
});

test('a column that is constant has no test', async () => {
  const result = await run('plain', { design: 'two_sample', response: 'flat', factor: 'side' });
  expect(outputOf(result).verdict.conclusion).toBe('untested');
  expect(result.status).toBe('partial');
});
