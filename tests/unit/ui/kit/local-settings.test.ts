import { afterEach, expect, it, vi } from 'vitest';
import { keepWord, keptWord } from '../../../../src/ui/kit/kept-word.ts';
import { queryPlace } from '../../../../src/ui/state/saved-queries.svelte.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function pageAt(protocol: string): Map<string, string> {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('localStorage', store);
  return kept;
}

const WORDS = ['one', 'two'] as const;

it('keeps settings for the next visit of a site', () => {
  const kept = pageAt('https:');
  keepWord('capture-workbench.word', 'two');
  queryPlace.write('[]');
  expect(kept.size).toBe(2);
  expect([keptWord('capture-workbench.word', WORDS), queryPlace.read()]).toEqual(['two', '[]']);
});

it('leaves nothing behind a page from disk, and shows nothing that another one left', () => {
  const kept = pageAt('file:');
  kept.set('capture-workbench.word', 'one');
  kept.set('capture-workbench.queries', '[{"name":"theirs","sql":"SELECT 1"}]');
  expect([keptWord('capture-workbench.word', WORDS), queryPlace.read()]).toEqual([undefined, null]);
  keepWord('capture-workbench.word', 'two');
  queryPlace.write('[]');
  expect([...kept.values()].join()).not.toMatch(/two|\[\]$/);
});
