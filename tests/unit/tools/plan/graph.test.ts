import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { z } from '../../../../src/tools/contract/zod.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { ringIn, takeInOrder } from '../../../../src/tools/plan/order.ts';
import { runPlan, type PlanReport } from '../../../../src/tools/plan/plan.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { bench, call, capture, countingIds, lookup, multiplier } from '../../../support/tools.ts';

/** For each step the earlier ones that it needs; then the steps are put in any order. */
const graphs = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.tuple(
    fc.array(fc.array(fc.nat(size), { maxLength: 4 }), { minLength: size, maxLength: size }),
    fc.shuffledSubarray(
      Array.from({ length: size }, (_, at) => at),
      { minLength: size },
    ),
  ),
);
const acyclic = graphs.map(([rows, order]) =>
  order.map((step) => [...new Set((rows[step] ?? []).filter((need) => need < step))].map((need) => order.indexOf(need))),
);
const any = graphs.map(([rows]) => rows.map((needs) => needs.filter((need) => need < rows.length)));

test('a ring is found exactly where one is, and every step of it waits for the next', () => {
  fc.assert(fc.property(acyclic, (needs) => ringIn(needs) === undefined));
  fc.assert(
    fc.property(any, (needs) => {
      const reach = (from: number): Set<number> => {
        const seen = new Set<number>();
        for (const queue = [...(needs[from] ?? [])]; queue.length > 0;) {
          const at = queue.pop() ?? 0;
          if (!seen.has(at)) queue.push(...(needs[at] ?? []));
          seen.add(at);
        }
        return seen;
      };
      const ring = ringIn(needs);
      expect(ring !== undefined).toBe(needs.some((_, step) => reach(step).has(step)));
      ring?.forEach((step, at) => expect(needs[step]).toContain(ring[(at + 1) % ring.length]));
    }),
  );
});

test('every step is taken once, after all that it needs, never more at once than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(acyclic, fc.integer({ min: 1, max: 4 }), fc.func(fc.boolean()), async (needs, parallel, shares) => {
      const ended: number[] = [];
      let running = 0;
      const steps = needs.map((each, index) => ({ index, needs: each }));
      const mayShare = ({ index }: { index: number }): boolean => shares(index);
      await takeInOrder(steps, parallel, mayShare, async (step) => {
        running += 1;
        expect(running).toBeLessThanOrEqual(mayShare(step) ? parallel : 1);
        expect(step.needs.every((need) => ended.includes(need))).toBe(true);
        await Promise.resolve();
        running -= 1;
        ended.push(step.index);
      });
      expect([...ended].sort((a, b) => a - b)).toEqual(steps.map(({ index }) => index));
    }),
  );
});

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(new Uint8Array(readFileSync('public/samples/chamber_four_phones.pcapng')), 'chamber_four_phones.pcapng');
});
afterAll(() => workbench.close());

const TOOLS = [
  ['capture_overview', { histogram_bins: 12 }],
  ['capture_query', { sql: 'SELECT channel, count(*) AS n FROM chamber_four_phones GROUP BY channel ORDER BY channel' }],
  ['capture_query', { sql: 'SELECT avg(rssi) AS mean FROM chamber_four_phones WHERE crc_ok' }],
] as const;

let serial = 0;
const realPlan = (needs: readonly (readonly number[])[], parallel: number) => ({
  format: 'capture-workbench/plan',
  version: 1,
  parallel,
  steps: needs.map((each, at) => {
    const [tool_name, args] = TOOLS[at % TOOLS.length] ?? TOOLS[0];
    const asked = workbench.runner.manifest(tool_name)?.input_schema['properties'] as object;
    return {
      id: `s${String(at)}`,
      needs: each.map((need) => `s${String(need)}`),
      invocation: {
        tool_name,
        tool_version: workbench.runner.manifest(tool_name)?.version,
        capture_selection: { capture_id: 'chamber_four_phones' },
        arguments: Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(asked, key))),
        request_id: `dag-${String(serial++)}`,
        timeout_ms: 60_000,
      },
    };
  }),
});

