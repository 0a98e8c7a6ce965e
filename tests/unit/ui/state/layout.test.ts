import { beforeEach, expect, it, vi } from 'vitest';
import { LayoutState } from '../../../../src/ui/state/layout.svelte.ts';

beforeEach(() => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
});

it('shows one panel of a stack at a time, the others always', () => {
  const layout = new LayoutState();
  expect([layout.inFront('traffic'), layout.inFront('sql'), layout.inFront('result')]).toEqual([true, false, true]);
  layout.show('sql');
  expect([layout.inFront('traffic'), layout.inFront('sql')]).toEqual([false, true]);
  layout.show('result');
  expect(layout.inFront('sql')).toBe(true);
});

it('fills the page with the other panel of the stack, and makes room for a panel elsewhere', () => {
  const layout = new LayoutState();
  layout.toggleMaximised('sql');
  expect([layout.maximised, layout.inFront('sql')]).toEqual(['sql', true]);
  layout.show('traffic');
  expect(layout.maximised).toBe('traffic');
  layout.show('result');
  expect(layout.maximised).toBeNull();
});

it('lays what is looked at now and then behind what is worked with where there is little height', () => {
  const layout = new LayoutState({ current: true });
  const seen = () => (['captures', 'tools', 'result', 'audit'] as const).filter((panel) => layout.inFront(panel));
  expect(seen()).toEqual(['captures', 'result']);
  layout.show('audit');
  layout.show('tools');
  expect(seen()).toEqual(['tools', 'audit']);
});
