import { expect, test } from 'vitest';
import { checkPolicy } from '../../../../src/tools/policy/check-policy.ts';
import { withoutConnections } from '../../../../src/tools/policy/without-connections.ts';
import { policyOf } from './support.ts';

const { allowedTools: _, format: __, version: ___, agents: ____, ...rest } = policyOf();
const agent = (more: object = {}) => ({ ...rest, allowedTools: ['reader'], ...more });

test('a policy is refused at the place of its fault', () => {
  const { errors, warnings } = checkPolicy({ ...policyOf(), allowedTools: 'gone' }, []);
  expect(errors.map(({ field }) => field)).toEqual(['allowedTools']);
  expect(warnings).toEqual([]);
});

test('tools that are not installed are warnings, of the user and of each agent', () => {
  const policy = policyOf({ allowedTools: ['reader', 'gone'], agents: { a: agent(), b: agent({ allowedTools: ['lost'] }) } });
  const { errors, warnings } = checkPolicy(policy, ['reader']);
  expect(errors).toEqual([]);
  expect(warnings.map(({ code, field }) => [code, field])).toEqual([
    ['UNKNOWN_TOOL', 'allowedTools[1]'],
    ['UNKNOWN_TOOL', 'agents.b.allowedTools[0]'],
  ]);
  expect(warnings[0]?.message).toContain('"gone"');
});

test('what travels says nothing of connections', () => {
  const policy = policyOf({ connections: ['c1'], agents: { a: agent({ connections: ['c2'] }) } });
  expect(withoutConnections(policy)).toEqual({ ...policyOf(), agents: { a: agent() } });
});
