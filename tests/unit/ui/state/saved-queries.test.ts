import { expect, it } from 'vitest';
import { readQueries, SavedQueries, type TextPlace } from '../../../../src/ui/state/saved-queries.svelte.ts';

function place(text: string | null = null): TextPlace & { text: string | null } {
  const held = {
    text,
    read: () => held.text,
    write: (next: string) => void (held.text = next),
  };
  return held;
}

it('keeps what the person saves, by name, and finds it again', () => {
  const store = place();
  const queries = new SavedQueries(store);
  expect(queries.save(' Busy ', 'SELECT 1')).toBe('');
  expect(queries.save('Busy', 'SELECT 2')).toBe('');
  expect(queries.save('', 'SELECT 1')).toContain('Expected a name');
  expect(queries.save('x', ' ')).toContain('no query');
  expect(queries.save('x', 'y'.repeat(100_001))).toContain('100000 characters');
  expect(new SavedQueries(store).list).toEqual([{ name: 'Busy', sql: 'SELECT 2' }]);
  queries.remove('Busy');
  expect(new SavedQueries(store).list).toEqual([]);
});

it('takes those of a session without leaving them in the browser, and prefers its own', () => {
  const store = place(JSON.stringify([{ name: 'mine', sql: 'SELECT 1' }]));
  const queries = new SavedQueries(store);
  queries.adopt([
    { name: 'mine', sql: 'SELECT 666' },
    { name: 'theirs', sql: 'SELECT 2' },
  ]);
  expect(queries.list.map(({ sql }) => sql)).toEqual(['SELECT 1', 'SELECT 2']);
  queries.save('new', 'SELECT 3');
  expect(store.text).not.toContain('theirs');
  queries.save('theirs', 'SELECT 2');
  expect(store.text).toContain('theirs');
});

it('leaves out what is no query, whoever wrote it', () => {
  const long = { name: 'n'.repeat(101), sql: 'x' };
  const hostile = [
    null,
    4,
    'x',
    [],
    {},
    { name: 1, sql: 'x' },
    { name: 'a', sql: null },
    { name: ' ', sql: 'x' },
    long,
    { name: 'a', sql: 'ok' },
    { name: 'a', sql: 'twin' },
  ];
  expect(readQueries(hostile)).toEqual([{ name: 'a', sql: 'ok' }]);
  expect(readQueries({ length: 3 })).toEqual([]);
  expect(readQueries(Array.from({ length: 5000 }, (_, at) => ({ name: String(at), sql: 'x' })))).toHaveLength(200);
  for (const text of ['{', 'null', '"x"', '{"a":1}']) expect(new SavedQueries(place(text)).list).toEqual([]);
});

it('says when the browser keeps nothing of what a person saved, until a file has it', () => {
  const queries = new SavedQueries({
    read: () => null,
    write: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(queries.unkept).toBe(false);
  queries.adopt([{ name: 'theirs', sql: 'SELECT 1' }]);
  expect(queries.unkept).toBe(false);
  queries.save('mine', 'SELECT 2');
  expect(queries.unkept).toBe(true);
  queries.settle();
  expect(queries.unkept).toBe(false);
  const kept = new SavedQueries(place());
  kept.save('mine', 'SELECT 2');
  expect(kept.unkept).toBe(false);
});
