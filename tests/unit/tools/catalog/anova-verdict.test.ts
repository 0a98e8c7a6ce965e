import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import type { Analysis, Arguments } from '../../../../src/tools/catalog/anova_tool/schema.ts';
import { verdictOf } from '../../../../src/tools/catalog/anova_tool/verdict.ts';
import { isSorted } from '../../../../src/tools/catalog/dependent-rows.ts';
import { randomSource } from '../../../support/random.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** The conclusion of an analysis of variance follows the test that its assumptions license, wherever it is said. */
let workbench: NodeWorkbench;

/** Four groups whose means differ, and one of which is so wide that the pooled spread hides it. */
const spread = [
  [10.1, 9.9, 10, 10.2, 9.8, 10.1, 9.9, 10],
  [10.6, 10.4, 10.5, 10.7, 10.3, 10.6, 10.4, 10.5],
  [10.2, 10, 10.1, 10.3, 9.9, 10.2, 10, 10.1],
  [-20, 40, 12, 5, 31, -11, 18, 7],
];
/** Each subject's last value moves by its own amount, so that differences vary unequally. */
const subjects = Array.from({ length: 9 }, (_, s) => [s, s + 0.1 + 0.01 * (s % 3), s + 0.2 - 0.02 * (s % 4), s + 12 * Math.sin(7 * s)]);

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const open = (name: string, lines: readonly (readonly (string | number)[])[]): Promise<unknown> =>
    workbench.open(new TextEncoder().encode(lines.map((line) => line.join(',')).join('\n')), `${name}.csv`);
  await open('spread', [['g', 'y'], ...spread.flatMap((group, g) => group.map((y) => [`g${String(g)}`, y]))]);
  const random = randomSource(8);
  let slow = 0;
  const series = Array.from({ length: 600 }, () => (slow = 0.9 * slow + random.normal(1)));
  await open('series', [['third', 'y'], ...series.map((y, row) => [`t${String(Math.floor(row / 200))}`, y])]);
  const levels = [5, 0, 0.3, -0.2, 0.1, -0.3, 0.2, -0.1, 0.25];
  const row = (at: number): (string | number)[] => {
    const who = at % 9;
    return [`g${String(who === 0 ? 0 : 1 + (who % 2))}`, `a${String(who)}`, levels[who]! + random.normal(0.5)];
  };
  await open('addresses', [['g', 'who', 'y'], ...Array.from({ length: 270 }, (_, at) => row(at))]);
  await open('measures', [
    ['who', 'level', 'y'],
    ...subjects.flatMap((row, s) => row.map((y, c) => [`s${String(s)}`, `c${String(c)}`, y])),
  ]);
});
afterAll(() => workbench.close());

let next = 0;
const run = (tool_version: string, capture_id: string, args: object): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name: 'anova_tool',
    tool_version,
    capture_selection: { capture_id },
    arguments: { response: 'y', ...args },
    request_id: `v-${String(next++)}`,
    timeout_ms: 60_000,
  });
const verdictIn = (result: ToolResult): Analysis['verdict'] => (result.structured_output as unknown as Analysis).verdict;

test('groups that differ in spread are judged by Welch’s test, also where F shows nothing', async () => {
  const result = await run('1.1.0', 'spread', { factors: ['g'] });
  const output = result.structured_output as unknown as Analysis;
  expect(output.table[0]?.p).toBeGreaterThan(0.5);
  expect(output.verdict).toMatchObject({ conclusion: 'differs', test: 'welch', effects: [{ source: 'g', differs: true }] });
  expect(output.verdict.effects[0]?.p).toBe(output.alternatives.find(({ test: name }) => name === 'welch')?.p);
  expect(result.summary).toContain(output.verdict.sentence);
  expect(result.agentHints?.reasoning).toBe(output.verdict.sentence);
  expect(output.verdict.sentence).toMatch(
    /^The means of y differ between 4 groups of g \(Welch’s test, because the groups differ in spread/,
  );
});

test('pairs of rows do not say that groups differ in spread, nor that they are sorted', async () => {
  let welch = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomSource(seed);
    const lines = Array.from({ length: 100 }, (_, at) => `g${String(Math.floor(at / 2))},${String(random.normal(1))}`);
    const name = `pairs${String(seed)}`;
    await workbench.open(new TextEncoder().encode(['g,y', ...lines].join('\n')), `${name}.csv`);
    const { verdict, assumptions } = (await run('1.2.0', name, { factors: ['g'] })).structured_output as unknown as Analysis;
    expect(assumptions.find(({ test: each }) => each === 'brown_forsythe')).toEqual({ test: 'brown_forsythe', df: [49, 50] });
    welch += Number(verdict.test === 'welch');
  }
  expect(welch).toBe(0);
  const group = Uint32Array.from({ length: 60 }, (_, at) => Math.floor(at / 2));
  expect(
    isSorted(
      Float64Array.from({ length: 60 }, (_, at) => Math.sin(at)),
      group,
    ),
  ).toBe(false);
  expect(
    isSorted(
      Float64Array.from({ length: 8 }, (_, at) => at % 4),
      Uint32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
    ),
  ).toBe(true);
});

