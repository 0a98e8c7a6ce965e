import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';

/** Data at the limits of a fit: a row far off all others, whole numbers that no double holds, and the conclusions of the previous minor. */
let workbench: NodeWorkbench;
let next = 0;

const ROWS = 60;
const FAR_ROW = 17;
const table = (() => {
  const random = randomSource(2929);
  let [walk, other] = [0, 0];
  return Array.from({ length: ROWS }, (_, row) => {
    walk += random.normal(1);
    other += random.normal(1);
    const far = row === FAR_ROW;
    return {
      walk,
      other,
      far: far ? 2 ** 31 : random.normal(1),
      y: far ? 1e6 : random.normal(1),
      id: String(9_007_199_254_740_993n + BigInt(row)),
      small: row,
      group: row % 2 === 0 ? 'a' : 'b',
    };
  });
})();

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const names = Object.keys(table[0]!) as (keyof (typeof table)[0])[];
  const text = [names.join(','), ...table.map((row) => names.map((name) => row[name]).join(','))].join('\n');
  await workbench.open(new TextEncoder().encode(text), 'limits.csv');
});
afterAll(() => workbench.close());

const run = (tool_name: string, tool_version: string, args: object): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name,
    tool_version,
    capture_selection: { capture_id: 'limits' },
    arguments: args,
    request_id: `l-${String(next++)}`,
    timeout_ms: 60_000,
  });
const fit = (args: object, version = '1.3.0'): Promise<ToolResult> =>
  run('statistical_regression_tool', version, { operation: 'linear_regression', ...args });

test('a row that lies far beyond all others is the most influential one, with the Cook’s distance of exact arithmetic', async () => {
  const { structured_output } = await fit({ target: 'y', features: ['far'], robust_se: 'HC3' });
  const output = structured_output as unknown as { influence: { row: number; leverage: number; cooks_distance: number }[] };
  const [first] = output.influence;
  expect(first?.row).toBe(FAR_ROW);
  // Without the row: mean, slope and what it misses the row by; 1 − h = 1 / (1 + h₀).
  const others = table.filter((_, row) => row !== FAR_ROW);
  const n = others.length;
  const [mx, my] = [others.reduce((sum, { far }) => sum + far, 0) / n, others.reduce((sum, { y }) => sum + y, 0) / n];
  const sxx = others.reduce((sum, { far }) => sum + (far - mx) ** 2, 0);
  const slope = others.reduce((sum, { far, y }) => sum + (far - mx) * (y - my), 0) / sxx;
  const far = table[FAR_ROW]!;
  const missed = far.y - my - slope * (far.far - mx);
  const h0 = 1 / n + (far.far - mx) ** 2 / sxx;
  const others2 = others.reduce((sum, { far: x, y }) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  const variance = (others2 + missed ** 2 / (1 + h0)) / (ROWS - 2);
  const cook = (missed ** 2 * (h0 / (1 + h0))) / (variance * 2);
  expect(first!.cooks_distance / cook).toBeCloseTo(1, 6);
});

test('whole numbers beyond 2^53 are called rounded, with how many and an exact difference', async () => {
  const wanted = { code: 'VALUES_ROUNDED', details: { rounded: ROWS / 2 } };
  const results = [
    await fit({ target: 'id', features: ['small'] }),
    await run('anova_tool', '1.2.0', { response: 'id', factors: ['group'] }),
    await run('summary_stats_tool', '1.0.0', { columns: ['id'] }),
  ];
  for (const { warnings } of results) {
    expect(warnings).toContainEqual(expect.objectContaining(wanted));
    expect(warnings.find(({ code }) => code === 'VALUES_ROUNDED')?.message).toContain('CAST("id" - 9007199254740993 AS DOUBLE)');
  }
  const { warnings } = await fit({ target: 'small', features: ['walk'] });
  expect(warnings.map(({ code }) => code)).not.toContain('VALUES_ROUNDED');
});

test('the previous minor claims no more than the current one', async () => {
  const args = { target: 'walk', features: ['other'] };
  const [earlier, current] = [await fit(args, '1.2.0'), await fit(args)];
  expect(earlier.summary).toBe(current.summary);
  expect(earlier.summary).not.toContain('significant predictor of');
  expect(earlier.warnings.map(({ code }) => code)).toContain('ROWS_DEPENDENT');
});

test('predictions are a file with a line per place', async () => {
  const { artifacts } = await fit({ target: 'y', features: ['walk'], predict_at: [{ walk: 1 }, { walk: 2.5 }] });
  expect(artifacts.find(({ name }) => name === 'regression_predictions')?.mime_type).toBe('text/csv');
});
