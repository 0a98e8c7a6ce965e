import { expect, it } from 'vitest';
import { constraintsOf, VerdictsState } from '../../../../src/ui/state/verdicts.svelte.ts';

const held = (from_address: string, to_address: string, verdict: 'confirmed' | 'rejected' | null, note = '') => ({
  from_address,
  to_address,
  verdict,
  note,
  tool_call_id: 'call',
});

it('holds one verdict of a pair, whichever way round', () => {
  const state = new VerdictsState();
  state.set(held('A', 'B', 'confirmed'));
  state.set(held('B', 'A', 'rejected', 'two tags'));
  expect(state.list).toEqual([held('B', 'A', 'rejected', 'two tags')]);
  expect(state.of('A', 'B')?.verdict).toBe('rejected');
  state.set(held('A', 'B', null));
  expect(state.list).toEqual([]);
});

it('keeps its own where a session brings another', () => {
  const state = new VerdictsState();
  state.set(held('A', 'B', 'confirmed'));
  state.adopt([held('A', 'B', 'rejected'), held('C', 'D', null, 'note only')]);
  expect(state.list.map(({ verdict }) => verdict)).toEqual(['confirmed', null]);
  expect(constraintsOf(state.list)).toEqual([{ address_a: 'A', address_b: 'B', rule: 'must_link' }]);
});
