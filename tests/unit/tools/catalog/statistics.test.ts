import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { anovaSets, digits, rModels, univariateSets } from '../../../support/statistics-sets.ts';
import type { Analysis } from '../../../../src/tools/catalog/anova_tool/schema.ts';
import { meansPlot } from '../../../../src/tools/catalog/anova_tool/plots.ts';
import { histogramPlot } from '../../../../src/tools/catalog/summary_stats_tool/plots.ts';
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
  const crossed = rModels()['twoway_unbalanced'] as Record<'y' | 'A' | 'B', string[]>;
  await table('crossed', [['a', 'b', 'y'], ...crossed.y.map((y, at) => [crossed.A[at] ?? '', crossed.B[at] ?? '', y])]);
  const measures = (rModels()['repeated_oneway']?.['rows_are_subjects'] as string[]).map((row) => row.split(' '));
  // One more subject without the last level, and a row without a response.
  const long = [...measures, ['4', '5', '6']].flatMap((row, s) =>
    row.map((y, c) => [`s${String(s)}`, `c${String(c)}`, y, s === 0 ? 1 : 0]),
  );
  await table('measures', [['who', 'level', 'y', 'first'], ...long, ['s0', 'c0', '', 1]]);
  await table('hostile', [['n', 'huge', 'holes', 'half', 'five', 'each', 'parity', 'one'], ...hostile]);
});
afterAll(() => workbench.close());

const run = (tool_name: string, args: object, capture_id: string): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name,
    tool_version: tool_name === 'anova_tool' ? '1.2.0' : '1.0.0',
    capture_selection: { capture_id },
    arguments: args,
    request_id: `s-${String(next++)}`,
    timeout_ms: 60_000,
  });
const codes = (result: ToolResult): string[] => result.errors.map((error) => `${error.code} ${error.field ?? ''}`);
const invalid = (argument: string): string => `INVALID_VALUE arguments.${argument}`;
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
  [{ columns: ['n', 'n', 'm'] }, ['INVALID_VALUE arguments.columns[2]']],
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
    'ljung_box',
    'welch',
    'kruskal_wallis',
    'hac',
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
  [{ response: 'n', factors: ['parity'], design: 'two_way' }, 'error', ['INVALID_VALUE arguments.factors']],
  [{ response: 'n', factors: ['parity', 'parity'], design: 'two_way' }, 'error', ['INVALID_VALUE arguments.factors[1]']],
  [{ response: 'n', factors: ['parity', 'one'], design: 'two_way' }, 'error', ['INSUFFICIENT_DATA arguments.factors']],
  [{ response: 'n', factors: ['parity', 'each'], design: 'two_way' }, 'error', ['INVALID_VALUE arguments.factors']],
  [{ response: 'n', factors: ['parity', 'huge'], design: 'two_way' }, 'error', ['INVALID_VALUE arguments.factors']],
  [{ response: 'five', factors: ['parity', 'half'], design: 'two_way' }, 'error', ['INVALID_VALUE arguments.response']],
  [{ response: 'huge', factors: ['holes', 'parity'], design: 'two_way' }, 'error', ['INVALID_VALUE arguments.response']],
  [{ response: 'n', factors: ['parity'], ss_type: 'I', subject: 'each' }, 'error', ['subject', 'ss_type'].map(invalid)],
  [{ response: 'n', factors: ['parity'], design: 'repeated' }, 'error', ['INVALID_VALUE arguments.subject']],
  [{ response: 'n', factors: ['parity', 'half'], design: 'two_way', welch: true }, 'error', ['INVALID_VALUE arguments.welch']],
  [{ response: 'n', factors: ['holes'], design: 'repeated', subject: 'one' }, 'error', ['INSUFFICIENT_DATA arguments.subject']],
  [{ response: 'n', factors: ['parity'], design: 'repeated', subject: 'each' }, 'error', ['INSUFFICIENT_DATA arguments.subject']],
  [{ response: 'n', factors: ['one'], design: 'repeated', subject: 'holes' }, 'error', ['INSUFFICIENT_DATA arguments.factors']],
  [{ response: 'n', factors: ['each'], design: 'repeated', subject: 'holes' }, 'error', ['INVALID_VALUE arguments.factors[0]']],
  [{ response: 'five', factors: ['parity'], design: 'repeated', subject: 'holes' }, 'error', ['INVALID_VALUE arguments.response']],
  [
    { response: 'n', factors: ['parity'], design: 'repeated', subject: 'holes', post_hoc: ['holm', 'tukey_kramer'] },
    'error',
    ['INVALID_VALUE arguments.post_hoc[1]'],
  ],
])('an analysis that cannot be is refused at its place: %j', async (args, status, expected) => {
  const result = await run('anova_tool', args, 'hostile');
  expect([result.status, codes(result)]).toEqual([status, expected]);
});

test.each([
  ['anova_tool', { response: 'n', factors: ['parity'] }, ['anova_groups text/csv', 'anova_means_plot image/svg+xml']],
  ['summary_stats_tool', { columns: ['n', 'five'] }, ['summary_statistics text/csv', 'summary_histograms image/svg+xml']],
])('%s: table and plot travel with the answer, and the plot says in words what it shows', async (tool, args, files) => {
  const { artifacts } = await run(tool, args, 'hostile');
  expect(artifacts.map(({ name, mime_type }) => `${name} ${mime_type}`)).toEqual(files);
  expect(artifacts.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256 ?? ''))).toBe(true);
});

