import { expect, test } from 'vitest';
import { decide, missingGrants, profileOf, riskOf } from '../../../../src/tools/policy/decide.ts';
import { defaultPolicy } from '../../../../src/tools/policy/default-policy.ts';
import { manifestOf, policyOf } from './support.ts';

const manifest = manifestOf();
const profile = policyOf();

test('a local user has the profile of the policy, an agent the one under its id and otherwise none', () => {
  const policy = { ...profile, agents: { known: { ...profile, grants: ['a'] } } };
  expect(profileOf(policy, 'user:local')).toBe(policy);
  expect(profileOf(policy, 'agent:known')).toBe(policy.agents.known);
  expect(profileOf({ ...policy, agents: { 'x-agent:y': profile } }, 'agent:x-agent:y')).toBe(profile);
  for (const actor of ['agent:other', 'agent:toString', 'agent:__proto__', 'agent:'])
    expect(profileOf(policy, actor)).toEqual({
      allowedTools: [],
      requireApprovalForEffects: [],
      grants: [],
      budgets: { maxRuntimeMs: 1, maxArgumentBytes: 1, maxResultBytes: 1 },
    });
});

test('a tool that is not listed is denied, before its effect counts', () => {
  const strict = { ...profile, allowedTools: ['another'], requireApprovalForEffects: ['read_only' as const] };
  expect(decide(strict, manifest, 0, false)).toMatchObject({
    kind: 'deny',
    error: { code: 'POLICY_DENIED', field: 'tool_name', message: expect.stringContaining('reader') as unknown },
  });
});

test('an effect of the list needs approval; unattended it is denied with the same reason', () => {
  const asking = { ...profile, requireApprovalForEffects: ['state_change' as const] };
  expect(decide(asking, manifest, 1, true)).toEqual({ kind: 'allow' });
  const changing = { ...manifest, effect: 'state_change' as const };
  expect(decide(asking, changing, 0, false)).toEqual({ kind: 'require_approval', reason: 'its effect is state_change' });
  expect(decide(asking, changing, 0, true)).toMatchObject({
    kind: 'deny',
    error: { code: 'POLICY_DENIED', field: 'tool_name', message: expect.stringContaining('(its effect is state_change)') as unknown },
  });
});

test('a risk needs approval from the threshold on', () => {
  const asking = { ...profile, approvalRisk: 0.5 };
  expect(decide(asking, manifest, 0.49, false).kind).toBe('allow');
  expect(decide(asking, manifest, 0.5, false)).toEqual({ kind: 'require_approval', reason: 'its risk 0.50 reaches the threshold 0.50' });
  expect(decide(asking, manifest, 0.9, true).kind).toBe('deny');
});

test('grants that are missing are named, all in one error', () => {
  const wanting = { ...manifest, permissions: ['captures:read', 'network', 'disk'] };
  expect(missingGrants({ ...profile, grants: ['network', 'captures:read', 'disk'] }, wanting)).toEqual([]);
  const errors = missingGrants({ ...profile, grants: ['captures:read'] }, wanting);
  expect(errors).toMatchObject([{ code: 'PERMISSION_DENIED', field: 'tool_name' }]);
  expect(errors[0]?.message).toContain('network, disk');
});

test('risk grows with effect, irreversibility and rows, and stays in 0…1', () => {
  const risk = (effect: 'read_only' | 'state_change' | 'external_side_effect', reversible: boolean, rows: number) =>
    riskOf({ effect, reversible }, rows);
  expect(risk('read_only', true, 0)).toBeCloseTo(0.1);
  expect(risk('state_change', true, 0)).toBeCloseTo(0.4);
  expect(risk('external_side_effect', true, 0)).toBeCloseTo(0.6);
  expect(risk('external_side_effect', false, 0)).toBeCloseTo(0.8);
  // A tenth of the scale for the size: log10 of the rows, of ten million at most.
  expect(risk('read_only', true, 999)).toBeCloseTo(0.1 + 0.1 * (3 / 7));
  expect(risk('read_only', true, 1e12)).toBeCloseTo(0.2);
  expect(risk('read_only', true, -5)).toBeCloseTo(0.1);
  expect(risk('external_side_effect', false, 1e12)).toBeCloseTo(0.9);
});

test('the policy of a fresh page allows trusted tools, asks before changes, and lists no agent', () => {
  const tools = [
    manifestOf({ name: 'writer', effect: 'state_change', permissions: ['session:write', 'captures:read'] }),
    manifestOf({ name: 'reader' }),
    manifestOf({ name: 'reader', version: '1.1.0' }),
    manifestOf({ name: 'far', trust: 'untrusted', permissions: ['far:all'] }),
  ];
  expect(defaultPolicy(tools)).toEqual({
    format: 'capture-workbench/policy',
    version: 1,
    allowedTools: ['reader', 'writer'],
    requireApprovalForEffects: ['state_change', 'external_side_effect'],
    grants: ['captures:read', 'session:write'],
    budgets: { maxRuntimeMs: 3_600_000, maxArgumentBytes: 1_048_576, maxResultBytes: 67_108_864 },
    agents: {},
  });
});
