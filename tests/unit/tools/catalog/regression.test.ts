import { afterAll, beforeAll, expect, test } from 'vitest';
import { coefficientPlot, residualPlot } from '../../../../src/tools/catalog/statistical_regression_tool/plots.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { digits, longleyRobust, regressionSets, rModels } from '../../../support/statistics-sets.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** Regression 1.3.0 over tables, through the runner, the engine and the kernels. */
let workbench: NodeWorkbench;
let next = 0;
const models = rModels();

type Cell = string | number;
const table = async (name: string, rows: readonly (readonly Cell[])[]): Promise<void> => {
  await workbench.open(new TextEncoder().encode(rows.map((row) => row.join(',')).join('\n')), `${name}.csv`);
};
const columns = (values: Readonly<Record<string, readonly Cell[]>>): Cell[][] => {
  const names = Object.keys(values);
  return [names, ...values[names[0]!]!.map((_, row) => names.map((name) => values[name]![row]!))];
};

beforeAll(async () => {
  workbench = await nodeWorkbench();
  for (const name of ['Longley', 'Filip'])
    await table(name.toLowerCase(), columns(regressionSets().find((set) => set.name === name)!.columns));
  const { x, y, w, f } = models['weighted_and_factor'] as unknown as Record<string, Cell[]>;
  await table('factor', columns({ x: x!, y: y!, w: w!, f: f! }));
  const count = (n: number) => Array.from({ length: n }, (_, i) => i);
  await table(
    'hostile',
    columns({
      n: count(900),
      twice: count(900).map((i) => 2 * i),
      five: count(900).map(() => 5),
      huge: count(900).map((i) => (i % 3 === 0 ? '1e308' : '1e307')),
      tiny: count(900).map((i) => `${String(1 + (i % 7))}e-308`),
      holes: count(900).map((i) => (i < 50 ? '' : i % 11)),
      gone: count(900).map((i) => (i < 2 ? i + 0.5 : '')),
      noise: count(900).map((i) => (i * 7919) % 101),
      each: count(900).map((i) => `id${String(i)}`),
      one: count(900).map(() => 'x'),
      word: count(900).map((i) => ['a', 'b', 'c'][i % 3]!),
      signed: count(900).map((i) => (i % 5) - 1),
    }),
  );
});
afterAll(() => workbench.close());

const run = (args: object, capture_id = 'hostile', filters: string[] = []): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name: 'statistical_regression_tool',
    tool_version: '1.3.0',
    capture_selection: { capture_id, selectors: { filters } },
    arguments: { operation: 'linear_regression', ...args },
    request_id: `r-${String(next++)}`,
    timeout_ms: 60_000,
  });

interface Fit {
  readonly coefficients: Record<string, number>;
  readonly standard_errors: Record<string, number>;
  readonly confidence_intervals: Record<string, [number, number]>;
  readonly influence: { row: number; leverage: number; cooks_distance: number; studentized_residual: number }[];
  readonly predictions: { fit: number; confidence_interval: number[]; prediction_interval: number[] }[];
  readonly [name: string]: unknown;
}
const fit = async (args: object, capture_id?: string): Promise<Fit> => {
  const result = await run(args, capture_id);
  expect(result.errors).toEqual([]);
  return result.structured_output as unknown as Fit;
};
const codes = (result: ToolResult): string[] => result.errors.map((error) => `${error.code} ${error.field ?? ''}`);
const warned = (result: ToolResult): string[] => result.warnings.map(({ code }) => code).sort();
/** At least ten digits of every figure, in order. */
const agree = (found: readonly (number | undefined)[], truth: readonly string[], least = 10): void => {
  expect(found).toHaveLength(truth.length);
  found.forEach((value, at) =>
    expect(digits(value, truth[at]!), `${String(at)}: ${String(value)} for ${truth[at]!}`).toBeGreaterThanOrEqual(least),
  );
};