test('plots of means and histograms are whole whatever the names and figures', () => {
  const name = '<b>&"';
  const groups = [
    { group: name, levels: ['u', name], count: 3, mean: 1e308, sd: 1, confidence_interval: [-1e308, 1.2e308] },
    { group: 'one', levels: ['u', 'v'], count: 1, mean: -4 },
  ];
  const histogram = { edges: [0, 1, 2], counts: [3, 1] };
  const drawn = [
    meansPlot({ groups, verdict: { sentence: name } } as unknown as Parameters<typeof meansPlot>[0], name),
    histogramPlot({ columns: { [name]: { count: 4, histogram }, none: { count: 0, histogram: { edges: [], counts: [] } } } } as never),
  ].map(({ bytes }) => new TextDecoder().decode(bytes));
  for (const text of drawn) {
    expect(text).toContain('<desc id="text">');
    expect(text).not.toMatch(/<b>|NaN|Infinity|undefined/);
  }
  expect([drawn[0]?.match(/<circle/g)?.length, drawn[1]?.match(/<rect/g)?.length]).toEqual([2, 3]);
});

test('two crossed factors: named rows, cells with intervals, pairs of cells', async () => {
  const args = { response: 'y', factors: ['a', 'b'], design: 'two_way', ss_type: 'III', post_hoc: ['tukey_kramer'] };
  const result = await run('anova_tool', args, 'crossed');
  expect([result.errors, result.status, result.summary]).toEqual([
    [],
    'ok',
    'The means of y differ by a, b (F test: a p = 0.0017, b p < 0.0001). 21 rows.',
  ]);
  const output = result.structured_output as unknown as Analysis;
  const truth = rModels()['twoway_unbalanced']?.['type3_sum_contrasts'] as Record<string, Record<string, string>>;
  expect(output).toMatchObject({ design: 'two_way', ss_type: 'III', coding: 'sum', sample_count: 21 });
  expect(output.table.map(({ source }) => source)).toEqual(['a', 'b', 'a:b', 'residual']);
  expect(digits(output.table[0]?.f, truth['A']?.['F value'] ?? NaN)).toBeGreaterThan(13);
  expect(digits(output.table[2]?.p, truth['A:B']?.['Pr(>F)'] ?? NaN)).toBeGreaterThan(13);
  expect(output.groups.map(({ group, levels, count }) => [group, levels, count])).toEqual([
    ['a1:b1', ['a1', 'b1'], 3],
    ['a1:b2', ['a1', 'b2'], 4],
    ['a2:b1', ['a2', 'b1'], 2],
    ['a2:b2', ['a2', 'b2'], 4],
    ['a3:b1', ['a3', 'b1'], 5],
    ['a3:b2', ['a3', 'b2'], 3],
  ]);
  expect(output.groups.every(({ mean, confidence_interval: [low = NaN, high = NaN] = [] }) => low < mean && mean < high)).toBe(true);
  expect(output.post_hoc).toHaveLength(15);
  expect([output.assumptions.map(({ test: name }) => name), output.alternatives]).toEqual([['levene', 'brown_forsythe', 'bartlett'], []]);
});

test('a combination without rows: no interaction, and it says so', async () => {
  const selection = { capture_id: 'crossed', selectors: { filters: ["a <> 'a2' OR b <> 'b1'"] } };
  const result = await workbench.runner.run({
    tool_name: 'anova_tool',
    tool_version: '1.2.0',
    capture_selection: selection,
    arguments: { response: 'y', factors: ['a', 'b'], design: 'two_way' },
    request_id: `s-${String(next++)}`,
    timeout_ms: 60_000,
  });
  expect([result.status, result.warnings.map(({ code, details }) => [code, details])]).toEqual([
    'partial',
    [['INTERACTION_LEFT_OUT', { empty_cells: 1 }]],
  ]);
  const { table, groups, ss_type } = result.structured_output as unknown as Analysis;
  expect([table.map(({ source, df }) => [source, df]), groups.length, ss_type]).toEqual([
    [
      ['a', 2],
      ['b', 1],
      ['residual', 15],
    ],
    5,
    'II',
  ]);
});

test('repeated measures: incomplete subjects are counted, sphericity is tested, p is corrected', async () => {
  const args = { response: 'y', factors: ['level'], design: 'repeated', subject: 'who', post_hoc: ['holm', 'bonferroni'] };
  const result = await run('anova_tool', args, 'measures');
  expect([result.errors, result.status, warned(result)]).toEqual([[], 'ok', ['ROWS_INCOMPLETE', 'SUBJECTS_INCOMPLETE']]);
  const truth = rModels()['repeated_oneway'] as Record<string, string> & Record<string, Record<string, string>>;
  const output = result.structured_output as unknown as Analysis;
  expect(output).toMatchObject({
    sample_count: 40,
    subjects: { used: 10, dropped: 1 },
    rows_dropped: { missing: 1, infinite: 0, incomplete: 3 },
  });
  expect(output.table.map(({ source, df }) => [source, df])).toEqual([
    ['level', 3],
    ['who', 9],
    ['residual', 27],
  ]);
  const [box, feldt] = output.sphericity_corrections ?? [];
  expect(digits(box?.epsilon, truth['gg_eps'] as string)).toBeGreaterThan(13);
  expect(digits(feldt?.p, truth['hf_p'] as string)).toBeGreaterThan(13);
  expect([output.assumptions[0]?.test, output.alternatives[0]?.test, output.post_hoc.length]).toEqual(['mauchly', 'friedman', 12]);
  expect(digits(output.assumptions[0]?.p, (truth['mauchly'] as Record<string, string>)['p'] ?? NaN)).toBeGreaterThan(13);
});

test('what cannot be tested is partial and says why', async () => {
  const selection = { capture_id: 'hostile', selectors: { filters: ['n >= 40', 'n < 100'] } };
  const result = await workbench.runner.run({
    tool_name: 'anova_tool',
    tool_version: '1.2.0',
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
