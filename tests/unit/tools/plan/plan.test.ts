import { expect, test } from 'vitest';
import { runPlan, STAGES, type PlanParts, type Stage } from '../../../../src/tools/plan/plan.ts';
import { bench, call, capture, countingIds, lookup } from '../../../support/tools.ts';

function planner(more: Partial<PlanParts> = {}) {
  const { runner, registry, events } = bench();
  const stages: Stage[] = [];
  const parts: PlanParts = {
    runner,
    registry,
    captures: lookup([capture()]),
    ids: countingIds(),
    onStage: (stage) => stages.push(stage),
    ...more,
  };
  return { run: (plan: unknown) => runPlan(plan, parts), stages, events, runner };
}

test('good steps run in order, wrong ones are repaired alone, under one trace', async () => {
  const { run, stages, runner } = planner();
  const report = await run([
    call({ request_id: 'a' }),
    call({ request_id: 'b', arguments: { factor: '10' } }),
    call({ request_id: 'c', arguments: { factor: 2 } }),
  ]);
  expect(stages).toEqual([...STAGES]);
  expect(report.discovered).toEqual([{ name: 'row_multiplier', versions: ['1.0.0'] }]);
  expect(report.steps.map((step) => step.report.valid)).toEqual([true, false, true]);
  expect(report.steps[1]).not.toHaveProperty('result');
  expect(report.steps[1]?.repaired?.result.structured_output).toMatchObject({ product: 1000 });
  expect(report.steps[1]?.repaired?.changes.map((change) => change.field)).toEqual(['arguments.factor', 'request_id']);
  expect(report.summary).toBe('1. The product is 300.\n2. The product is 1000.\n3. The product is 200.');
  const lines = runner.audit();
  expect(lines.map((line) => line.request_id.slice(0, 1))).toEqual(['a', 'c', 'r']);
  expect(new Set(lines.map((line) => line.traceId))).toEqual(new Set([report.traceId]));
  expect(new Set(lines.map((line) => line.correlationId)).size).toBe(3);
});

test('a step may use what an earlier one answered, and only an earlier one', async () => {
  const { run } = planner();
  const chained = await run([
    call({ request_id: 'a', arguments: { factor: 1 } }),
    call({ request_id: 'b', arguments: { factor: 2, label: '$steps[0].structured_output.labels[0]' } }),
    call({ request_id: 'c', arguments: { factor: 2, label: '$steps[2].summary' } }),
    call({ request_id: 'd', arguments: { factor: '$steps[0].structured_output.nothing' } }),
  ]);
  expect(chained.steps[1]?.result?.status).toBe('ok');
  expect(chained.steps[2]?.report.errors).toMatchObject([{ code: 'INVALID_VALUE', field: 'arguments.label' }]);
  expect(chained.steps[3]?.report.errors).toMatchObject([{ code: 'INVALID_VALUE', field: 'arguments.factor' }]);
  expect(chained.steps[3]).not.toHaveProperty('result');
});

test.each([
  ['no list', { a: 1 }, 'INVALID_TYPE'],
  ['too many steps', Array.from({ length: 4 }, (_, n) => call({ request_id: `s${String(n)}` })), 'STEP_LIMIT'],
  ['no room for repairs', [1, 2, 3].map((n) => call({ request_id: `s${String(n)}`, arguments: { factor: '3' } })), 'STEP_LIMIT'],
])('%s', async (_what, plan, code) => {
  const report = await planner({ maxSteps: 3 }).run(plan);
  expect(report.errors.map((error) => error.code)).toEqual([code]);
});

test('a plan inside a plan is refused', async () => {
  const { runner, registry } = bench();
  const parts = { runner, registry, captures: lookup([capture()]), ids: countingIds() };
  const report = await runPlan([call()], parts, { depth: 1 });
  expect(report.steps[0]?.report.errors.map((error) => error.code)).toEqual(['DEPTH_LIMIT']);
});