const longley = { target: 'y', features: ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'] };

interface LongleyFigures extends Readonly<
  Record<'t' | 'p' | 'ci95_low' | 'ci95_high' | 'vif' | 'leverage' | 'cooks_distance' | 'rstudent', readonly string[]>
> {
  readonly adj_r2: string;
  readonly AIC_R_counts_sigma: string;
  readonly BIC_R_counts_sigma: string;
  readonly durbin_watson: string;
  readonly bp_studentized: { readonly statistic: string; readonly p: string };
  readonly predict_at: Readonly<Record<string, string>>;
  readonly confidence95: Readonly<Record<'fit' | 'lwr' | 'upr', string>>;
  readonly prediction95: LongleyFigures['confidence95'];
}

test('Longley with everything around it, as R has it', async () => {
  const r = models['longley_ols'] as unknown as LongleyFigures;
  const place = Object.fromEntries(Object.entries(r.predict_at).map(([name, value]) => [name, Number(value)]));
  const own = await fit({ ...longley, predict_at: [place] }, 'longley');
  const values = (name: string): number[] => Object.values(own[name] as Record<string, number>);
  const intervals = Object.values(own.confidence_intervals);
  agree(values('t_values'), r.t);
  agree(values('p_values'), r.p);
  agree(
    intervals.map(([low]) => low),
    r.ci95_low,
  );
  agree(
    intervals.map(([, high]) => high),
    r.ci95_high,
  );
  agree(values('vif'), r.vif);
  const single = [own['adjusted_r_squared'], own['aic'], own['bic'], own['durbin_watson']] as number[];
  agree(single, [r.adj_r2, r.AIC_R_counts_sigma, r.BIC_R_counts_sigma, r.durbin_watson]);
  const { statistic, p, df } = own['breusch_pagan'] as { statistic: number; p: number; df: number };
  agree([statistic, p], [r.bp_studentized.statistic, r.bp_studentized.p]);
  expect(df).toBe(6);
  expect(own.influence).toHaveLength(10);
  for (const { row, leverage, cooks_distance, studentized_residual } of own.influence)
    agree([leverage, cooks_distance, studentized_residual], [r.leverage[row]!, r.cooks_distance[row]!, r.rstudent[row]!]);
  const [mean, one] = [r.confidence95, r.prediction95];
  const [found] = own.predictions;
  agree([found?.fit, ...(found?.confidence_interval ?? [])], [mean.fit, mean.lwr, mean.upr]);
  agree(found?.prediction_interval ?? [], [one.lwr, one.upr]);
});

// R's sandwich keeps seven digits here; the second reference is exact: tests/evaluate/second-references.py.
test.each(['HC0', 'HC1', 'HC2', 'HC3'])('standard errors %s of Longley', async (robust_se) => {
  const r = models['longley_ols'] as unknown as Record<string, string[]>;
  const own = await fit({ ...longley, robust_se }, 'longley');
  expect(own['standard_error_type']).toBe(robust_se);
  agree(Object.values(own.standard_errors), longleyRobust()[robust_se.toLowerCase()]!);
  agree(Object.values(own.standard_errors), r[robust_se.toLowerCase()]!, 7);
});

test('Filip from a table: the degree is ten, and the digits are those of the data', async () => {
  const { certified } = regressionSets().find(({ name }) => name === 'Filip')!;
  const args = { target: 'y', features: ['x'], terms: Array.from({ length: 9 }, (_, at) => ({ columns: ['x'], powers: [at + 2] })) };
  const result = await run(args, 'filip');
  expect(result.errors).toEqual([]);
  expect(warned(result)).toEqual(['ILL_CONDITIONED', 'ROWS_DEPENDENT']);
  const own = result.structured_output as unknown as Fit;
  expect(Object.keys(own.coefficients).slice(0, 4)).toEqual(['intercept', 'x', 'x^2', 'x^3']);
  expect(own).toMatchObject({ precision: 'exact', algorithm: 'double_double_householder_qr' });
  agree(
    Object.values(own.coefficients),
    certified.coefficients.map(({ estimate }) => estimate),
    13.5,
  );
  const plain = await run({ ...args, precision: 'double' }, 'filip');
  expect([plain.status, warned(plain)]).toEqual(['ok', ['ILL_CONDITIONED', 'ROWS_DEPENDENT']]);
  agree(
    Object.values((plain.structured_output as unknown as Fit).coefficients),
    certified.coefficients.map(({ estimate }) => estimate),
    6.9,
  );
});

test('weights and factors, as R has them', async () => {
  const { wls, factor_treatment: factor } = models['weighted_and_factor'] as unknown as Record<string, Record<string, string[]>>;
  const weighted = await fit({ target: 'y', features: ['x'], weights: 'w' }, 'factor');
  agree(Object.values(weighted.coefficients), wls!['coef']!);
  agree(Object.values(weighted.standard_errors), wls!['se']!);
  agree([weighted['r_squared'], weighted['residual_standard_error']] as number[], [wls!['r2'], wls!['sigma']] as unknown as string[]);
  const args = { target: 'y', features: ['x', 'f'], categorical: { f: { coding: 'treatment' } } };
  const treated = await fit({ ...args, predict_at: [{ x: 3, f: 'v' }] }, 'factor');
  expect(Object.keys(treated.coefficients)).toEqual(['intercept', 'x', 'f[v]', 'f[w]']);
  agree(Object.values(treated.coefficients), factor!['coef']!);
  agree(Object.values(treated.standard_errors), factor!['se']!);
  const { intercept = NaN, x = NaN, 'f[v]': v = NaN, 'f[w]': w = NaN } = treated.coefficients;
  expect(treated.predictions[0]?.fit).toBeCloseTo(intercept + 3 * x + v, 10);
  // Sum coding tells the same model by the mean of the levels.
  const summed = (await fit({ ...args, categorical: { f: { coding: 'sum', reference: 'u' } } }, 'factor')).coefficients;
  expect(summed['intercept']).toBeCloseTo(intercept + (v + w) / 3, 10);
  expect(summed['f[v]']).toBeCloseTo(v - (v + w) / 3, 10);
});

test('tables and plots travel with the answer; a plot says in words what it shows, and no name breaks out of it', async () => {
  const { artifacts } = await run({ target: 'noise', features: ['n', 'signed'] });
  expect(artifacts.map(({ name, mime_type }) => [name, mime_type])).toEqual([
    ['regression_coefficients', 'text/csv'],
    ['regression_residuals', 'text/csv'],
    ['regression_coefficient_plot', 'image/svg+xml'],
    ['regression_residual_plot', 'image/svg+xml'],
  ]);
  expect(artifacts.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256 ?? ''))).toBe(true);
  const output = (await fit({ target: 'noise', features: ['n', 'signed'] })) as unknown as Parameters<typeof coefficientPlot>[0] &
    Parameters<typeof residualPlot>[0];
  const texts = [coefficientPlot(output, '<b>&"'), residualPlot(output, '<b>&"')].map(({ bytes }) => new TextDecoder().decode(bytes));
  for (const text of texts) {
    expect(text).toContain('role="img"');
    expect(text).toContain('<desc id="text">');
    expect(text).not.toMatch(/<b>|NaN|Infinity/);
  }
  expect(texts[0]).toContain('Slopes in standard deviations: n ');
  expect(texts[1]?.match(/<circle/g)).toHaveLength(output.points.length);
});

