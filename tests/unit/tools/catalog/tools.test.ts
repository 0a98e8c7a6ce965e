import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** The tools over a real capture and a made table, through the runner, the engine and the kernels. */
let workbench: NodeWorkbench;
let next = 0;

beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  const lines = Array.from({ length: 300 }, (_, i) => {
    const [snr, jitter] = [20 + (i % 7), (i * 13) % 11];
    return [i, snr, jitter, 2.5 - 0.5 * snr + 3 * jitter + ((i * 7919) % 13) / 100, i % 50 === 0 ? '' : i % 3, 'text'].join(',');
  });
  await workbench.open(new TextEncoder().encode(`n,snr,jitter,latency_ms,loss,word\n${lines.join('\n')}\n`), 'lab.csv');
});
afterAll(() => workbench.close());

const run = (
  tool_name: string,
  args: object,
  capture_selection: object = { capture_id: 'lab' },
  tool_version = '1.0.0',
): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name,
    tool_version,
    capture_selection,
    arguments: args,
    request_id: `t-${String(next++)}`,
    timeout_ms: 60_000,
  });
const codes = (result: ToolResult): string[] => result.errors.map((error) => `${error.code} ${error.field ?? ''}`);

test('regression finds the plane, drops incomplete rows and says so', async () => {
  const args = { operation: 'linear_regression', target: 'latency_ms', features: ['snr', 'jitter'] };
  const result = await run('statistical_regression_tool', args, undefined, '1.3.0');
  expect(result.errors).toEqual([]);
  const fit = result.structured_output as {
    coefficients: Record<string, number>;
    p_values: Record<string, number>;
    sample_count: number;
    r_squared: number;
  };
  expect(fit.coefficients['snr']).toBeCloseTo(-0.5, 2);
  expect(fit.coefficients['jitter']).toBeCloseTo(3, 2);
  expect(fit).toMatchObject({ sample_count: 300, model: 'linear_regression' });
  expect(fit.p_values['jitter']).toBeLessThan(1e-100);
  const partial = await run('statistical_regression_tool', { ...args, features: ['snr', 'loss'] }, undefined, '1.3.0');
  expect(partial.structured_output).toMatchObject({ sample_count: 294, incomplete_count: 6 });
  expect(partial.warnings.map((warning) => warning.code)).toEqual(['ROWS_INCOMPLETE', 'ROWS_DEPENDENT']);
  const standard = await run('statistical_regression_tool', { ...args, normalize: true, alpha: 0.5 }, undefined, '1.3.0');
  const { intercept: _, ...slopes } = fit.p_values;
  expect(standard.structured_output).toMatchObject({ r_squared: fit.r_squared, p_values: slopes });
  expect(standard.structured_output?.['coefficients']).not.toEqual(fit.coefficients);
});

test.each([
  [{ target: 'latency_ms', features: ['snrr'] }, ['INVALID_VALUE arguments.features[0]']],
  [{ target: 'word', features: ['snr', 'snr'] }, ['INVALID_VALUE arguments.target']],
  [{ target: 'snr', features: ['snr'] }, ['INVALID_VALUE arguments.features[0]']],
])('regression names the column that cannot be: %j', async (args, expected) => {
  expect(codes(await run('statistical_regression_tool', { operation: 'linear_regression', ...args }, undefined, '1.3.0'))).toEqual(
    expected,
  );
});

test('regression wants rows', async () => {
  const selection = { capture_id: 'lab', selectors: { filters: ['n < 2'] } };
  const result = await run(
    'statistical_regression_tool',
    { operation: 'linear_regression', target: 'latency_ms', features: ['snr'] },
    selection,
    '1.3.0',
  );
  expect(codes(result)).toEqual(['INSUFFICIENT_DATA arguments.operation']);
  expect(result.errors[0]?.message).toContain('found 2');
  expect(result.agentHints.suggestedNextActions.map((action) => action.action)).toEqual([
    'describe-columns',
    'describe-capture',
    'list-captures',
    'ui-broaden-selection',
    'ui-change-method',
  ]);
});

