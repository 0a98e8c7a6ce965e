import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { tablesOf } from '../../../../src/answers/statistics/tables.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** Tables of real answers of the tools. */
let workbench: NodeWorkbench;
let next = 0;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  // R's PlantGrowth (Dobson 1983): weights in g of plants under a control and two treatments.
  const weights = {
    ctrl: [4.17, 5.58, 5.18, 6.11, 4.5, 4.61, 5.17, 4.53, 5.33, 5.14],
    trt1: [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
    trt2: [6.31, 5.12, 5.54, 5.5, 5.37, 5.29, 4.92, 6.15, 5.8, 5.26],
  };
  const rows = Object.entries(weights).flatMap(([group, own]) => own.map((weight, at) => [weight, group, at, at * at]));
  await workbench.open(new TextEncoder().encode(['weight,group,at,square', ...rows.map((row) => row.join(','))].join('\n')), 'plants.csv');
});
afterAll(() => workbench.close());

async function answer(tool_name: string, tool_version: string, args: object): Promise<ToolResult> {
  const capture_selection = { capture_id: 'plants' };
  const request_id = `t-${String(next++)}`;
  return workbench.runner.run({ tool_name, tool_version, capture_selection, arguments: args, request_id, timeout_ms: 60_000 });
}

test('an analysis of variance has the numbers that R prints', async () => {
  const result = await answer('anova_tool', '1.2.0', { response: 'weight', factors: ['group'], welch: true, post_hoc: ['tukey_kramer'] });
  const [variance, pairs, ...tests] = tablesOf(result);
  // summary(aov(weight ~ group)) and TukeyHSD of R 4.
  expect(variance?.rows.map((row) => row.slice(0, 6))).toEqual([
    ['group', '2', '3.766', '1.883', '4.846', '0.016'],
    ['residual', '27', '10.49', '0.3886', '–', '–'],
  ]);
  expect(pairs?.rows.map((row) => [row[1], row[2], row[7]])).toEqual([
    ['ctrl', 'trt1', '0.39'],
    ['ctrl', 'trt2', '0.2'],
    ['trt1', 'trt2', '0.012'],
  ]);
  expect(tests.map(({ id }) => id)).toContain('alternatives');
  expect(tests.flatMap(({ rows }) => rows.map((row) => row[0]))).toContain('Welch');
});

test('a regression has coefficients with errors, t, p and intervals, and the quality of the fit', async () => {
  const result = await answer('statistical_regression_tool', '1.3.0', {
    operation: 'linear_regression',
    target: 'weight',
    features: ['at', 'square'],
    alpha: 0.05,
    normalize: false,
  });
  const [verdict, coefficients, assumptions, influence] = tablesOf(result);
  expect(verdict?.text).toBe((result.structured_output as unknown as { verdict: { sentence: string } }).verdict.sentence);
  expect(coefficients?.columns.map(({ title }) => title)).toEqual(['Term', 'Estimate', 'Std. error', 't', 'p', 'Low', 'High', 'VIF']);
  expect(coefficients?.rows.map((row) => row[0])).toEqual(['intercept', 'at', 'square']);
  expect(coefficients?.text).toMatch(
    /^R² 0\.\d+, adjusted .* F\(2, 27\) = .*, p .* on 27 degrees of freedom\. AIC .*, BIC .* Durbin–Watson /,
  );
  expect(assumptions?.rows.map((row) => row[0])).toEqual(['Breusch–Pagan', 'Jarque–Bera']);
  expect(influence?.rows).toHaveLength(10);
});

test('a summary has a row per column with its unit, one per group and column, and correlations', async () => {
  const result = await answer('summary_stats_tool', '1.0.0', { columns: ['weight', 'at'], group_by: ['group'], correlation: 'pearson' });
  const [columns, groups, correlations] = tablesOf(result, (name) => (name === 'weight' ? 'g' : ''));
  expect(columns?.rows.map((row) => row.slice(0, 5))).toEqual([
    ['weight', 'g', '30', '0', '5.073'],
    ['at', '–', '30', '0', '4.5'],
  ]);
  expect(groups?.title).toBe('By group');
  expect(groups?.rows.map((row) => row.slice(0, 4))).toContainEqual(['ctrl', 'weight, g', '10', '5.032']);
  expect(groups?.rows).toHaveLength(6);
  expect(correlations?.rows.map((row) => row.slice(0, 3))).toEqual([['weight', 'at', 'Pearson’s r']]);
});

test('an answer without structure has no tables', async () => {
  const result = await answer('anova_tool', '1.2.0', { response: 'weight', factors: ['nothing'] });
  expect(result.status).toBe('error');
  expect(tablesOf(result)).toEqual([]);
});

test('predictions have a row per point, with its values if the call is known', async () => {
  const predict_at = [{ at: 1 }, { at: 8 }];
  const args = { operation: 'linear_regression', target: 'weight', features: ['at'], predict_at };
  const result = await answer('statistical_regression_tool', '1.3.0', args);
  const named = tablesOf(result, undefined, { arguments: args }).find(({ id }) => id === 'predictions');
  expect(named?.columns.map(({ title }) => title)).toEqual(['at', 'Predicted', 'Std. error', 'Low', 'High', 'Low', 'High']);
  const { coefficients } = result.structured_output as unknown as { coefficients: { intercept: number; at: number } };
  for (const [row, place] of predict_at.entries()) {
    const [at, predicted] = (named?.rows[row] ?? []).map(Number);
    expect(at).toBe(place.at);
    expect(predicted).toBeCloseTo(coefficients.intercept + coefficients.at * place.at, 3);
  }
  expect(
    tablesOf(result)
      .find(({ id }) => id === 'predictions')
      ?.rows.map(([place]) => place),
  ).toEqual(['1', '2']);
});