test('features of one scale: both scales are told, and the fit is the same', async () => {
  const plain = await fit({ target: 'noise', features: ['n', 'signed'] });
  const scaled = await fit({ target: 'noise', features: ['n', 'signed'], normalize: true });
  expect(scaled['unscaled_coefficients']).toEqual(plain.coefficients);
  expect((scaled['t_values'] as { n: number }).n).toBeCloseTo((plain['t_values'] as { n: number }).n, 12);
  expect(scaled.coefficients['intercept']).toBeCloseTo(50, 0);
  expect(scaled.coefficients['n']).toBeCloseTo(plain.coefficients['n']! * 259.95, 2);
});

test.each([
  [
    'a copy and a constant',
    { target: 'noise', features: ['n', 'twice', 'five'] },
    [
      ['twice', 'dependent'],
      ['five', 'constant'],
    ],
  ],
  [
    'levels that a number tells already',
    {
      target: 'noise',
      features: ['signed', 'word'],
      categorical: { word: { coding: 'sum' } },
      terms: [{ columns: ['signed', 'five'], powers: [1, 1] }],
    },
    [['signed:five', 'dependent']],
  ],
])('%s: a partial answer that names what was taken out', async (_, args, dropped) => {
  const result = await run(args);
  expect(result.status).toBe('partial');
  expect(warned(result)).toContain('COLUMNS_DROPPED');
  expect(
    (result.structured_output as { dropped_columns: { term: string; reason: string }[] }).dropped_columns.map(({ term, reason }) => [
      term,
      reason,
    ]),
  ).toEqual(dropped);
});