test('values within subjects are judged by the corrected p where sphericity is in doubt', async () => {
  const result = await run('1.1.0', 'measures', { factors: ['level'], design: 'repeated', subject: 'who' });
  const output = result.structured_output as unknown as Analysis;
  expect(output.assumptions[0]?.p).toBeLessThan(0.05);
  expect(output.verdict).toMatchObject({ test: 'greenhouse_geisser', conclusion: 'not_shown' });
  expect(output.verdict.effects[0]?.p).toBe(output.sphericity_corrections?.[0]?.p);
});

test('as one of many tests, a difference that is not clear enough is no longer shown', async () => {
  const [alone, many] = [
    await run('1.1.0', 'spread', { factors: ['g'] }),
    await run('1.1.0', 'spread', { factors: ['g'], comparisons: 1_000_000 }),
  ];
  expect(verdictIn(alone).conclusion).toBe('differs');
  expect(verdictIn(many)).toMatchObject({ conclusion: 'not_shown', comparisons: 1_000_000, effects: [{ adjusted_p: 1 }] });
  expect(verdictIn(many).effects[0]?.p).toBe(verdictIn(alone).effects[0]?.p);
});

test('groups that follow each other in a series are judged by errors for dependent rows, and version 1.1.0 is unchanged', async () => {
  const [now, before] = [await run('1.2.0', 'series', { factors: ['third'] }), await run('1.1.0', 'series', { factors: ['third'] })];
  expect(verdictIn(before)).toMatchObject({ conclusion: 'differs', test: 'welch' });
  expect(before.structured_output).not.toHaveProperty('dependence');
  expect(verdictIn(now)).toMatchObject({ conclusion: 'not_shown', test: 'hac', effects: [{ differs: false }] });
  expect(verdictIn(now).reason).toMatch(/^rows depend on those before/);
  const { dependence, alternatives } = now.structured_output as unknown as Analysis;
  expect(dependence?.effective_rows).toBeLessThan(100);
  expect(verdictIn(now).effects[0]?.p).toBe(alternatives.find(({ test: name }) => name === 'hac')?.p);
  expect(now.warnings.map(({ code }) => code)).toContain('ROWS_DEPENDENT');
});

test('of short groups that follow each other, only a difference larger than the order of rows can make is found', async () => {
  const lines = (kept: number, step: number): string => {
    const random = randomSource(77);
    let value = random.normal(1);
    const rows = Array.from({ length: 60 }, (_, at) => {
      value = kept * value + random.normal(Math.sqrt(1 - kept * kept));
      return `g${String(Math.floor(at / 5))},${String(value + step * (at % 10 < 5 ? 0 : 1))}`;
    });
    return ['g,y', ...rows].join('\n');
  };
  await workbench.open(new TextEncoder().encode(lines(0.9, 0)), 'runs.csv');
  await workbench.open(new TextEncoder().encode(lines(0, 12)), 'steps.csv');
  const result = await run('1.2.0', 'runs', { factors: ['g'] });
  const runs = verdictIn(result);
  const { assumptions } = result.structured_output as {
    readonly assumptions: readonly { readonly test: string; readonly df: readonly number[] }[];
  };
  // A correlation of neighbours alone would be another test.
  expect(assumptions.find(({ test }) => test === 'ljung_box')?.df[0]).toBeGreaterThan(1);
  expect(verdictIn(await run('1.1.0', 'runs', { factors: ['g'] })).conclusion).toBe('differs');
  expect(runs.conclusion).toBe('undecided');
  expect(runs.doubt).toMatch(/^(groups follow each other in the order of the rows|too few independent rows)/);
  expect(verdictIn(await run('1.2.0', 'steps', { factors: ['g'] })).conclusion).toBe('differs');
});

