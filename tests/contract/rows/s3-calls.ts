/** The life of a call, and of several in a row (S3 §2.1, §2.2). */
import { Activities } from '../../../src/core/activities.ts';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import { runPlan, type PlanParts } from '../../../src/tools/plan/plan.ts';
import { z } from '../../../src/tools/contract/zod.ts';
import type { AnyTool } from '../../../src/tools/definition.ts';
import { mcpPeer } from '../../support/mcp-peer.ts';
import { randomSource } from '../../support/random.ts';
import { bench, call, capture, countingIds, lookup, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, changing, codes, ran, tick, types, type Tool } from '../frame/runs.ts';
import { imports, sourceRow } from '../frame/sources.ts';

function planner(more: Partial<PlanParts> = {}, tool: Tool = {}) {
  const { runner, registry } = bench([multiplier(tool)]);
  const parts: PlanParts = { runner, registry, captures: lookup([capture()]), ids: countingIds(), ...more };
  return { run: (...calls: unknown[]) => runPlan(calls, parts), runner };
}

/** Counts how often its tool is started. */
function counted(tool: Tool = {}): { tool: Tool; runs: () => number } {
  let runs = 0;
  const base = multiplier(tool);
  return { tool: { ...tool, run: (...given) => ((runs += 1), base.run(...given)) }, runs: () => runs };
}

const poor: Tool = {
  run: () => Promise.resolve({ status: 'error', errors: [{ code: 'INSUFFICIENT_DATA', message: 'expected at least 9 rows, found 2' }] }),
  manifest: { fallback: 'second_tool' },
};
const second = multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second' } });

