import { expect, test } from 'vitest';
import { AuditEntry } from '../../../../src/tools/contract/audit.ts';
import { errorRow } from '../../../../src/tools/contract/errors.ts';
import type { Approval, RunOptions } from '../../../../src/tools/runner/ports.ts';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import { changing } from '../../../contract/frame/runs.ts';
import { bench, call, multiplier } from '../../../support/tools.ts';

async function lineOf(request: Record<string, unknown>, options: RunOptions, approval?: Approval) {
  const { runner } = bench([multiplier({ manifest: changing })], {
    ...(approval && { approve: () => Promise.resolve(approval) }),
  });
  await runner.run(request, options);
  const [line] = runner.audit();
  expect(AuditEntry.safeParse(line).error).toBeUndefined();
  return line;
}

const FILLED = { factor: 3, mode: 'plain' };

test.each([
  ['denied by the policy', {}, undefined, 'POLICY_DENIED'],
  [
    'denied for an agent without a profile',
    { interactive: true, context: { agent: { id: 'x', version: '1' } } },
    undefined,
    'POLICY_DENIED',
  ],
  ['denied by the list of the run', { interactive: true, toolIds: [] }, undefined, 'POLICY_DENIED'],
  ['rejected by a person', { interactive: true }, { kind: 'rejected', by: 'Bo' } as const, 'APPROVAL_REJECTED'],
  ['refused for its context', { context: { apiKey: 'k' } as RunOptions['context'] }, undefined, 'UNKNOWN_ARGUMENT'],
  ['approved', { interactive: true }, { kind: 'approved', by: 'Ada' } as const, undefined],
])('a call that was %s records its arguments', async (_, options: RunOptions, approval, code) => {
  const line = await lineOf(call(), options, approval);
  expect([line?.arguments, line?.error_codes[0]]).toEqual([FILLED, code]);
});

test.each([
  ['do not fit the schema', call({ arguments: { factor: 3, password: 'hunter2' } })],
  ['are larger than the tool takes', call({ arguments: { factor: 3, label: 'a'.repeat(5000) } })],
  ['are no JSON', call({ arguments: { factor: () => 3 } })],
])('arguments of a denied call that %s are left out', async (_, request) => {
  expect(await lineOf(request, {})).not.toHaveProperty('arguments');
});

test('arguments that a person changed are recorded as changed', async () => {
  const line = await lineOf(call(), { interactive: true }, { kind: 'modified', by: 'Cy', arguments: { factor: 2 } });
  expect(line?.arguments).toEqual({ factor: 2, mode: 'plain' });
});

test('an approval that fails rejects the call', async () => {
  const { runner, notes } = bench([multiplier({ manifest: changing })], {
    approve: () => Promise.reject(new Error('the dialog is gone')),
  });
  expect((await runner.run(call(), { interactive: true })).errors[0]?.code).toBe('APPROVAL_REJECTED');
  expect(notes.some((note) => (note as { error?: Error }).error?.message === 'the dialog is gone')).toBe(true);
});

test('a call during which the engine was lost ends with a retryable code and does not blame the capture', async () => {
  const { runner } = bench([multiplier({ run: () => Promise.reject(new WorkbenchError('ENGINE_LOST', 'its worker ended')) })]);
  const { errors, agentHints } = await runner.run(call());
  expect(errors[0]).toMatchObject({ code: 'SYSTEM_ERROR', message: expect.stringContaining('query engine was restarted') as unknown });
  expect(errors[0]?.message).toContain('repeat the call');
  expect(JSON.stringify([errors, agentHints])).not.toContain('not open');
});

test('a call over a capture that is read again meanwhile ends with a retryable code', async () => {
  const busy = new WorkbenchError('CAPTURE_NOT_READY', 'walk is open but cannot be queried now. It is being read again.');
  const { runner } = bench([multiplier({ run: () => Promise.reject(busy) })]);
  const [error] = (await runner.run(call())).errors;
  expect(errorRow(error?.code ?? '')).toMatchObject({ code: 'CAPABILITY_UNAVAILABLE', retryable: true });
  expect(error?.message).toContain('walk is open');
});
