import { afterEach, expect, it, vi } from 'vitest';
import { keepWord, keptWord } from '../../../../src/ui/kit/kept-word.ts';
import { SavedQueries } from '../../../../src/ui/state/saved-queries.svelte.ts';

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
  new SavedQueries().save('mine', 'SELECT 1');
  expect(kept.size).toBe(2);
  expect([keptWord('capture-workbench.word', WORDS), new SavedQueries().list]).toEqual(['two', [{ name: 'mine', sql: 'SELECT 1' }]]);
});

it('leaves nothing behind a page from disk, and shows nothing that another one left', () => {
  const kept = pageAt('file:');
  kept.set('capture-workbench.word', 'one');
  kept.set('capture-workbench.queries', '[{"name":"theirs","sql":"SELECT 1"}]');
  expect([keptWord('capture-workbench.word', WORDS), new SavedQueries().list]).toEqual([undefined, []]);
  keepWord('capture-workbench.word', 'two');
  new SavedQueries().save('mine', 'SELECT 2');
  expect([...kept.values()].join()).not.toMatch(/two|SELECT 2/);
});
