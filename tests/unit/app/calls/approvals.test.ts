import { expect, test } from 'vitest';
import { createApprovals } from '../../../../src/app/calls/approvals.ts';
import type { ToolManifest } from '../../../../src/tools/contract/index.ts';
import { runPlan } from '../../../../src/tools/plan/plan.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import type { Approval, ApprovalRequest } from '../../../../src/tools/runner/ports.ts';
import { bench, call, capture, compileAll, countingIds, lookup, multiplier } from '../../../support/tools.ts';

/** What is before the person, and what they were shown so far as `label (waiting)`. */
function opened() {
  const approvals = createApprovals({ countRows: () => Promise.resolve(100), place: () => 'nowhere' });
  const shown: string[] = [];
  approvals.port.follow((question, waiting) => {
    shown.push(question === null ? 'nothing' : `${String(question.arguments['label'])} (${String(waiting)})`);
  });
  return { ...approvals, shown };
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

test('who asks while another waits comes after it, and each gets its own answer', async () => {
  const { shown, ...desk } = opened();
  const { port } = desk;
  const answers = [desk.ask(request('a')), desk.ask(request('b')), desk.ask(request('c'))];
  expect([port.current()?.arguments['label'], port.waiting()]).toEqual(['a', 2]);
  port.current()?.approve();
  port.current()?.modify({ label: 'other' });
  port.current()?.reject();
  expect(await Promise.all(answers)).toEqual<Approval[]>([
    { kind: 'approved', by: 'user:local' },
    { kind: 'modified', by: 'user:local', arguments: { label: 'other' } },
    { kind: 'rejected', by: 'user:local' },
  ]);
  expect(shown).toEqual(['a (0)', 'a (1)', 'a (2)', 'b (1)', 'c (0)', 'nothing']);
  expect([port.current(), port.waiting()]).toEqual([null, 0]);
});

test('a cancelled one leaves the queue from wherever it stands, and nobody else is answered by it', async () => {
  const desk = opened();
  const { port } = desk;
  const [first, second] = [new AbortController(), new AbortController()];
  const [a, b, c] = [desk.ask(request('a', first.signal)), desk.ask(request('b', second.signal)), desk.ask(request('c'))];
  const asked = port.current();
  second.abort();
  expect((await b).kind).toBe('rejected');
  expect([port.current(), port.waiting()]).toEqual([asked, 1]);
  first.abort();
  expect((await a).kind).toBe('rejected');
  expect(port.current()?.arguments['label']).toBe('c');
  // An answer that comes too late is for nobody.
  asked?.approve();
  expect(port.current()?.arguments['label']).toBe('c');
  port.current()?.approve();
  expect((await c).kind).toBe('approved');
  expect((await desk.ask(request('d', AbortSignal.abort()))).kind).toBe('rejected');
  expect(port.current()).toBeNull();
});

test('two steps of a plan that run beside each other ask one by one; a no to one is no answer to the other', async () => {
  const desk = opened();
  const { port } = desk;
  const { runner, registry } = bench([multiplier()], {
    approve: (request) => desk.ask(request),
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
  await expect.poll(() => port.waiting()).toBe(1);
  const asked = [port.current()?.arguments['label']];
  port.current()?.reject();
  asked.push(port.current()?.arguments['label']);
  port.current()?.approve();
  const report = await running;
  expect(asked).toEqual(['left', 'right']);
  expect(report.steps.map(({ state }) => state)).toEqual(['rejected', 'ok', 'skipped']);
  expect(report.steps[0]?.repaired).toBeUndefined();
  expect(report.steps[2]?.report.errors[0]?.message).toBe('expected results of left (APPROVAL_REJECTED), which gave none');
  expect(runner.audit().map(({ request_id, approval, status }) => [request_id, approval, status])).toEqual([
    ['left', 'rejected', 'error'],
    ['right', 'approved', 'ok'],
  ]);
  expect(await runner.verifyAudit()).toMatchObject({ ok: true });
});
