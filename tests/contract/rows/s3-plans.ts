/** Plans that are graphs (S3 §2.1.1, §2.2.3): kinds, order, independence. */
import { WorkbenchError } from '../../../src/base/failure.ts';
import type { AnyTool } from '../../../src/tools/definition.ts';
import { runPlan, type PlanParts, type PlanReport } from '../../../src/tools/plan/plan.ts';
import { bench, call, capture, countingIds, lookup, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { changing, codes, tick, type Tool } from '../frame/runs.ts';

const CAPTURES = ['lab', 'roof', 'yard'].map((capture_id, at) => capture({ capture_id, row_count: 100 + at }));

function planner(tools: readonly AnyTool[] = [multiplier()], more: Partial<PlanParts> = {}) {
  const { runner, registry } = bench(tools, { captures: CAPTURES });
  const parts: PlanParts = { runner, registry, captures: lookup(CAPTURES), ids: countingIds(), ...more };
  return { run: (plan: unknown) => runPlan(plan, parts), runner };
}

export const step = (id: string, factor: number, more: object = {}, args: object = {}) => ({
  id,
  invocation: call({ request_id: id, arguments: { factor, ...args } }),
  ...more,
});
export const plan = (steps: readonly object[], more: object = {}) => ({ format: 'capture-workbench/plan', version: 1, steps, ...more });

const states = (report: PlanReport): string[] => report.steps.map(({ id, state }) => `${String(id)} ${state}`);
const hashes = (report: PlanReport): unknown[] => report.steps.map(({ result }) => result?.metadata.result_hash);

/** Two branches that meet again. */
const diamond = (more: object = {}) =>
  plan(
    [
      step('end', 4, { needs: ['left', 'right'] }),
      step('right', 3, { needs: ['start'] }),
      step('start', 1),
      step('left', 2, {}, { label: '$steps.start.structured_output.labels[0]' }),
    ],
    more,
  );

/** Ends only when it is let go; counts how many run at once. */
function held(tool: Tool = {}): { tool: AnyTool; most: () => number; release: () => void } {
  let [running, most, open] = [0, 0, false];
  const base = multiplier(tool);
  const run: AnyTool['run'] = async (...given) => {
    most = Math.max(most, ++running);
    while (!open) await tick();
    running -= 1;
    return base.run(...given);
  };
  return { tool: { ...base, run }, most: () => most, release: () => (open = true) };
}

async function atOnce(more: object, tool: Tool = {}): Promise<number> {
  const slow = held(tool);
  const { run } = planner([slow.tool]);
  const running = run(plan([step('a', 1), step('b', 2), step('c', 3)], more));
  for (let wait = 0; wait < 20; wait++) await tick();
  slow.release();
  await running;
  return slow.most();
}

export const rows: readonly Row[] = [
  row(
    'S3-1.6',
    'a chain is a list, a pipeline is a graph: its steps run when all that they need has ended, whatever their place',
    async () => {
      const { run, runner } = planner();
      const report = await run(diamond());
      const chain = await planner().run([call({ request_id: 'a' }), call({ request_id: 'b' })]);
      return [
        states(report),
        runner.audit().map((line) => line.request_id),
        report.steps.map(({ needs }) => needs),
        codes(chain),
        states(chain),
      ];
    },
    [
      ['end ok', 'right ok', 'start ok', 'left ok'],
      ['start', 'right', 'left', 'end'],
      [[3, 1], [2], undefined, [2]],
      [],
      ['undefined ok', 'undefined ok'],
    ],
  ),
  row(
    'S3-1.6',
    'a ring, a step that is not there, an id given twice and a reference forwards are one error each, and nothing runs of it',
    async () => {
      const { run, runner } = planner();
      const wrong = [
        plan([step('a', 1, { needs: ['b'] }), step('b', 2, { needs: ['a'] })]),
        plan([step('a', 1, { needs: ['nobody'] })]),
        plan([step('a', 1), step('a', 2)]),
        plan([step('a', 1)], { version: 2 }),
        plan([step('a', 1, { loop: true })]),
      ];
      const refused = [];
      for (const each of wrong) refused.push((await run(each)).errors.map(({ code, field }) => `${code} ${String(field)}`).join());
      const forwards = await run(plan([step('a', 1, {}, { label: '$steps.b.summary' }), step('b', 2)]));
      return [refused, forwards.steps[0]?.report.errors.map(({ field }) => field), runner.audit().map((line) => line.request_id)];
    },
    [
      [
        'INVALID_VALUE steps[0].needs',
        'INVALID_VALUE steps[0].needs[0]',
        'INVALID_VALUE steps[1].id',
        'INVALID_VALUE version',
        'UNKNOWN_ARGUMENT steps[0].loop',
      ],
      ['arguments.label'],
      ['b'],
    ],
  ),
  row(
    'S3-1.6',
    'a failed step stops those that wait for it and no other; once it is mended they run',
    async () => {
      const steps = [step('bad', 99, {}, { factor: '3' }), step('after', 2, { needs: ['bad'] }), step('apart', 3)];
      const stopped = await planner([multiplier()], { maxSteps: 3 }).run(plan(steps));
      const mended = await planner().run(plan(steps));
      return [
        states(stopped),
        stopped.steps[1]?.report.errors.map(({ code }) => code),
        states(mended),
        mended.steps.map(({ repaired }) => repaired !== undefined),
      ];
    },
    [['bad invalid', 'after skipped', 'apart ok'], ['DEPENDENCY_FAILED'], ['bad ok', 'after ok', 'apart ok'], [true, false, false]],
  ),
  row(
    'S3-2.22 R45',
    'independent read-only steps run at once where the plan asks for it, up to its bound; one after the other without',
    async () => [await atOnce({}), await atOnce({ parallel: 2 }), await atOnce({ parallel: 8 })],
    [1, 2, 3],
  ),
  row(
    'S3-2.22 R45',
    'what changes something runs alone, whatever the plan asks for',
    async () => {
      const slow = held({ manifest: { effect: 'state_change', category: 'mutation' } });
      const { runner, registry } = bench([slow.tool], {
        captures: CAPTURES,
        adjust: (policy) => ({ ...policy, requireApprovalForEffects: [] }),
      });
      const parts: PlanParts = { runner, registry, captures: lookup(CAPTURES), ids: countingIds() };
      const running = runPlan(plan([step('a', 1), step('b', 2)], { parallel: 8 }), parts);
      const beside = [runner.run(call({ request_id: 'x' }), { beside: true }), runner.run(call({ request_id: 'y' }), { beside: true })];
      for (let wait = 0; wait < 20; wait++) await tick();
      slow.release();
      await Promise.all([running, ...beside]);
      return slow.most();
    },
    1,
  ),
  row(
    'S3-2.22',
    'at once or one after the other: the hashes are equal',
    async () => {
      const [one, many] = [await planner().run(diamond()), await planner().run(diamond({ parallel: 4 }))];
      return [JSON.stringify(hashes(one)) === JSON.stringify(hashes(many)), new Set(hashes(one)).size];
    },
    [true, 4],
  ),
  row(
    'S3-2.23',
    'what one step hands to the next is bounded: more than a call may hold is refused at the place that asks for it',
    async () => {
      const { runner, registry } = bench([multiplier()], {
        captures: CAPTURES,
        adjust: (policy) => ({ ...policy, budgets: { ...policy.budgets, maxArgumentBytes: 1000 } }),
      });
      const parts: PlanParts = { runner, registry, captures: lookup(CAPTURES), ids: countingIds() };
      const report = await runPlan(plan([step('a', 1), step('b', 2, {}, { label: '$steps[0]' })]), parts);
      return [states(report), report.steps[1]?.report.errors.map(({ code, field }) => `${code} ${String(field)}`)];
    },
    [['a ok', 'b invalid'], ['PAYLOAD_TOO_LARGE arguments.label']],
  ),
  row(
    'S3-2.23',
    'one call over many captures: a row for each, side by side; a capture that is not there costs only its own row',
    async () => {
      const { run } = planner();
      const selection = { capture_ids: ['lab', 'nowhere', 'yard'] };
      const [named, open] = [
        await run(plan([{ id: 'each', for_each: 'captures', invocation: call({ capture_selection: selection }) }])),
        await run(plan([{ id: 'each', for_each: 'captures', invocation: call({ request_id: 'o', capture_selection: {} }) }])),
      ];
      return [named.tables, open.tables].map((tables) =>
        tables.map(({ id, columns, rows }) => [
          id,
          columns,
          rows.map(({ capture_id, state, values }) => [capture_id, state, values['product']]),
        ]),
      );
    },
    [
      [
        [
          'each',
          ['product'],
          [
            ['lab', 'ok', 300],
            ['nowhere', 'invalid', undefined],
            ['yard', 'ok', 306],
          ],
        ],
      ],
      [
        [
          'each',
          ['product'],
          [
            ['lab', 'ok', 300],
            ['roof', 'ok', 303],
            ['yard', 'ok', 306],
          ],
        ],
      ],
    ],
  ),
  row(
    'R41 S3-3.37',
    'a step that a person refused or stopped is not repaired, and what waits for it says why',
    async () => {
      const writer = multiplier({ manifest: { ...changing, name: 'row_writer', kebab_name: 'write-rows' } });
      let stops = 0;
      const stopper = multiplier({
        manifest: { name: 'row_stopper', kebab_name: 'stop-rows' },
        run: () => {
          stops += 1;
          return Promise.reject(new WorkbenchError('CANCELLED', 'no place was chosen'));
        },
      });
      const { runner, registry } = bench([multiplier(), writer, stopper], {
        approve: () => Promise.resolve({ kind: 'rejected', by: 'Bo' }),
      });
      const write = { ...step('write', 3), invocation: call({ request_id: 'write', tool_name: 'row_writer' }) };
      const stop = { ...step('stop', 3), invocation: call({ request_id: 'stop', tool_name: 'row_stopper' }) };
      const steps = [step('wrong', 99, {}, { factor: '3' }), write, step('after', 2, { needs: ['write'] }), stop];
      const report = await runPlan(
        plan(steps),
        { runner, registry, captures: lookup([capture()]), ids: countingIds() },
        { interactive: true },
      );
      return [
        states(report),
        report.steps[2]?.report.errors[0]?.message,
        runner.audit().map(({ tool_name, approval }) => [tool_name, approval]),
        stops,
      ];
    },
    [
      ['wrong ok', 'write rejected', 'after skipped', 'stop cancelled'],
      'expected results of write (APPROVAL_REJECTED), which gave none',
      [
        ['row_writer', 'rejected'],
        ['row_stopper', 'not_required'],
        ['row_multiplier', 'not_required'],
      ],
      1,
    ],
  ),
];
