import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { anovaSets, digits, univariateSets } from '../../../support/statistics-sets.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** Summary and analysis of variance over tables, through the runner, the engine and the kernels. */
let workbench: NodeWorkbench;
let next = 0;

const table = async (name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> => {
  await workbench.open(new TextEncoder().encode(rows.map((row) => row.join(',')).join('\n')), `${name}.csv`);
};

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const { y } = univariateSets().find(({ name }) => name === 'Michelso')!;
  await table('michelso', [['y'], ...y.map((value) => [value])]);
  const { groups } = anovaSets().find(({ name }) => name === 'SmLs01')!;
  await table('smls', [['g', 'y'], ...groups.flatMap((own, g) => own.map((value) => [g, value]))]);
  const hostile = Array.from({ length: 600 }, (_, i) => [
    i,
    i % 2 === 0 ? '1e308' : '-1e308',
    i < 40 ? '' : i % 7,
    i < 40 ? 'a' : 'b',
    5,
    `id${String(i)}`,
    i % 2,
    'x',
  ]);
  await table('hostile', [['n', 'huge', 'holes', 'half', 'five', 'each', 'parity', 'one'], ...hostile]);
}, 60_000);
afterAll(() => workbench.close());

const run = (tool_name: string, args: object, capture_id: string): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name,
    tool_version: '1.0.0',
    capture_selection: { capture_id },
    arguments: args,
    request_id: `s-${String(next++)}`,
    timeout_ms: 60_000,
  });
const codes = (result: ToolResult): string[] => result.errors.map((error) => `${error.code} ${error.field ?? ''}`);
const warned = (result: ToolResult): string[] => [...new Set(result.warnings.map((warning) => warning.code))].sort();

test('a certified set keeps its digits from the file to the answer', async () => {
  const { certified, ceiling } = univariateSets().find(({ name }) => name === 'Michelso')!;
  const result = await run('summary_stats_tool', { columns: ['y'] }, 'michelso');
  expect(result.errors).toEqual([]);
  const { y } = result.structured_output?.['columns'] as { y: Record<string, number> };
  expect(digits(y?.['mean'], certified.mean)).toBe(15);
  expect(digits(y?.['sd'], certified.sd)).toBeGreaterThan(ceiling.sd - 0.3);
  expect(digits(y?.['autocorrelation_lag1'], certified.lag1_autocorrelation)).toBeGreaterThan(ceiling.r1 - 0.3);
});

test('groups, quantiles as asked, correlations with p', async () => {
  const args = { columns: ['n', 'holes'], group_by: ['half'], quantiles: [0.5], correlation: 'all' };
  const result = await run('summary_stats_tool', args, 'hostile');
  expect(result.status).toBe('partial');
  expect(warned(result)).toEqual(['NO_VALUES', 'VALUES_MISSING']);
  const output = result.structured_output as {
    columns: Record<string, { count: number; missing: number; quantiles: Record<string, number> }>;
    groups: { key: Record<string, string>; columns: Record<string, { count: number; mean?: number }> }[];
    correlation: { method: string; count: number; coefficient: number; p: number }[];
  };
  expect(output.columns['n']?.quantiles).toEqual({ '0.5': 299.5 });
  expect(output.columns['holes']).toMatchObject({ count: 560, missing: 40 });
  expect(output.groups.map(({ key }) => key)).toEqual([{ half: 'a' }, { half: 'b' }]);
  expect(output.groups[0]?.columns['holes']).toMatchObject({ count: 0 });
  expect(output.groups[0]?.columns['holes']?.mean).toBeUndefined();
  expect(output.groups[1]?.columns['n']).toMatchObject({ count: 560, mean: 319.5 });
  expect(output.correlation.map(({ method, count }) => [method, count])).toEqual([
    ['pearson', 560],
    ['spearman', 560],
    ['kendall', 560],
  ]);
});

test('values at the end of the range and constant columns: absent figures with a warning, and more groups than a list holds', async () => {
  const result = await run('summary_stats_tool', { columns: ['huge', 'five'], group_by: ['each'], correlation: 'pearson' }, 'hostile');
  expect(result.errors).toEqual([]);
  expect(warned(result)).toEqual(['CONSTANT_COLUMN', 'OUT_OF_RANGE', 'TRUNCATED']);
  const { columns, groups, group_count } = result.structured_output as {
    columns: Record<string, Record<string, number>>;
    groups: unknown[];
    group_count: number;
  };
  expect(columns['huge']).toMatchObject({ mean: 0, min: -1e308, max: 1e308 });
  expect(columns['huge']?.['variance']).toBeUndefined();
  expect([groups.length, group_count]).toEqual([200, 600]);
});

