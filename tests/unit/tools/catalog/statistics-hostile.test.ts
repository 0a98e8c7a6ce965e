import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** Tables that no statistic is made for: a coded error or an answer with warnings, and never a NaN or Infinity in it. */
const VERSIONS: Readonly<Record<string, string>> = { statistical_regression_tool: '1.3.0', anova_tool: '1.2.0' };
let workbench: NodeWorkbench;
let next = 0;
const ROWS = 10_000;
const WIDE = 64;

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const column = (value: (row: number) => number, rows = ROWS): Float64Array => Float64Array.from({ length: rows }, (_, row) => value(row));
  const text = (value: (row: number) => string): string[] => Array.from({ length: ROWS }, (_, row) => value(row));
  const noise = (row: number): number => ((row * 7919) % 101) / 101;
  await open('ends', {
    y: column((row) => row / 7 + noise(row)),
    both: column((row) => (row % 2 === 0 ? 1e308 : 1e-308)),
    infinite: column((row) => (row % 100 === 0 ? Infinity : row % 100 === 1 ? -Infinity : noise(row))),
    always: column(() => Infinity),
    nan: column((row) => (row % 3 === 0 ? NaN : noise(row))),
    halfgone: column((row) => (row % 2 === 0 ? NaN : noise(row))),
    level: text((row) => `level ${String(row)}`),
    half: text((row) => (row % 2 === 0 ? 'even' : 'odd')),
  });
  await open('wide', {
    ...Object.fromEntries(
      Array.from({ length: WIDE }, (_, at) => [`f${String(at)}`, column((row) => noise(row * (at + 3) + at * row * row), 40)]),
    ),
    y: column(noise, 40),
  });
});
afterAll(() => workbench.close());

async function open(name: string, columns: Record<string, Float64Array | string[]>): Promise<void> {
  const bytes = tableToIPC(tableFromArrays(columns), { format: 'file' });
  await workbench.open(bytes as Uint8Array<ArrayBuffer>, `${name}.arrow`);
}

async function run(tool_name: string, args: object, capture_id = 'ends'): Promise<ToolResult> {
  const result = await workbench.runner.run({
    tool_name,
    tool_version: VERSIONS[tool_name] ?? '1.0.0',
    capture_selection: { capture_id },
    arguments: tool_name === 'statistical_regression_tool' ? { operation: 'linear_regression', ...args } : args,
    request_id: `h-${String(next++)}`,
    timeout_ms: 60_000,
  });
  for (const number of numbersOf(result.structured_output))
    if (!Number.isFinite(number)) throw new Error(`${tool_name}: ${String(number)}`);
  return result;
}

const numbersOf = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : [];
const told = ({ status, errors, warnings }: ToolResult): unknown => [
  status,
  errors.map(({ code }) => code),
  warnings.map(({ code }) => code).sort(),
];

test.each([
  ['both ends of the range in one feature', { target: 'y', features: ['both'] }, ['ok', [], ['ROWS_DEPENDENT']]],
  ['both ends of the range in the target', { target: 'both', features: ['y'] }, ['ok', [], ['ROWS_DEPENDENT']]],
  ['infinite values', { target: 'y', features: ['infinite'] }, ['ok', [], ['ROWS_DEPENDENT', 'VALUES_INFINITE']]],
  ['nothing but infinite values', { target: 'y', features: ['always'] }, ['error', ['INSUFFICIENT_DATA'], []]],
  ['NaN', { target: 'y', features: ['nan'] }, ['ok', [], ['ROWS_DEPENDENT', 'ROWS_INCOMPLETE']]],
  ['10,000 levels', { target: 'y', features: ['level'], categorical: { level: { coding: 'sum' } } }, ['error', ['INVALID_VALUE'], []]],
  [
    'a level that has no complete row',
    { target: 'halfgone', features: ['half'], categorical: { half: { coding: 'treatment' } } },
    ['error', ['INVALID_VALUE'], []],
  ],
])('regression, %s', async (_, args, expected) => {
  expect(told(await run('statistical_regression_tool', args))).toEqual(expected);
});

test('more features than rows, and than are taken at all', async () => {
  const features = Array.from({ length: WIDE }, (_, at) => `f${String(at)}`);
  const result = await run('statistical_regression_tool', { target: 'y', features }, 'wide');
  expect(told(result)).toEqual(['error', ['INSUFFICIENT_DATA'], []]);
  expect(result.errors[0]?.details).toEqual({ observed: 40, needed: WIDE + 2 });
  const thousand = Array.from({ length: 1000 }, (_, at) => `f${String(at)}`);
  expect(told(await run('statistical_regression_tool', { target: 'y', features: thousand }, 'wide'))).toEqual([
    'error',
    ['INVALID_VALUE'],
    [],
  ]);
});

test.each([
  ['both ends of the range', { response: 'both', factors: ['half'] }, ['error', ['INVALID_VALUE'], []]],
  ['infinite values', { response: 'infinite', factors: ['half'] }, ['ok', [], ['ROWS_DEPENDENT', 'VALUES_INFINITE']]],
  ['a group without a value', { response: 'halfgone', factors: ['half'] }, ['error', ['INSUFFICIENT_DATA'], []]],
  ['10,000 groups', { response: 'y', factors: ['level'] }, ['error', ['INVALID_VALUE'], []]],
])('analysis of variance, %s', async (_, args, expected) => {
  expect(told(await run('anova_tool', args))).toEqual(expected);
});

test.each([
  ['both ends of the range', { columns: ['both'] }, ['ok', [], ['OUT_OF_RANGE']]],
  ['infinite values', { columns: ['infinite'] }, ['ok', [], ['VALUES_INFINITE']]],
  ['nothing but infinite values', { columns: ['always'] }, ['error', ['INSUFFICIENT_DATA'], []]],
  ['a group without a value', { columns: ['halfgone'], group_by: ['half'] }, ['partial', [], ['NO_VALUES', 'VALUES_MISSING']]],
  ['10,000 groups', { columns: ['y'], group_by: ['level'] }, ['ok', [], ['TRUNCATED']]],
])('summary, %s', async (_, args, expected) => {
  expect(told(await run('summary_stats_tool', args))).toEqual(expected);
});
