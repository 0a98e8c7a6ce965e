import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import type { BarPlot, IntervalPlot, LinePlot, PointPlot } from '../../../../src/answers/charts/plot.ts';
import { normalQuantile, plotsOf } from '../../../../src/answers/statistics/plots.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** Plots of real answers of the tools. */
let workbench: NodeWorkbench;
let next = 0;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  // Two planes of a small lattice: y increases with x and does not depend on z.
  const rows = Array.from({ length: 120 }, (_, i) => [i % 10, i % 3, `g${String(i % 2)}`, 3 * (i % 10) + ((i * 7) % 5) + (i % 2) * 9]);
  const csv = [['x', 'z', 'g', 'y'], ...rows].map((row) => row.join(',')).join('\n');
  await workbench.open(new TextEncoder().encode(csv), 'lattice.csv');
});
afterAll(() => workbench.close());

async function answer(tool_name: string, tool_version: string, args: object): Promise<{ result: ToolResult; call: object }> {
  const call = {
    tool_name,
    tool_version,
    capture_selection: { capture_id: 'lattice' },
    arguments: args,
    request_id: `p-${String(next++)}`,
    timeout_ms: 60_000,
  };
  const result = await workbench.runner.run(call);
  expect(result.errors).toEqual([]);
  return { result, call };
}

const regression = { operation: 'linear_regression', target: 'y', features: ['x', 'z'], alpha: 0.05, normalize: false };

test('a regression has plots of slopes (largest first), residuals and normal quantiles', async () => {
  const { result, call } = await answer('statistical_regression_tool', '1.3.0', regression);
  const [slopes, residuals, normal] = plotsOf(result, call) as [IntervalPlot, PointPlot, PointPlot];
  expect(slopes.title).toMatch(/^y is most strongly associated with x: 0\.\d+ sd per sd$/);
  expect(slopes.marks.map(({ label }) => label)).toEqual(['x', 'z']);
  for (const { value, interval: [low, high] = [NaN, NaN] } of slopes.marks.map((mark) => ({
    ...mark,
    interval: mark.interval ?? undefined,
  })))
    expect(low < value && value < high).toBe(true);
  expect([residuals.points.length, residuals.rows.length, residuals.x]).toEqual([120, 120, 'fitted y']);
  expect(Math.abs(residuals.points.reduce((sum, [, value]) => sum + value, 0))).toBeLessThan(1e-9);
  expect(normal.points.every(([x, y], at) => at === 0 || (x >= normal.points[at - 1]![0] && y >= normal.points[at - 1]![1]))).toBe(true);
  const [scale, leverage] = plotsOf(result, call).slice(3) as [PointPlot, PointPlot];
  // Square roots of the absolute standardised residuals, over the same fitted values.
  expect(scale.points.map(([x]) => x)).toEqual(residuals.points.map(([x]) => x));
  const sizes = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);
  const roots = sizes(scale.points.map(([, y]) => y));
  for (const [at, size] of sizes(normal.points.map(([, y]) => Math.abs(y))).entries()) expect(roots[at]! ** 2).toBeCloseTo(size, 9);
  // Leverages add up to the number of fitted coefficients, and those in the answer are among them.
  expect(leverage.points.reduce((sum, [h]) => sum + h, 0)).toBeCloseTo(3, 9);
  const told = (result.structured_output as { influence: { leverage: number }[] }).influence;
  expect(told).toHaveLength(10);
  for (const row of told) expect(Math.min(...leverage.points.map(([h]) => Math.abs(h - row.leverage)))).toBeLessThan(1e-9);
  expect(leverage.title).toBe('No single row is influential');
  // The most influential row is labelled with its number; no distance of 0.5 is in range.
  expect(leverage.named?.[0]?.label).toMatch(/^\d+$/);
  for (const { at } of leverage.named ?? [])
    expect(Math.min(...leverage.points.map(([h, r]) => Math.hypot(h - at[0], r - at[1])))).toBeLessThan(1e-9);
  expect(leverage.curves).toEqual([]);
  expect(residuals.curves?.[0]?.points).toHaveLength(4);
  // Each point of every plot is named by its row, in the table behind it too.
  for (const plot of [residuals, normal, scale, leverage]) {
    expect(plot.names).toEqual(plot.rows.map(([row]) => `used row ${String(row)}`));
    expect(plot.names).toHaveLength(plot.points.length);
    expect(plot.columns[0]).toMatchObject({ title: 'Row', detail: 'used' });
    expect(new Set(plot.names).size).toBe(120);
  }
  for (const { label, at } of leverage.named ?? []) {
    const place = leverage.points[leverage.names!.indexOf(`used row ${label}`)]!;
    expect(Math.hypot(place[0] - at[0], place[1] - at[1])).toBeLessThan(1e-9);
  }
  // Without the call it is unknown whether rows have weights, so the rows listed in the answer are drawn.
  const few = plotsOf(result)[4] as PointPlot;
  expect(few.rows).toHaveLength(10);
  expect(few.names?.[0]).toBe(`used row ${leverage.named?.[0]?.label ?? ''}`);
  expect(plotsOf(result)[0]?.title).toMatch(/^The target is most strongly associated with x/);
});

