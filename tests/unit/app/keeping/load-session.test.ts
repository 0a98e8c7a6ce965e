import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Activities } from '../../../../src/app/activities.ts';
import { loadSession, type SessionParts } from '../../../../src/app/keeping/load-session.ts';
import { createPolicies } from '../../../../src/app/calls/policies.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { defaultPolicy } from '../../../../src/tools/policy/default-policy.ts';
import type { ToolPolicy } from '../../../../src/tools/contract/index.ts';
import type { WorkState } from '../../../../src/ui/workbench.ts';

const v2 = JSON.parse(readFileSync('tests/fixtures/sessions/v2.json', 'utf8')) as Record<string, unknown> & {
  captures: { capture_id: string; file_name: string; sha256: string; embedded: boolean }[];
};
const [first, second] = v2.captures;

/** A page on which files open to captures of the digest that their text says. */
function page() {
  const open = new Map<string, CaptureInfo>();
  const failed: string[] = [];
  let restored: WorkState | null = null;
  let policy: ToolPolicy = { ...defaultPolicy([]), connections: ['key-1'] };
  const policies = createPolicies({
    registry: { names: () => [] } as unknown as Parameters<typeof createPolicies>[0]['registry'],
    runner: { policy: () => policy, setPolicy: (next) => void (policy = next as ToolPolicy) },
    connections: () => [],
    changed: () => undefined,
  });
  const parts: SessionParts = {
    captures: { get: (id) => open.get(id), list: () => [...open.values()] },
    isOpen: (id) => open.has(id),
    async open(file) {
      const sha256 = await file.text();
      if (sha256 === '') {
        failed.push(file.name);
        throw new Error('expected a capture, got nothing');
      }
      const capture_id = file.name.split('.')[0] ?? '';
      open.set(capture_id, { capture_id, sha256 } as CaptureInfo);
    },
    merge: () => Promise.reject(new Error('too little in common')),
    activities: new Activities(() => undefined),
    journals: { adopt: () => Promise.resolve([]) },
    adopt: (runs) => (runs.length > 1 ? [] : (runs as never)),
    restore: (work) => (restored = work),
    policies,
  };
  return { parts, open, failed, policies, policy: () => policy, restored: () => restored };
}

it('a capture that cannot be read costs itself alone, and is named', async () => {
  const { parts, failed, restored } = page();
  const bytes = (id: string) => Promise.resolve(new Blob([id === first!.capture_id ? '' : second!.sha256]));
  expect(await loadSession({ document: v2, bytes, own: true }, parts)).toEqual([first!.file_name]);
  expect(failed).toEqual([first!.file_name]);
  expect(restored()).toMatchObject({ invocation: v2['invocation'], layout: { fronts: ['sql'] } });
});

it('a file that was changed since, and another one under the same id, are named', async () => {
  const { parts, open } = page();
  open.set(second!.capture_id, { capture_id: second!.capture_id, sha256: 'ff'.repeat(32) } as CaptureInfo);
  const bytes = () => Promise.resolve(new Blob(['00'.repeat(32)]));
  expect(await loadSession({ document: v2, bytes, own: true }, parts)).toEqual([first!.file_name, second!.file_name]);
});

it('bytes that travel with a share are what was meant, keys taken out of them or not', async () => {
  const { parts } = page();
  const document = { ...v2, captures: v2.captures.map((each) => ({ ...each, embedded: true })) };
  const bytes = (id: string) => (id === first!.capture_id ? Promise.resolve(new Blob(['00'.repeat(32)])) : null);
  expect(await loadSession({ document, bytes, own: false }, parts)).toEqual([second!.file_name]);
});

it('a policy of somebody else is offered and not in force; one of one’s own is, with the keys of this page', async () => {
  const wide = { ...defaultPolicy([]), approvalRisk: 1, allowedTools: ['capture_export'] };
  const document = { ...v2, captures: [], merges: [], runs: [], policy: { ...wide, connections: ['key-of-another'] } };
  const { parts, policies, policy } = page();
  const before = policy();
  await loadSession({ document, bytes: () => null, own: false }, parts);
  expect(policy()).toBe(before);
  expect(policies.brought()).toMatchObject({ approvalRisk: 1 });
  await loadSession({ document, bytes: () => null, own: true }, parts);
  expect(policy()).toMatchObject({ approvalRisk: 1, connections: ['key-1'] });
});

it('a policy that is none is never in force', async () => {
  const { parts, policy } = page();
  const before = policy();
  for (const own of [true, false]) await loadSession({ document: { ...v2, policy: { format: 'x' } }, bytes: () => null, own }, parts);
  expect(policy()).toBe(before);
});

it('a session brings the name that a person gave it, and none that nobody gave', async () => {
  for (const [name, own] of [
    ['Lobby, Tuesday', 'Lobby, Tuesday'],
    ['Session', undefined],
    [' ', undefined],
  ] as const) {
    const { parts, restored } = page();
    await loadSession({ document: { ...v2, captures: [], merges: [], name }, bytes: () => null, own: true }, parts);
    expect(restored()?.name).toBe(own);
  }
});