test('steps at once give the hashes of steps one after the other, with the real tools', async () => {
  const { runner, captures } = workbench;
  const parts = { runner, captures, registry: createRegistry(catalog), ids: { uuid: () => crypto.randomUUID() } };
  const hashes = (report: PlanReport): unknown[] => report.steps.map(({ state, result }) => [state, result?.metadata.result_hash]);
  await fc.assert(
    fc.asyncProperty(acyclic, async (needs) => {
      const one = await runPlan(realPlan(needs, 1), parts, { fresh: true });
      const many = await runPlan(realPlan(needs, 4), parts, { fresh: true });
      expect(hashes(one).every((each) => (each as unknown[])[0] === 'ok')).toBe(true);
      expect(hashes(many)).toEqual(hashes(one));
    }),
    { numRuns: 2 },
  );
  expect(await runner.verifyAudit()).toMatchObject({ ok: true });
});

const document = (steps: readonly object[], more: object = {}) => ({ format: 'capture-workbench/plan', version: 1, steps, ...more });
const step = (id: string, args: object, more: object = {}) => ({ id, invocation: call({ request_id: id, arguments: args }), ...more });

function planner(signal?: AbortSignal, tool: Parameters<typeof multiplier>[0] = {}) {
  const { runner, registry } = bench([multiplier(tool)]);
  const parts = { runner, registry, captures: lookup([capture()]), ids: countingIds() };
  return { run: (plan: unknown) => runPlan(plan, parts, { signal }), runner };
}

test.each([
  ['a step with no id', [{ invocation: call() }], 'MISSING_REQUIRED_ARGUMENT', 'steps[0].id'],
  ['an id that references could not say', [step('a b', { factor: 1 })], 'INVALID_VALUE', 'steps[0].id'],
  ['no steps', [], 'INVALID_VALUE', 'steps'],
  ['too many', Array.from({ length: 257 }, (_, at) => step(`s${String(at)}`, { factor: 1 })), 'STEP_LIMIT', 'steps'],
  ['a step that waits for itself', [step('a', { factor: 1 }, { needs: ['a'] })], 'INVALID_VALUE', 'steps[0].needs'],
])('a document with %s is refused at its place', async (_what, steps, code, field) => {
  const { run, runner } = planner();
  const report = await run(document(steps));
  expect(report.errors).toMatchObject([{ code, field }]);
  expect([report.steps, runner.audit()]).toEqual([[], []]);
});

test.each([null, 7, 'text', {}, { steps: 1 }, { format: 'x', version: 1, steps: [] }, [null, 7, []]])(
  '%j is no plan that runs',
  async (plan) => {
    const { run, runner } = planner();
    const report = await run(plan);
    expect([...report.errors, ...report.steps.flatMap((each) => each.report.errors)].length).toBeGreaterThan(0);
    expect(runner.audit()).toEqual([]);
  },
);

test('a plan as a step is refused, the others run', async () => {
  const inner = document([step('x', { factor: 1 })]);
  const report = await planner().run(document([{ id: 'a', invocation: inner }, step('b', { factor: 2 })]));
  expect(report.steps.map(({ state }) => state)).toEqual(['invalid', 'ok']);
  expect(report.steps[0]?.report.errors).toMatchObject([{ code: 'DEPTH_LIMIT' }]);
});

test('ten megabytes are not handed to the next step', async () => {
  const { run } = planner(undefined, {
    output: z.strictObject({ text: z.string().max(20_000_000).describe('Very much text.') }),
    redaction: { allow: ['text'] },
    run: () =>
      Promise.resolve({
        status: 'ok',
        summary: 'Much.',
        structured_output: { text: 'x'.repeat(10_000_000) },
        warnings: [],
        confidence_inputs: { rows: 1 },
      }),
  });
  const report = await run(document([step('a', { factor: 1 }), step('b', { factor: 1, label: '$steps.a.structured_output.text' })]));
  expect(report.steps[1]?.report.errors).toMatchObject([{ code: 'PAYLOAD_TOO_LARGE', field: 'arguments.label' }]);
  expect(report.steps[1]?.report.errors[0]?.message).toMatch(/at most 1048576 bytes, got \d{8} bytes/);
});

test('cancelled in the middle: the running step ends, the others never start, the journal has every attempt', async () => {
  const controller = new AbortController();
  const { run, runner } = planner(controller.signal, {
    run: () => {
      controller.abort();
      return new Promise(() => undefined);
    },
  });
  const report = await run(document([step('a', { factor: 1 }), step('b', { factor: 2 }), step('c', { factor: 3 }, { needs: ['a'] })]));
  expect(report.steps.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(runner.audit().map((line) => [line.request_id, line.error_codes])).toEqual([['a', ['CANCELLED']]]);
  expect(await runner.verifyAudit()).toMatchObject({ ok: true });
});