test('a row that changes the fit is labelled, with the contours of distance that it exceeds', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `${String(at)},${String(at + (at % 3))}`);
  await workbench.open(new TextEncoder().encode(['a,b', ...rows, '60,0'].join('\n')), 'far.csv');
  const call = {
    tool_name: 'statistical_regression_tool',
    tool_version: '1.2.0',
    capture_selection: { capture_id: 'far' },
    arguments: { ...regression, target: 'b', features: ['a'] },
    request_id: 'far',
    timeout_ms: 60_000,
  };
  const leverage = plotsOf(await workbench.runner.run(call), call)[4] as PointPlot;
  expect(leverage.title).toBe('1 row is influential: Cook’s distance of 1 or more');
  expect(leverage.named?.[0]?.label).toBe('21');
  expect(leverage.curves?.map(({ label }) => label)).toEqual([
    'Cook’s distance 0.5',
    'Cook’s distance 0.5',
    'Cook’s distance 1',
    'Cook’s distance 1',
  ]);
  // Cook's distance of any point of the curve: r² h / (p (1 − h)).
  for (const { points, label } of leverage.curves ?? [])
    for (const [h, r] of points) expect((r * r * h) / (2 * (1 - h))).toBeCloseTo(label.endsWith('0.5') ? 0.5 : 1, 9);
});

test('the rows with the largest residuals are labelled by number in every plot of residuals', async () => {
  // 2,400 rows, of which the answer contains every third. One of the two extreme rows is among these.
  const [drawn, hidden] = [1500, 1501];
  const noise = (at: number): number => ((at * 7919) % 101) / 101 - 0.5;
  const rows = Array.from(
    { length: 2400 },
    (_, at) => `${String(at % 97)},${String((at % 97) + noise(at) + (at === drawn || at === hidden ? 40 : 0))}`,
  );
  await workbench.open(new TextEncoder().encode(['a,b', ...rows].join('\n')), 'spaced.csv');
  const call = {
    tool_name: 'statistical_regression_tool',
    tool_version: '1.2.0',
    capture_selection: { capture_id: 'spaced' },
    arguments: { ...regression, target: 'b', features: ['a'] },
    request_id: 'spaced',
    timeout_ms: 60_000,
  };
  const result = await workbench.runner.run(call);
  const [residuals, normal, scale] = plotsOf(result, call).slice(1, 4) as [PointPlot, PointPlot, PointPlot];
  for (const plot of [residuals, normal, scale]) {
    expect(plot.named?.map(({ label }) => label)).toHaveLength(3);
    expect(plot.named?.[0]?.label).toBe('1,501');
    for (const { at } of plot.named ?? []) expect(plot.points).toContainEqual(at);
    expect(plot.text).toContain('800 of 2,400 rows, evenly spaced.');
    expect(plot.text).toMatch(/Largest residuals: used rows 1,501, /);
  }
  expect(residuals.named?.[0]?.at[1]).toBeCloseTo(40, 0);
  expect(normal.named?.[0]?.at).toEqual(normal.points.at(-1));
  // The table of a plot has the number of every drawn row, as in the file.
  expect(residuals.rows[drawn / 3]?.[0]).toBe('1,501');
  expect(residuals.rows.map(([row]) => row)).not.toContain('1,502');
  // If an answer lacks a point, rows cannot be identified and none is labelled.
  const { structured_output: output } = result;
  const points = (output?.['points'] as unknown[]).slice(1);
  const cut = plotsOf({ ...result, structured_output: { ...output, points } }, call)[1] as PointPlot;
  expect(cut.named).toEqual([]);
  expect(cut.rows[0]?.[0]).toBe('–');
  expect(cut.names?.[0]).toBe('row without a number');
});

