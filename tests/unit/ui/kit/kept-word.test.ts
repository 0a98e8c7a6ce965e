import { expect, it } from 'vitest';
import { keepWord, keptWord } from '../../../../src/ui/kit/kept-word.ts';

const WORDS = ['form', 'json'] as const;

it('keeps one of the words, and takes nothing else for one', () => {
  const held = new Map<string, string>();
  const store = () => ({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  });
  expect(keptWord('k', WORDS, store)).toBeUndefined();
  keepWord('k', 'json', store);
  expect(keptWord('k', WORDS, store)).toBe('json');
  held.set('k', 'somebody else’s');
  expect(keptWord('k', WORDS, store)).toBeUndefined();
});

it('does without a store that is refused', () => {
  const refused = (): never => {
    throw new Error('denied');
  };
  expect(() => keepWord('k', 'json', refused)).not.toThrow();
  expect(keptWord('k', WORDS, refused)).toBeUndefined();
});