test('a group whose rows are all of one address cannot be told from that address', async () => {
  const result = await run('1.2.0', 'addresses', { factors: ['g'], cluster_by: 'who' });
  expect(verdictIn(result)).toMatchObject({ conclusion: 'undecided', test: 'cluster' });
  expect(verdictIn(result).doubt).toBe('too few who values to tell of g0');
  expect(result.summary).toMatch(/^Undecided whether the means of y differ between 3 groups of g: too few/);
});

test('a group of one address is left out, and the others are compared', async () => {
  const random = randomSource(9);
  const lines = Array.from({ length: 601 }, (_, at): (string | number)[] => {
    const who = at === 600 ? 40 : at % 40;
    const group = who === 40 ? 'rare' : `g${String(who % 2)}`;
    return [group, `a${String(who)}`, (who % 2) * 5 + random.normal(1)];
  });
  const bytes = new TextEncoder().encode([['g', 'who', 'y'], ...lines].map((line) => line.join(',')).join('\n'));
  await workbench.open(bytes, 'rare.csv');
  const verdict = verdictIn(await run('1.2.0', 'rare', { factors: ['g'], cluster_by: 'who' }));
  expect(verdict).toMatchObject({ conclusion: 'differs', test: 'cluster' });
  expect(verdict.reason).toContain('too few who values to tell of rare');
});

test('groups with the same rows of every address have no variance by cluster, and are not judged', async () => {
  const lines = Array.from({ length: 80 }, (_, at) => [
    `g${String(at % 2)}`,
    `a${String(Math.floor(at / 4))}`,
    (at % 2) * 9 + (at % 4 < 2 ? 1 : -1),
  ]);
  await workbench.open(new TextEncoder().encode([['g', 'who', 'y'], ...lines].map((line) => line.join(',')).join('\n')), 'balanced.csv');
  const verdict = verdictIn(await run('1.2.0', 'balanced', { factors: ['g'], cluster_by: 'who' }));
  expect(verdict).toMatchObject({ conclusion: 'undecided' });
});

test('clusters that are the groups themselves are refused', async () => {
  const { status, errors } = await run('1.2.0', 'addresses', { factors: ['g'], cluster_by: 'g' });
  expect(status).toBe('error');
  expect(errors?.[0]).toMatchObject({ code: 'INVALID_VALUE', field: 'arguments.cluster_by' });
});

const p = fc.double({ min: 0, max: 1, noNaN: true });
const designs = fc.record({ classic: p, welch: fc.option(p), ranks: p, spreads: p, comparisons: fc.integer({ min: 1, max: 50 }) });

test('for any figures the sentence follows the licensed test and never the other one', () => {
  fc.assert(
    fc.property(designs, ({ classic, welch, ranks, spreads, comparisons }) => {
      const args = { response: 'y', factors: ['g'], design: 'one_way', alpha: 0.05, post_hoc: [], welch: true, comparisons } as Arguments;
      const figures = (test_: string, own: number | null) => ({ test: test_, df: [1, 9], ...(own !== null && { statistic: 2, p: own }) });
      const output = {
        groups: [{}, {}],
        table: [
          { source: 'g', df: 1, f: 3, p: classic },
          { source: 'residual', df: 9 },
        ],
        assumptions: [figures('brown_forsythe', spreads)],
        alternatives: [figures('welch', welch), figures('kruskal_wallis', ranks)],
      } as unknown as Omit<Analysis, 'verdict'>;
      const licensed = spreads >= 0.05 ? classic : (welch ?? ranks);
      const { conclusion, sentence } = verdictOf(args, output, null);
      expect(conclusion).toBe(Math.min(1, licensed * comparisons) < 0.05 ? 'differs' : 'not_shown');
      expect(sentence.includes('differ between')).toBe(conclusion === 'differs');
    }),
    { numRuns: 2000 },
  );
});
