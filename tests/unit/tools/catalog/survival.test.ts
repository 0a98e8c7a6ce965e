import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { livesOf } from '../../../../src/tools/catalog/survival_tool/lifetimes.ts';
import type { Survival } from '../../../../src/tools/catalog/survival_tool/schema.ts';
import { estimateRoom, heardFrom, ROOMS } from '../../../evaluate/survival/rooms.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';

/** `survival_tool` over made tables and captures, through the runner, the engine and the kernels. */
let workbench: NodeWorkbench;

const START = Date.UTC(2026, 0, 1);
/** Two addresses in an hour: one from 600 s to 1,500 s, one from the first second to the last; and one with two packets. */
const HEARD: Readonly<Record<string, readonly number[]>> = {
  '4A:00:00:00:00:01': Array.from({ length: 451 }, (_, at) => 600 + 2 * at),
  'C0:00:00:00:00:02': Array.from({ length: 3601 }, (_, at) => at),
  '4A:00:00:00:00:03': [2000, 2001],
  // Alive on both sides of a gap, and one that the gap swallows.
  '4A:00:00:00:00:04': Array.from({ length: 300 }, (_, at) => 3000 + 2 * at),
};

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const random = randomSource(41);
  const open = (name: string, head: string, lines: readonly string[]) =>
    workbench.open(new TextEncoder().encode(`${head}\n${lines.join('\n')}\n`), `${name}.csv`);
  await open(
    'machines',
    't,died,side,load,entered,unit',
    Array.from({ length: 160 }, (_, at) => {
      const [side, load] = [random.below(2), random.normal(1)];
      const [life, end] = [random.exponential(100 / (side ? 3 : 1) / Math.exp(0.8 * load)), random.between(20, 200)];
      return [Math.min(life, end) + 1, life < end, side ? 'new' : 'old', load, 0, at % 7].join(',');
    }),
  );
  await open(
    'alike',
    't,died,side,x',
    Array.from({ length: 160 }, () => [random.exponential(50) + 1, 1, random.below(2) ? 'b' : 'a', random.normal(1)].join(',')),
  );
  const packets = Object.entries(HEARD)
    .flatMap(([address, times]) => times.map((time) => ({ address, time })))
    .sort((a, b) => a.time - b.time);
  await open(
    'air',
    'time,mac',
    packets.map(({ address, time }) => `${new Date(START + 1000 * time).toISOString()},${address}`),
  );
  await workbench.open(readFileSync('public/samples/one_phone_one_hour.pcapng'), 'one_phone_one_hour.pcapng');
});
afterAll(() => workbench.close());

const run = (capture_id: string, args: object): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name: 'survival_tool',
    tool_version: '1.0.0',
    capture_selection: { capture_id },
    arguments: args,
    request_id: `survival-${randomUUID()}`,
    timeout_ms: 60_000,
  });
const survivalOf = (result: ToolResult): Survival => {
  expect(result.errors).toEqual([]);
  return result.structured_output as unknown as Survival;
};
const codes = ({ warnings }: ToolResult): string[] => warnings.map(({ code }) => code);

describe('rows of a table', () => {
  test('groups that differ have the verdict `differs`, in the same sentence everywhere', async () => {
    const result = await run('machines', { duration: 't', event: 'died', group: 'side' });
    const { verdict, curves, terms } = survivalOf(result);
    expect(verdict).toMatchObject({ conclusion: 'differs', test: 'log_rank' });
    expect(result.summary).toBe(verdict.sentence);
    expect(result.agentHints.reasoning).toBe(verdict.sentence);
    expect(curves.map(({ group }) => group)).toEqual(['new', 'old']);
    expect(curves[0]!.median.value).toBeLessThan(curves[1]!.median.value!);
    expect(terms.map(({ term }) => term)).toEqual(['side=old']);
  });

  test('a covariate is related with its ratio, and another number of tests raises p', async () => {
    const one = survivalOf(await run('machines', { duration: 't', event: 'died', covariates: ['load'], strata: 'side' }));
    expect(one.verdict.conclusion).toBe('related');
    expect(one.terms[0]!.coefficient).toBeGreaterThan(0.5);
    expect(one.terms[0]!.coefficient).toBeLessThan(1.1);
    // At equal load the hazard of old machines is a third of that of new ones.
    const both = survivalOf(await run('machines', { duration: 't', event: 'died', covariates: ['load'], group: 'side' }));
    expect(both.terms[1]!.confidence_interval![0]).toBeLessThan(1 / 3);
    expect(both.terms[1]!.confidence_interval![1]).toBeGreaterThan(1 / 3);
    const many = survivalOf(
      await run('machines', { duration: 't', event: 'died', covariates: ['load'], strata: 'side', comparisons: 1e6 }),
    );
    expect(many.verdict.adjusted_p).toBeGreaterThan(one.verdict.adjusted_p! * 1000);
  });

  test('groups without a difference are not told apart', async () => {
    expect(survivalOf(await run('alike', { duration: 't', group: 'side' })).verdict.conclusion).toBe('not_shown');
    expect(survivalOf(await run('alike', { duration: 't', covariates: ['x'] })).verdict.conclusion).toBe('not_shown');
  });

  test('several events of one unit make a difference undecided', async () => {
    const result = await run('machines', { duration: 't', event: 'died', group: 'side', cluster_by: 'unit' });
    expect(survivalOf(result).verdict.conclusion).toBe('undecided');
    expect(codes(result)).toContain('ROWS_DEPENDENT');
  });

  test('without an event nothing is estimated', async () => {
    const result = await run('machines', { duration: 't', event: 'entered' });
    expect(result.status).toBe('partial');
    expect(survivalOf(result).verdict.conclusion).toBe('untested');
    expect(codes(result)).toContain('ALL_CENSORED');
  });

  test('what is no event, and rows that were watched for no time, are named', async () => {
    expect((await run('machines', { duration: 't', event: 'side' })).errors[0]?.message).toMatch(/true and false/);
    expect((await run('machines', {})).errors[0]?.field).toBe('arguments.duration');
    const result = await run('machines', { duration: 'entered', event: 'died', entry: 't' });
    expect(result.errors[0]?.code).toBe('INSUFFICIENT_DATA');
  });
});

