import { expect, test } from 'vitest';
import { forgetLastWords, pruneLastWords, readLastWords, writeLastWords } from '../../../../src/app/keeping/last-words.ts';

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

test('what a page left is read once, and forgotten with its session', () => {
  const store = texts();
  const here = (): Storage => store;
  store.setItem('capture-workbench.theme', 'dark');
  writeLastWords('one', '{"sql":"SELECT 1"}', here);
  writeLastWords('two', '{}', here);
  expect(readLastWords('one', here)).toBe('{"sql":"SELECT 1"}');
  pruneLastWords(['two'], here);
  expect(readLastWords('one', here)).toBeNull();
  forgetLastWords('two', here);
  expect(store.length).toBe(1);
});

test('where the browser refuses its storage, and for a state of more than a megabyte, nothing is kept and nothing fails', () => {
  writeLastWords('one', '{}', refused);
  expect(readLastWords('one', refused)).toBeNull();
  pruneLastWords([], refused);
  const store = texts();
  writeLastWords('one', 'x'.repeat((1 << 20) + 1), () => store);
  expect(store.length).toBe(0);
});