test('an analysis of variance has means with intervals, and the finding of its table', async () => {
  const { result, call } = await answer('anova_tool', '1.2.0', { response: 'y', factors: ['g', 'z'], design: 'two_way' });
  const [means] = plotsOf(result, call) as [LinePlot];
  expect(means.title).toBe('Means of y differ by g');
  expect([means.kind, means.x, means.series, means.y, means.levels]).toEqual([
    'lines',
    'g',
    'z',
    'mean of y, 95 % intervals',
    ['g0', 'g1'],
  ]);
  expect(means.lines.map(({ label, series, means: own }) => [label, series, own.length])).toEqual([
    ['0', 1, 2],
    ['1', 2, 2],
    ['2', 3, 2],
  ]);
  for (const { value, interval: [low, high] = [NaN, NaN] } of means.lines.flatMap(({ means: own }) =>
    own.map((mean) => ({ ...mean!, interval: mean!.interval ?? undefined })),
  ))
    expect(low < value && value < high).toBe(true);
  expect(means.rows).toHaveLength(6);
  const single = await answer('anova_tool', '1.2.0', { response: 'y', factors: ['g'] });
  const [marks] = plotsOf(single.result, single.call) as [IntervalPlot];
  expect([marks.kind, marks.axis, marks.marks.map(({ label }) => label)]).toEqual(['intervals', 'mean of y, 95 % intervals', ['g0', 'g1']]);
  // A combination without rows has no mark, and too many lines become marks again.
  const { groups } = result.structured_output as { groups: { levels: string[] }[] };
  const drawn = (own: readonly object[]) =>
    plotsOf({ ...result, structured_output: { ...result.structured_output, groups: own } }, call)[0];
  expect((drawn(groups.slice(1)) as LinePlot).lines.map(({ means: own }) => own.filter((mean) => mean === null).length).sort()).toEqual([
    0, 0, 1,
  ]);
  const many = Array.from({ length: 9 }, (_, at) => ({ ...groups[0], levels: ['g0', `z${String(at)}`] }));
  expect(drawn(many)?.kind).toBe('intervals');
  expect(marks.reference).toBeCloseTo(16.5 + 1.5, -1);
  expect((plotsOf(single.result, single.call, (name) => (name === 'y' ? 'm' : '')) as [IntervalPlot])[0].axis).toBe(
    'mean of y, m, 95 % intervals',
  );
  const none = await answer('anova_tool', '1.2.0', { response: 'x', factors: ['z'] });
  expect(plotsOf(none.result)[0]?.title).toBe('Means: no difference shown');
});

test('a summary has one histogram per column, with every value in a bin', async () => {
  const { result, call } = await answer('summary_stats_tool', '1.0.0', { columns: ['y', 'x'] });
  const plots = plotsOf(result, call) as BarPlot[];
  expect(plots.map(({ axis }) => axis)).toEqual(['y', 'x']);
  for (const { counts, edges } of plots) {
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(120);
    expect(edges).toHaveLength(counts.length + 1);
  }
  expect(plots[1]?.title).toMatch(/^x: median 4\.5, mean 4\.5, sd /);
});

test('answers without the parts have no plots', async () => {
  const { result } = await answer('statistical_regression_tool', '1.3.0', regression);
  expect(plotsOf(result).every(({ rows }) => rows.length > 0)).toBe(true);
  for (const structured_output of [undefined, {}, { coefficients: 3, points: [null, 7], groups: ['x', {}], columns: { a: null } }])
    for (const toolName of ['statistical_regression_tool', 'anova_tool', 'summary_stats_tool', 'toString'])
      expect(plotsOf({ ...result, metadata: { ...result.metadata, toolName }, structured_output }).length).toBeLessThanOrEqual(2);
});

test('normal quantiles are close to the exact ones', () => {
  for (const [p, z] of [
    [0.5, 0],
    [0.975, 1.959964],
    [0.0013498980316300933, -3],
  ] as const)
    expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(5e-4);
});
