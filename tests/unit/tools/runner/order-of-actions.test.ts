import { expect, test } from 'vitest';
import { brokenOrder } from '../../../../src/tools/runner/hints.ts';

const order = (dependencies: readonly { action: string; dependsOn: readonly string[] }[], ...actions: string[]) =>
  brokenOrder({
    suggestedNextActions: actions.map((action) => ({ action, priority: 'low' })),
    dependencies: dependencies.map((each) => ({ ...each, type: 'required' })),
  });

test('an order of actions names known actions and goes in no ring', () => {
  expect(brokenOrder({})).toBeUndefined();
  expect(order([{ action: 'b', dependsOn: ['a'] }], 'a', 'b')).toBeUndefined();
  const chain = [
    { action: 'c', dependsOn: ['b'] },
    { action: 'b', dependsOn: ['a'] },
  ];
  expect(order(chain, 'a', 'b', 'c')).toBeUndefined();
  expect(order([{ action: 'b', dependsOn: ['x'] }], 'b')).toContain('name x');
  expect(order([{ action: 'y', dependsOn: ['b'] }], 'b')).toContain('name y');
  expect(order([{ action: 'a', dependsOn: ['a'] }], 'a')).toContain('ring');
  const ring = [
    { action: 'a', dependsOn: ['z'] },
    { action: 'b', dependsOn: ['a', 'c'] },
    { action: 'c', dependsOn: ['b'] },
  ];
  expect(order(ring, 'a', 'b', 'c', 'z')).toContain('dependencies of b');
});
