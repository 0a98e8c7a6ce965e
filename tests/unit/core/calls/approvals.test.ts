import { expect, test } from 'vitest';
import { createApprovals } from '../../../../src/core/calls/approvals.ts';
import type { ToolManifest } from '../../../../src/tools/contract/index.ts';
import { runPlan } from '../../../../src/tools/plan/plan.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import type { Approval, ApprovalRequest } from '../../../../src/tools/runner/ports.ts';
import type { ApprovalAnswer } from '../../../../src/workbench/port.ts';
import { bench, call, capture, compileAll, countingIds, lookup, multiplier } from '../../../support/tools.ts';

/** The queue of questions, and what the person was shown of it so far as `label (waiting behind it)`. */
function opened() {
  const shown: string[] = [];
  const approvals = createApprovals({
    countRows: () => Promise.resolve(100),
    place: () => 'nowhere',
    changed: () => {
      const [first, ...behind] = approvals.port.list();
      shown.push(first === undefined ? 'nothing' : `${String(first.arguments['label'])} (${String(behind.length)})`);
    },
  });
  const { port } = approvals;
  const labels = (): unknown[] => port.list().map((question) => question.arguments['label']);
  const answer = (given: ApprovalAnswer): Promise<void> => port.answer(port.list()[0]?.id ?? '', given);
  return { ...approvals, shown, labels, answer };
}

const [manifest] = createRegistry([multiplier()], compileAll([multiplier()])).getAll() as [ToolManifest];

const request = (label: string, signal?: AbortSignal): ApprovalRequest => ({
  tool_call_id: label,
  manifest,
  arguments: { label },
  actor: 'user:local',
  entry: 'plan',
  rows: { captures: [], time_base: 'none', time_range: null } as unknown as ApprovalRequest['rows'],
  risk: 0.1,
  reason: 'asked',
  check: () => [],
  signal,
});

test('a second question is queued behind the first, and each gets its own answer', async () => {
  const { shown, labels, answer, ask } = opened();
  const answers = [ask(request('a')), ask(request('b')), ask(request('c'))];
  expect(labels()).toEqual(['a', 'b', 'c']);
  await answer({ kind: 'approved' });
  await answer({ kind: 'modified', arguments: { label: 'other' } });
  await answer({ kind: 'rejected' });
  expect(await Promise.all(answers)).toEqual<Approval[]>([
    { kind: 'approved', by: 'user:local' },
    { kind: 'modified', by: 'user:local', arguments: { label: 'other' } },
    { kind: 'rejected', by: 'user:local' },
  ]);
  expect(shown).toEqual(['a (0)', 'a (1)', 'a (2)', 'b (1)', 'c (0)', 'nothing']);
  expect(labels()).toEqual([]);
});

test('a cancelled call leaves the queue from any position and does not answer another call', async () => {
  const { port, labels, answer, ask } = opened();
  const [first, second] = [new AbortController(), new AbortController()];
  const [a, b, c] = [ask(request('a', first.signal)), ask(request('b', second.signal)), ask(request('c'))];
  const [asked] = port.list();
  second.abort();
  expect((await b).kind).toBe('rejected');
  expect(labels()).toEqual(['a', 'c']);
  expect(port.list()[0]).toBe(asked);
  first.abort();
  expect((await a).kind).toBe('rejected');
  expect(labels()).toEqual(['c']);
  // An answer that comes too late is refused and changes nothing.
  await expect(port.answer(asked?.id ?? '', { kind: 'approved' })).rejects.toMatchObject({ code: 'UNKNOWN_APPROVAL' });
  expect(labels()).toEqual(['c']);
  await answer({ kind: 'approved' });
  expect((await c).kind).toBe('approved');
  expect((await ask(request('d', AbortSignal.abort()))).kind).toBe('rejected');
  expect(labels()).toEqual([]);
});

test('a question is plain data, and its id gives access to the row count and the validation of its call', async () => {
  const { port, ask } = opened();
  const checked: unknown[] = [];
  void ask({
    ...request('a'),
    rows: { captures: [capture()], time_base: 'none', time_range: null } as unknown as ApprovalRequest['rows'],
    check: (changed) => {
      checked.push(changed);
      return [];
    },
  });
  void ask(request('b'));
  const [first, second] = structuredClone(port.list());
  expect(await port.rows(first?.id ?? '')).toBe(100);
  expect(await port.rows(second?.id ?? '')).toBeNull();
  expect(await port.check(first?.id ?? '', { factor: 3 })).toEqual([]);
  expect(checked).toEqual([{ factor: 3 }]);
  for (const late of [port.rows('approval-9'), port.check('approval-9', {})])
    await expect(late).rejects.toMatchObject({ code: 'UNKNOWN_APPROVAL' });
});

test('two concurrent steps of a plan ask one after another, and rejecting one does not answer the other', async () => {
  const { labels, answer, ask } = opened();
  const { runner, registry } = bench([multiplier()], {
    approve: (request) => ask(request),
    adjust: (policy) => ({ ...policy, requireApprovalForEffects: ['read_only'] }),
  });
  const step = (id: string, needs: readonly string[] = []) => ({
    id,
    needs,
    invocation: call({ request_id: id, arguments: { factor: 2, label: id } }),
  });
  const steps = [step('left'), step('right'), step('late', ['left'])];
  const running = runPlan(
    { format: 'capture-workbench/plan', version: 1, parallel: 2, steps },
    { runner, registry, captures: lookup([capture()]), ids: countingIds() },
    { interactive: true },
  );
  await expect.poll(labels).toEqual(['left', 'right']);
  await answer({ kind: 'rejected' });
  expect(labels()).toEqual(['right']);
  await answer({ kind: 'approved' });
  const report = await running;
  expect(report.steps.map(({ state }) => state)).toEqual(['rejected', 'ok', 'skipped']);
  expect(report.steps[0]?.repaired).toBeUndefined();
  expect(report.steps[2]?.report.errors[0]?.message).toBe('expected results of left (APPROVAL_REJECTED), which gave none');
  expect(runner.audit().map(({ request_id, approval, status }) => [request_id, approval, status])).toEqual([
    ['left', 'rejected', 'error'],
    ['right', 'approved', 'ok'],
  ]);
  expect(await runner.verifyAudit()).toMatchObject({ ok: true });
});