describe('lives of addresses', () => {
  test('the engine sums up what was heard', async () => {
    const result = await run('air', { lifetimes: true, lives_of: 'all', min_observation_count: 3 });
    const { lifetimes, curves } = survivalOf(result);
    expect(lifetimes).toMatchObject({ addresses: 4, ended: 1, alive_at_end: 2, age_unknown: 1, too_few_packets: 1, lost_in_gap: 0 });
    expect(curves[0]).toMatchObject({ rows: 2, events: 1 });
    // 900 s from the first packet to the last, and about one wait more.
    expect(curves[0]!.points[0]!.time).toBeCloseTo(902, 0);
  });

  test('of a phone that changes its address every quarter of an hour', async () => {
    const result = await run('one_phone_one_hour', { lifetimes: true });
    const { curves } = survivalOf(result);
    expect(curves[0]!.group).toBe('resolvable private');
    expect(curves[0]!.median.value).toBeGreaterThan(840);
    expect(curves[0]!.median.value).toBeLessThan(1080);
    expect(codes(result)).toContain('FEW_EVENTS');
    expect(result.agentHints.suggestedNextActions?.map(({ action }) => action)).toContain('analyze-survival');
  });

  test('an address that a gap swallows is censored, and one that crosses it is watched on both sides', () => {
    const hole = { start: 1000, end: 1200 };
    const every = (from: number, to: number): number[] =>
      Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((time) => time <= hole.start || time >= hole.end);
    const recording = { holes: [hole], span: 3000, rows: 1 };
    const { lives, figures } = livesOf([heardFrom(every(500, 999), [hole]), heardFrom(every(600, 2000), [hole])], ['all'], recording, 5);
    expect(figures).toMatchObject({ lost_in_gap: 1, ended: 1 });
    expect([...lives.event]).toEqual([0, 0, 1]);
    // Watched to an age of 400 s, and from 600 s on.
    expect(lives.exit[1]).toBeCloseTo(400.5, 2);
    expect(lives.entry[2]).toBeCloseTo(600.5, 2);
    expect(lives.exit[2]).toBeCloseTo(1401, 2);
  });

  test('an address that is heard first when a part of the recording begins has no known age', () => {
    const hole = { start: 1000, end: 1200 };
    const times = Array.from({ length: 400 }, (_, at) => 1201 + at);
    const { figures, sizes } = livesOf([heardFrom(times, [hole])], ['all'], { holes: [hole], span: 3000, rows: 1 }, 5);
    expect(figures).toMatchObject({ age_unknown: 1, ended: 1 });
    expect(sizes[0]).toEqual({ rows: 0, events: 0 });
  });

  test('the interval covers the true median of a room where last less first packet does not', async () => {
    const kind = ROOMS['lives of 480 to 1,200 s']!;
    let [covers, naive] = [0, 0];
    for (let seed = 101; seed <= 120; seed++) {
      const found = await estimateRoom(kind, seed);
      covers += Number(found.covers);
      naive += Number(found.naive_covers);
    }
    expect(covers).toBeGreaterThanOrEqual(17);
    expect(naive).toBeLessThan(10);
  });

  test('columns do not go with lifetimes, nor captures without addresses', async () => {
    expect((await run('air', { lifetimes: true, duration: 'time' })).errors[0]?.field).toBe('arguments.duration');
    expect((await run('alike', { lifetimes: true })).errors[0]?.field).toBe('arguments.lifetimes');
  });
});