export const rows: readonly Row[] = [
  sourceRow('S3-1.2', 'what computes knows nothing of plans: kernels and engine import no tools', imports, [
    'src/kernels/a.ts',
    "import { runPlan } from '../tools/plan/plan.ts';",
  ]),
  row(
    'S3-1.3',
    'a call can be looked at whole before it runs: verdict, warnings, cost; nothing is executed or remembered',
    async () => {
      const { tool, runs } = counted();
      const { runner, events } = bench([multiplier(tool)]);
      const [good, bad] = [await runner.validate(call({ timeout_ms: 600_000 })), await runner.validate(call({ arguments: {} }))];
      const cost = runner.manifest('row_multiplier')?.cost_hint;
      return [
        good.valid,
        good.warnings.map(({ code }) => code),
        codes(bad),
        cost,
        runs(),
        events.length,
        runner.audit().length,
        (await runner.run(call())).status,
      ];
    },
    [true, ['TIMEOUT_CLAMPED'], ['MISSING_REQUIRED_ARGUMENT'], { unit: 'call', estimated_cost: 0, currency: 'credits' }, 0, 0, 0, 'ok'],
  ),
  row(
    'S3-1.4',
    'a plan keeps what was seen, thought and done: per step the call, its verdict, its result, its repair, under one trace',
    async () => {
      const { run, runner } = planner();
      const report = await run(call(), call({ request_id: 'b', arguments: { factor: '10' } }));
      return [
        report.steps.map((step) => Object.keys(step).sort()),
        new Set(runner.audit().map((line) => line.traceId)).size,
        runner.audit()[0]?.traceId === report.traceId,
      ];
    },
    [
      [
        ['index', 'invocation', 'report', 'result', 'state'],
        ['index', 'invocation', 'repaired', 'report', 'state'],
      ],
      1,
      true,
    ],
  ),
  row(
    'S3-1.5',
    'a plan whose calls always fail ends at its limit of steps, repairs included',
    async () => {
      const { run, runner } = planner({ maxSteps: 3 }, { run: () => Promise.reject(new WorkbenchError('ENGINE_LOST', 'x')) });
      const report = await run(call({ request_id: 'a' }), call({ request_id: 'b' }));
      return [codes(report), runner.audit().length, report.steps.filter((step) => step.repaired).length];
    },
    [['STEP_LIMIT'], 3, 1],
  ),
  row(
    'S3-1.5',
    'what the limit left over runs when it is asked again, mended where it was wrong',
    async () => {
      const wrong = [call({ request_id: 'a', arguments: { factor: '2' } }), call({ request_id: 'b', arguments: { factor: '10' } })];
      const { run, runner } = planner({ maxSteps: 2 });
      const report = await run(...wrong);
      const { registry } = bench();
      const facts = { registry, catalog: runner.catalog(), captures: lookup([capture()]), ids: countingIds() };
      const errors = report.steps.map((step) => [...report.errors, ...step.report.errors]);
      const fixed = wrong.map((each, at) => repair(each, { status: 'error', errors: errors[at] ?? [] }, facts)?.invocation);
      const again = planner({ maxSteps: 4 });
      return [codes(report), (await again.run(...fixed)).steps.map((step) => step.result?.status)];
    },
    [['STEP_LIMIT'], ['ok', 'ok']],
  ),
  row(
    'S3-2.9 S3-3.34',
    'equal questions to a deterministic tool are answered once, with one hash',
    async () => {
      const { tool, runs } = counted({ manifest: { cacheable: true, cacheTTL: 60 } });
      const { runner } = bench([multiplier(tool)]);
      const [first, again] = [await runner.run(call()), await runner.run(call({ request_id: 'b' }))];
      return [first.metadata.cached, again.metadata.cached, first.metadata.result_hash === again.metadata.result_hash, runs()];
    },
    [false, true, true, 1],
  ),
  row(
    'S3-2.10',
    'a tool that draws numbers (none of the catalog does: tests/arch keeps chance out of tools) takes a seed as argument: equal seed, equal hash',
    async () => {
      const input = z.strictObject({
        seed: z
          .int()
          .min(0)
          .describe('Seed of the numbers that are drawn.')
          .meta({ examples: [1] }),
      });
      const run: AnyTool['run'] = ({ seed }: { readonly seed: number }) => {
        const drawn = randomSource(seed).below(1_000_000);
        const structured_output = { product: drawn, labels: [] };
        return Promise.resolve({ status: 'ok', summary: 'Drawn.', structured_output, warnings: [], confidence_inputs: { rows: 1 } });
      };
      const { runner } = bench([
        { ...multiplier(), input, run, examples: [{ description: 'One seed.', params: { seed: 1 }, expectedResult: { status: 'ok' } }] },
      ]);
      const hash = async (seed: number, request_id: string): Promise<string> =>
        (await runner.run(call({ arguments: { seed }, request_id }))).metadata.result_hash ?? '';
      const [first, again, other] = [await hash(7, 'a'), await hash(7, 'b'), await hash(8, 'c')];
      return [first !== '', first === again, first === other];
    },
    [true, true, false],
  ),
  row(
    'S3-2.26',
    'the same question over other bytes is another question',
    async () => {
      const { tool, runs } = counted({ manifest: { cacheable: true, cacheTTL: 60 } });
      const open = [capture()];
      const { runner } = bench([multiplier(tool)], { captures: open });
      await runner.run(call());
      open[0] = capture({ sha256: 'c'.repeat(64) });
      const edited = await runner.run(call({ request_id: 'b' }));
      open[0] = capture();
      const back = await runner.run(call({ request_id: 'c' }));
      return [edited.metadata.cached, back.metadata.cached, runs()];
    },
    [false, true, 2],
  ),
  row(
    'S3-2.11',
    'a tool that cannot be undone says so to everybody, and asks before it runs',
    async () => {
      const { runner, result, registry } = await ran({ manifest: { ...changing, reversible: false } });
      const { annotations } = registry.get('row_multiplier')?.manifest ?? {};
      return [annotations?.destructiveHint, annotations?.readOnlyHint, codes(result), runner.audit()[0]?.decision];
    },
    [true, false, ['POLICY_DENIED'], 'deny'],
  ),
  row(
    'S3-2.12',
    'what changes something runs at most once per request_id',
    async () => {
      const { tool, runs } = counted({ manifest: changing });
      const { runner } = bench([multiplier(tool)], { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) });
      const results = [await runner.run(call(), { interactive: true }), await runner.run(call(), { interactive: true })];
      return [results.map(codes), runs()];
    },
    [[[], ['DUPLICATE_REQUEST_ID']], 1],
  ),
  row(
    'S3-2.13 S3-2.15',
    'request, execution, response: the phases of a call, and of a rejected one',
    async () => [
      types((await ran()).events),
      types((await ran({}, { arguments: {} })).events),
      types((await ran(answering({ status: 'partial' }))).events),
    ],
    [
      ['tool-start executing', 'tool-progress', 'tool-result', 'audit'],
      ['tool-start rejected', 'tool-result', 'audit'],
      ['tool-start executing', 'tool-result', 'audit'],
    ],
  ),
  row(
    'S3-2.19',
    'a call is one promise of one result',
    async () => {
      const { runner } = bench();
      const promise = runner.run(call());
      return [promise instanceof Promise, (await promise).tool_call_id];
    },
    [true, 'req-1'],
  ),
  row(
    'S3-2.20',
    'long work is listed under an id by which it can be ended, then with how it ended',
    async () => {
      const { runner } = bench([multiplier({ run: () => new Promise(() => undefined) })]);
      const activities = new Activities(() => undefined);
      const work = activities.run(
        'Running row_multiplier',
        {},
        (inner) => runner.run(call(), inner),
        (result) => (result.ok ? null : result.summary),
      );
      await tick();
      const [running] = activities.list();
      activities.cancel(running?.id ?? '');
      const result = await work;
      return [running?.state, running?.cancellable, codes(result), activities.list().map(({ id, state }) => [id === running?.id, state])];
    },
    ['running', true, ['CANCELLED'], [[true, 'failed']]],
  ),
  row(
    'S3-2.20',
    'over MCP a call is a task with an id, whose state is polled and whose result is that of the call',
    async () => {
      const { request } = mcpPeer();
      await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } });
      const params = { name: 'row_multiplier', arguments: { capture_selection: { capture_id: 'lab' }, factor: 3 } };
      const { taskId, status } = (await request('tools/call', { ...params, task: {} })).result!['task'] as Record<string, unknown>;
      const result = (await request('tasks/result', { taskId })).result!;
      const polled = (await request('tasks/get', { taskId })).result!;
      const called = (await request('tools/call', params)).result!;
      return [status, polled['status'], JSON.stringify(result['structuredContent']) === JSON.stringify(called['structuredContent'])];
    },
    ['working', 'completed', true],
  ),
  row(
    'S3-2.23',
    'a step uses what an earlier one answered',
    async () => {
      const label = '$steps[0].structured_output.labels[0]';
      const report = await planner().run(call({ request_id: 'a' }), call({ request_id: 'b', arguments: { factor: 2, label } }));
      return report.steps.map((step) => step.result?.metadata.requestId);
    },
    ['a', 'b'],
  ),
  row(
    'S3-2.23',
    'a reference to nothing, to itself or to a failed step is refused at its place, and its step never starts',
    async () => {
      const refer = (request_id: string, label: string) => call({ request_id, arguments: { factor: 2, label } });
      const { run, runner } = planner({ maxSteps: 4 });
      const report = await run(
        call({ request_id: 'a' }),
        refer('b', '$steps[0].summary.nothing'),
        refer('c', '$steps[2].summary'),
        refer('d', '$steps[1].summary'),
      );
      return [
        report.steps.map((step) => step.report.errors.map(({ code, field }) => `${code} ${String(field)}`)),
        runner.audit().map((line) => line.request_id),
      ];
    },
    [[[], ['INVALID_VALUE arguments.label'], ['INVALID_VALUE arguments.label'], ['INVALID_VALUE arguments.label']], ['a']],
  ),
  row(
    'S3-2.25',
    'what rests on a capture, or on a result that does, is trusted no more than the capture',
    async () => {
      const free = multiplier({ manifest: { name: 'free_tool', kebab_name: 'run-free', permissions: [] }, scope: 'none', requires: [] });
      const { runner, registry } = bench([multiplier(), free]);
      const alone = { tool_name: 'free_tool', capture_selection: {} };
      const label = '$steps[0].structured_output.labels[0]';
      const parts = { runner, registry, captures: lookup([capture()]), ids: countingIds() };
      const report = await runPlan(
        [
          call({ request_id: 'a' }),
          call({ ...alone, request_id: 'b' }),
          call({ ...alone, request_id: 'c', arguments: { factor: 1, label } }),
        ],
        parts,
      );
      return report.steps.map((step) => step.result?.metadata.trust);
    },
    ['untrusted', 'trusted', 'untrusted'],
  ),
  row(
    'S3-2.27 S4-R.17',
    'where data are too few, the advice names the fallback, as the next action and as an alternative',
    async () => {
      const { runner } = bench([multiplier(poor), second]);
      const { agentHints } = await runner.run(call());
      return [agentHints.suggestedNextActions.map(({ action }) => action), agentHints.alternatives?.map(({ approach }) => approach)];
    },
    [['ui-broaden-selection', 'ui-change-method', 'run-second'], ['Call run-second over the same selection.']],
  ),
  row(
    'S3-2.8',
    'a failed validation comes with all that is needed to mend it',
    async () => {
      const { result } = await ran({}, { arguments: { factor: 99, mode: 'soft' } });
      const advice = result.agentHints.suggestedNextActions.map(({ action, priority }) => [action, priority]);
      return [
        result.errors.map(({ field, expected, got, example, allowed }) => [field, expected !== undefined, got, example ?? allowed]),
        advice,
      ];
    },
    [
      [
        ['arguments.factor', true, 'a number 99', 3],
        ['arguments.mode', true, 'a string "soft"', 'plain'],
      ],
      [['ui-edit-invocation', 'high']],
    ],
  ),
  row(
    'S3-2.47 S3-3.33',
    'parse, validate, mend, call again: the second attempt is right and has an id of its own',
    async () => {
      const { run, runner } = planner();
      const report = await run(call({ request_id: 'a', arguments: { factor: '3', mode: 'LOUD' }, timeout_ms: 1 }));
      const repaired = report.steps[0]?.repaired;
      return [
        report.steps[0]?.report.valid,
        repaired?.result.status,
        repaired?.changes.map(({ field }) => field),
        runner.audit().map((line) => line.status),
      ];
    },
    [false, 'ok', ['timeout_ms', 'arguments.factor', 'arguments.mode', 'request_id'], ['ok']],
  ),
];
