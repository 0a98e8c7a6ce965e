import { afterEach, expect, it, vi } from 'vitest';
import { readPanes, writePanes } from '../../../../src/ui/state/panes.ts';
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

it('keeps settings for the next visit of a site', () => {
  const kept = pageAt('https:');
  writePanes({ columns: [40, 60] });
  queryPlace.write('[]');
  expect(kept.size).toBe(2);
  expect([readPanes(), queryPlace.read()]).toEqual([{ columns: [40, 60] }, '[]']);
});

it('leaves nothing behind a page from disk, and shows nothing that another one left', () => {
  const kept = pageAt('file:');
  kept.set('capture-workbench.panes', '{"columns":[40,60]}');
  kept.set('capture-workbench.queries', '[{"name":"theirs","sql":"SELECT 1"}]');
  expect([readPanes(), queryPlace.read()]).toEqual([{}, null]);
  writePanes({ columns: [20, 80] });
  queryPlace.write('[]');
  expect([...kept.values()].join()).not.toMatch(/20|\[\]$/);
});
