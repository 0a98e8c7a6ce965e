import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Activities } from '../../../../src/core/activities.ts';
import { loadSession, type SessionParts } from '../../../../src/core/keeping/load-session.ts';
import { createPolicies } from '../../../../src/core/calls/policies.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { defaultPolicy } from '../../../../src/tools/policy/default-policy.ts';
import type { ToolPolicy } from '../../../../src/tools/contract/index.ts';
import type { SessionDocument } from '../../../../src/session/document.ts';
import type { OpenedVerification } from '../../../../src/workbench/verification.ts';
import type { WorkState } from '../../../../src/workbench/port.ts';

const stored = JSON.parse(readFileSync('tests/fixtures/sessions/v3.json', 'utf8')) as SessionDocument;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Captures whose bytes are their own names. */
const session: SessionDocument = { ...stored, captures: stored.captures.map((each) => ({ ...each, sha256: digest(each.file_name) })) };
const [first, second] = session.captures;
const GIVEN: OpenedVerification = { state: 'intact', changes: [], signer: null, signer_name: null, file_name: 'lab.html' };

/** A page on which files open to captures of the digest that their text says. */
function page() {
  const open = new Map<string, CaptureInfo>();
  const failed: string[] = [];
  const verified: OpenedVerification[] = [];
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
      const text = await file.text();
      const sha256 = digest(text);
      if (text === '') {
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
    restore: (work) => Promise.resolve(void (restored = work)),
    policies,
    conversations: { adopt: () => undefined },
    verifications: { adopt: (found) => void verified.push(found) },
  };
  return { parts, verified, open, failed, policies, policy: () => policy, restored: () => restored };
}

it('a capture that cannot be read is named and affects nothing else', async () => {
  const { parts, failed, restored } = page();
  const bytes = (id: string) => Promise.resolve(new Blob([id === first!.capture_id ? '' : second!.file_name]));
  expect(await loadSession({ document: session, bytes, verification: null }, parts)).toEqual([first!.file_name]);
  expect(failed).toEqual([first!.file_name]);
  expect(restored()).toMatchObject({ invocation: session.invocation, layout: { fronts: ['sql'] } });
});

it('a changed file, and a different file under the same id, are named', async () => {
  const { parts, open } = page();
  open.set(second!.capture_id, { capture_id: second!.capture_id, sha256: 'ff'.repeat(32) } as CaptureInfo);
  const bytes = () => Promise.resolve(new Blob(['00'.repeat(32)]));
  expect(await loadSession({ document: session, bytes, verification: null }, parts)).toEqual([first!.file_name, second!.file_name]);
});

it('different bytes under the name of a capture are not opened, and the name is reported as missing', async () => {
  const { parts, open } = page();
  const bytes = (id: string) => Promise.resolve(new Blob([id === first!.capture_id ? 'swapped' : second!.file_name]));
  expect(await loadSession({ document: session, bytes, verification: GIVEN }, parts)).toEqual([first!.file_name]);
  expect([...open.keys()]).toEqual([second!.capture_id]);
});

it('the verification of the file, and that of earlier files, is recorded before anything is drawn', async () => {
  const { parts, verified } = page();
  let known = 0;
  const restore: SessionParts['restore'] = () => Promise.resolve(void (known = verified.length));
  await loadSession({ document: session, bytes: () => Promise.resolve(null), verification: GIVEN }, { ...parts, restore });
  expect(verified).toEqual([{ ...session.verified, signer: null, signer_name: null }, GIVEN]);
  expect(known).toBe(2);
});

it("a policy of another person is only offered; the person's own policy takes effect, with the keys of this page", async () => {
  const wide = { ...defaultPolicy([]), approvalRisk: 1, allowedTools: ['capture_export'] };
  const document = { ...session, captures: [], merges: [], runs: [], policy: { ...wide, connections: ['key-of-another'] } };
  const { parts, policies, policy } = page();
  const before = policy();
  await loadSession({ document, bytes: () => Promise.resolve(null), verification: GIVEN }, parts);
  expect(policy()).toBe(before);
  expect(policies.offered()).toMatchObject({ approvalRisk: 1 });
  await loadSession({ document, bytes: () => Promise.resolve(null), verification: null }, parts);
  expect(policy()).toMatchObject({ approvalRisk: 1, connections: ['key-1'] });
});

it('an invalid policy never takes effect', async () => {
  const { parts, policy } = page();
  const before = policy();
  for (const verification of [null, GIVEN])
    await loadSession({ document: { ...session, policy: { format: 'x' } }, bytes: () => Promise.resolve(null), verification }, parts);
  expect(policy()).toBe(before);
});

it('a session restores the name that a person gave it, but not the default name', async () => {
  for (const [name, own] of [
    ['Lobby, Tuesday', 'Lobby, Tuesday'],
    ['Session', undefined],
    [' ', undefined],
  ] as const) {
    const { parts, restored } = page();
    await loadSession(
      { document: { ...session, captures: [], merges: [], name }, bytes: () => Promise.resolve(null), verification: null },
      parts,
    );
    expect(restored()?.name).toBe(own);
  }
});
