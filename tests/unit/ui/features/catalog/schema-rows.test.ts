import { expect, test } from 'vitest';
import { catalog } from '../../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../../src/tools/registry.ts';
import { schemaRows } from '../../../../../src/ui/features/catalog/schema-rows.ts';

const manifests = createRegistry(catalog).getAll();
const rowsOf = (name: string) => schemaRows(manifests.find((manifest) => manifest.name === name)?.input_schema ?? {});

test('a parameter says its type, bounds, unit, default, example, and whether it must be there', () => {
  expect(rowsOf('statistical_regression_tool').map(({ path }) => path)).toEqual([
    'operation',
    'target',
    'features',
    'alpha',
    'normalize',
    'intercept',
    'weights',
    'terms',
    'terms[].columns',
    'terms[].powers',
    'categorical',
    'categorical.*',
    'categorical.*.coding',
    'categorical.*.reference',
    'robust_se',
    'cluster_by',
    'comparisons',
    'precision',
    'predict_at',
    'missing',
    'max_rows',
  ]);
  expect(rowsOf('statistical_regression_tool')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'alpha', type: 'number', limits: '0.0001 to 0.5', unit: 'ratio', standard: '0.05', required: false }),
      expect.objectContaining({ path: 'features', type: 'list of texts', limits: '1 to 64 items', example: '["channel","length"]' }),
      expect.objectContaining({ path: 'operation', type: 'one of', limits: '"linear_regression"', required: true }),
    ]),
  );
});

test('nested keys, items of lists and free keys follow what holds them', () => {
  const output = manifests.find((manifest) => manifest.name === 'statistical_regression_tool')?.output_schema ?? {};
  expect(schemaRows(output).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['coefficients', 'coefficients.*', 'confidence_intervals.*', 'breusch_pagan.df']),
  );
  const overview = manifests.find((manifest) => manifest.name === 'capture_overview')?.output_schema ?? {};
  expect(schemaRows(overview)).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: 'by_type.values[].rows', name: 'rows', depth: 2, unit: 'rows' })]),
  );
});

test('a schema from elsewhere may be anything and as deep as it likes', () => {
  let deep: Record<string, unknown> = { type: 'integer' };
  for (let level = 0; level < 1000; level++) deep = { type: 'object', properties: { a: deep }, required: 'a' };
  expect(schemaRows(deep).length).toBeLessThan(20);
  expect(schemaRows({ properties: { a: null, b: { anyOf: [{ type: 'string' }, null] }, c: { type: ['integer', 'null'] } } })).toMatchObject(
    [{ type: 'any value' }, { type: 'text or any value' }, { type: 'integer or null' }],
  );
});
