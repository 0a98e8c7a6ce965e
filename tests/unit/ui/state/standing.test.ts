import { expect, test } from 'vitest';
import { standing } from '../../../../src/ui/state/standing.ts';

const change = (pointer: string, after: unknown) => ({ field: pointer, pointer, after, why: 'w', class: 'loss' as const });

test('an accepted change stands while the call has what it wrote, or still lacks what it removed', () => {
  const set = change('/arguments/alpha', 0.07);
  const removed = change('/arguments/own', undefined);
  const inList = change('/capture_selection/capture_ids/0', 'lab');
  const call = { arguments: { alpha: 0.07 }, capture_selection: { capture_ids: ['lab'] } };
  expect(standing([set, removed, inList], call)).toEqual([set, removed, inList]);
  expect(standing([set, removed, inList], { ...call, arguments: { alpha: 0.05, own: 1 } })).toEqual([inList]);
  expect(standing([set], undefined)).toEqual([]);
});

test('a member that every object inherits is absent', () => {
  for (const pointer of ['/toString', '/arguments/constructor', '/arguments/__proto__/x'])
    expect(standing([change(pointer, undefined)], { arguments: {} })).toHaveLength(1);
});