test('the overview adds up, and its bins hold every row', async () => {
  const result = await run('capture_overview', { time_bins: 7 }, { capture_id: 'chamber_four_phones' });
  expect(result.errors).toEqual([]);
  const rows = workbench.captures.get('chamber_four_phones')?.row_count;
  const output = result.structured_output as {
    row_count: number;
    time_histogram: { rows: number }[];
    by_type: { values: { value: string; rows: number }[] };
  };
  expect(output.row_count).toBe(rows);
  expect(output.time_histogram).toHaveLength(7);
  expect(output.time_histogram.reduce((sum, bin) => sum + bin.rows, 0)).toBe(rows);
  expect(output.by_type.values.map((each) => each.value)).toContain('ADV_IND');
  const table = await run('capture_overview', {});
  expect(table.structured_output).toMatchObject({ row_count: 300, by_type: { values: [], missing: 300 }, time_histogram: [] });
});

test('a query sees the selected rows only, page by page, with columns as asked', async () => {
  const selection = { capture_id: 'lab', selectors: { filters: ['n < 10'] } };
  const page = await run(
    'capture_query',
    { sql: 'SELECT * FROM lab ORDER BY n DESC -- all', limit: 4, offset: 8, columns: ['n', 'word'] },
    selection,
  );
  expect(page.errors).toEqual([]);
  expect(page.structured_output).toMatchObject({
    columns: [{ name: 'n' }, { name: 'word' }],
    rows: [
      [1, 'text'],
      [0, 'text'],
    ],
    total_count: 10,
    has_more: false,
  });
  const types = await run('capture_query', {
    sql: "SELECT 1 AS i, 9007199254740993::BIGINT AS big, 0.5 AS d, true AS b, NULL AS nothing, '\\xAB'::BLOB AS bytes, TIMESTAMP '2026-04-03 08:00:00' AS t, [1, 2] AS list, 'nan'::DOUBLE AS nan",
  });
  expect((types.structured_output as { rows: unknown[][] }).rows[0]).toEqual([
    1,
    '9007199254740993',
    '0.5',
    true,
    null,
    'ab',
    '2026-04-03T08:00:00Z',
    '[1,2]',
    'NaN',
  ]);
});

test.each([
  'WITH gone AS (DELETE FROM lab RETURNING *) SELECT * FROM gone',
  "COPY lab TO 'x.csv'",
  "ATTACH 'x.db'",
  'SET threads = 1',
  'PRAGMA database_list',
  'SELECT 1; SELECT 2',
  'DROP TABLE lab',
  'SELECT 1) ; DROP TABLE lab; --',
  'INSERT INTO lab VALUES (1)',
  "SELECT * FROM read_csv('x.csv')",
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM duckdb_settings()',
  "SELECT * FROM query('SELECT 1')",
  'SELECT * FROM main.lab',
  'SELECT random() FROM lab',
  'SELECT now()',
  'SELEC 1',
  'SELECT nothing FROM lab',
  '',
])('refused: %s', async (sql) => {
  const result = await run('capture_query', { sql });
  expect(codes(result)).toEqual([`${sql === '' ? 'INVALID_VALUE' : 'SQL_ERROR'} arguments.sql`]);
  expect(JSON.stringify(result)).not.toMatch(/node_modules|\.ts:/);
});

test('another capture is out of reach', async () => {
  const sqls = [
    'SELECT * FROM chamber_four_phones',
    'SELECT * FROM "Chamber_Four_Phones"',
    'SELECT * FROM lab, (FROM chamber_four_phones)',
  ];
  for (const sql of sqls) expect(codes(await run('capture_query', { sql }))).toEqual(['INVALID_CAPTURE_SELECTION arguments.sql']);
  expect((await run('capture_query', { sql: "SELECT 'chamber_four_phones' /* chamber_four_phones */ AS x" })).status).toBe('ok');
});

test('the clock is the machine’s', async () => {
  const result = await run('get_current_time', {}, {});
  expect(result.status).toBe('ok');
  expect(codes(await run('get_current_time', { zone: 'CET' }, {}))).toEqual(['UNKNOWN_ARGUMENT arguments.zone']);
});