test.each([
  [{ target: 'word', features: ['n'] }, ['INVALID_VALUE arguments.target']],
  [{ target: 'five', features: ['n'] }, ['INVALID_VALUE arguments.target']],
  [{ target: 'n', features: ['five'] }, ['INVALID_VALUE arguments.features']],
  [{ target: 'n', features: ['word'] }, ['INVALID_VALUE arguments.features[0]']],
  [{ target: 'n', features: ['n'] }, ['INVALID_VALUE arguments.features[0]']],
  [{ target: 'n', features: ['gone'] }, ['INSUFFICIENT_DATA arguments.operation']],
  [{ target: 'n', features: Array.from({ length: 1000 }, (_, i) => `f${String(i)}`) }, ['INVALID_VALUE arguments.features']],
  [{ target: 'n', features: ['each'], categorical: { each: { coding: 'treatment' } } }, ['INVALID_VALUE arguments.features[0]']],
  [{ target: 'n', features: ['one'], categorical: { one: { coding: 'treatment' } } }, ['INVALID_VALUE arguments.features[0]']],
  [{ target: 'gone', features: ['word'], categorical: { word: { coding: 'treatment' } } }, ['INSUFFICIENT_DATA arguments.operation']],
  [
    { target: 'n', features: ['word'], categorical: { word: { coding: 'sum', reference: 'z' } } },
    ['INVALID_VALUE arguments.categorical.word.reference'],
  ],
  [{ target: 'n', features: ['noise'], categorical: { word: { coding: 'sum' } } }, ['INVALID_VALUE arguments.categorical.word']],
  [
    { target: 'n', features: ['noise'], terms: [{ columns: ['noise', 'signed'], powers: [1] }] },
    ['INVALID_VALUE arguments.terms[0].powers'],
  ],
  [{ target: 'n', features: ['noise'], terms: [{ columns: ['noise'], powers: [1] }] }, ['INVALID_VALUE arguments.terms[0]']],
  [{ target: 'n', features: ['noise'], weights: 'signed' }, ['INVALID_VALUE arguments.weights']],
  [{ target: 'n', features: ['holes'], missing: 'error' }, ['INVALID_VALUE arguments.missing']],
  [{ target: 'n', features: ['noise'], normalize: true, intercept: false }, ['INVALID_VALUE arguments.normalize']],
  [
    { target: 'n', features: ['noise'], predict_at: [{ noise: 'x' }, { noise: 1, m: 2 }, {}] },
    [
      'INVALID_VALUE arguments.predict_at[0].noise',
      'INVALID_VALUE arguments.predict_at[1].m',
      'INVALID_VALUE arguments.predict_at[2].noise',
    ],
  ],
  [{ target: 'huge', features: ['tiny'] }, ['INVALID_VALUE arguments.features']],
])('a fit that cannot be is refused at its place: %j', async (args, expected) => {
  const result = await run(args);
  expect([result.status, codes(result)]).toEqual(['error', expected]);
});

test('magnitudes at both ends of the range, missing values, a limit of rows and a perfect fit', async () => {
  const both = await run({ target: 'tiny', features: ['huge', 'noise'] });
  expect(codes(both)).toEqual([]);
  expect((both.structured_output as unknown as Fit).coefficients['intercept']).toBeGreaterThan(1e-308);
  const holes = await run({ target: 'noise', features: ['holes'] });
  expect(holes.structured_output).toMatchObject({ sample_count: 850, rows_dropped: { missing: 50, infinite: 0, unweighted: 0 } });
  // The noise is a remainder of multiples, whose neighbours are related.
  expect(warned(holes)).toEqual(['ROWS_DEPENDENT', 'ROWS_INCOMPLETE']);
  const few = await run({ target: 'noise', features: ['n'], max_rows: 100 });
  expect([few.structured_output?.['sample_count'], warned(few)]).toEqual([100, ['ROWS_DEPENDENT', 'TRUNCATED']]);
  const perfect = await run({ target: 'twice', features: ['n', 'noise'] });
  expect(warned(perfect)).toEqual(['PERFECT_FIT']);
  expect((perfect.structured_output as unknown as Fit).coefficients).toMatchObject({ n: 2 });
  expect(JSON.stringify(perfect.structured_output)).not.toContain('null');
  const rows = await run({ target: 'noise', features: ['n', 'signed'] }, 'hostile', ['n < 3']);
  expect(codes(rows)).toEqual(['INSUFFICIENT_DATA arguments.operation']);
});
