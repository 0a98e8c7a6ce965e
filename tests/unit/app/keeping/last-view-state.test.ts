import { expect, test } from 'vitest';
import {
  deleteLastViewState,
  pruneLastViewStates,
  readLastViewState,
  writeLastViewState,
} from '../../../../src/app/keeping/last-view-state.ts';

function texts(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    clear: () => kept.clear(),
    get length() {
      return kept.size;
    },
  };
}

const refused = (): never => {
  throw new DOMException('refused', 'SecurityError');
};

test('the last view state of a page is read once, and deleted with its session', () => {
  const store = texts();
  const here = (): Storage => store;
  store.setItem('capture-workbench.theme', 'dark');
  writeLastViewState('one', '{"sql":"SELECT 1"}', here);
  writeLastViewState('two', '{}', here);
  expect(readLastViewState('one', here)).toBe('{"sql":"SELECT 1"}');
  pruneLastViewStates(['two'], here);
  expect(readLastViewState('one', here)).toBeNull();
  deleteLastViewState('two', here);
  expect(store.length).toBe(1);
});

test('nothing is stored and nothing throws if the browser denies storage or the state exceeds a megabyte', () => {
  writeLastViewState('one', '{}', refused);
  expect(readLastViewState('one', refused)).toBeNull();
  pruneLastViewStates([], refused);
  const store = texts();
  writeLastViewState('one', 'x'.repeat((1 << 20) + 1), () => store);
  expect(store.length).toBe(0);
});