test.each([
  [{ columns: ['half'] }, ['INVALID_VALUE arguments.columns[0]']],
  [{ columns: ['n', 'n', 'm'] }, ['INVALID_VALUE arguments.columns[1]', 'INVALID_VALUE arguments.columns[2]']],
  [{ columns: ['n'], group_by: ['nothing'] }, ['INVALID_VALUE arguments.group_by[0]']],
  [{ columns: ['n'], time_bucket_ms: 1000 }, ['INVALID_VALUE arguments.time_bucket_ms']],
  [{ columns: ['n'], quantiles: [1.5] }, ['INVALID_VALUE arguments.quantiles[0]']],
])('a summary that cannot be is refused at its place: %j', async (args, expected) => {
  expect(codes(await run('summary_stats_tool', args, 'hostile'))).toEqual(expected);
});

test('the analysis of a certified set, with Welch, ranks, assumptions and pairs', async () => {
  const { certified } = anovaSets().find(({ name }) => name === 'SmLs01')!;
  const args = { response: 'y', factors: ['g'], welch: true, post_hoc: ['tukey_kramer', 'holm'] };
  const result = await run('anova_tool', args, 'smls');
  expect(result.errors).toEqual([]);
  const { table, groups, post_hoc, assumptions, alternatives } = result.structured_output as {
    table: Record<string, number>[];
    groups: { confidence_interval: number[]; mean: number }[];
    post_hoc: { p: number }[];
    assumptions: { test: string }[];
    alternatives: { test: string }[];
  };
  expect(digits(table[0]?.['f'], certified.between.F)).toBe(15);
  expect(digits(table[1]?.['mean_sq'], certified.within.ms)).toBeGreaterThan(14);
  expect(digits(table[0]?.['p'], '2.583264337268963749537174e-22')).toBeGreaterThan(13);
  expect(table[0]?.['omega_sq']).toBeLessThan(table[0]?.['eta_sq'] ?? 0);
  expect(groups).toHaveLength(9);
  expect(groups.every(({ mean, confidence_interval: [low = NaN, high = NaN] }) => low < mean && mean < high)).toBe(true);
  expect(post_hoc).toHaveLength(72);
  expect([...assumptions, ...alternatives].map(({ test: name }) => name)).toEqual([
    'levene',
    'brown_forsythe',
    'bartlett',
    'welch',
    'kruskal_wallis',
  ]);
});

test.each([
  [{ response: 'half', factors: ['parity'] }, 'error', ['INVALID_VALUE arguments.response']],
  [{ response: 'n', factors: ['n'] }, 'error', ['INVALID_VALUE arguments.factors[0]']],
  [{ response: 'n', factors: ['one'] }, 'error', ['INSUFFICIENT_DATA arguments.factors']],
  [{ response: 'holes', factors: ['half'] }, 'error', ['INSUFFICIENT_DATA arguments.factors']],
  [{ response: 'n', factors: ['each'] }, 'error', ['INVALID_VALUE arguments.factors[0]']],
  [{ response: 'five', factors: ['parity'] }, 'error', ['INVALID_VALUE arguments.response']],
  [{ response: 'huge', factors: ['parity'] }, 'error', ['INVALID_VALUE arguments.response']],
  [{ response: 'parity', factors: ['parity'] }, 'error', ['INVALID_VALUE arguments.factors[0]']],
  [{ response: 'n', factors: ['parity', 'half'] }, 'error', ['INVALID_VALUE arguments.factors']],
])('an analysis that cannot be is refused at its place: %j', async (args, status, expected) => {
  const result = await run('anova_tool', args, 'hostile');
  expect([result.status, codes(result)]).toEqual([status, expected]);
});

test('what cannot be tested is partial and says why', async () => {
  const selection = { capture_id: 'hostile', selectors: { filters: ['n >= 40', 'n < 100'] } };
  const result = await workbench.runner.run({
    tool_name: 'anova_tool',
    tool_version: '1.0.0',
    capture_selection: selection,
    arguments: { response: 'n', factors: ['each'], post_hoc: ['holm'] },
    request_id: `s-${String(next++)}`,
    timeout_ms: 60_000,
  });
  expect(codes(result)).toEqual(['INSUFFICIENT_DATA arguments.response']);
  const exact = await run('anova_tool', { response: 'parity', factors: ['huge'] }, 'hostile');
  expect([exact.status, warned(exact)]).toEqual(['partial', ['NO_RESIDUAL']]);
  expect(exact.structured_output).toMatchObject({ table: [{ df: 1 }, { source: 'residual', sum_sq: 0 }] });
  const many = await run('anova_tool', { response: 'parity', factors: ['holes'], post_hoc: ['holm'] }, 'hostile');
  expect(many.status).toBe('ok');
  expect(many.warnings.map(({ code }) => code)).toContain('ROWS_INCOMPLETE');
});
