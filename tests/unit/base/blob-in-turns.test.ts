import { expect, test } from 'vitest';
import { blobInTurns } from '../../../src/base/blob-in-turns.ts';

test('holds the bytes of its parts in their order, and rests where they are many', async () => {
  const long = '€😀x'.repeat(1_500_000);
  const parts = [
    'a',
    new Blob(['b']),
    long,
    'c',
    ...Array.from({ length: 50 }, (_, at) => String(at).repeat(50_000)),
    new Blob(['d']),
    'é',
  ];
  let rests = 0;
  const blob = await blobInTurns(
    parts,
    () => {
      rests += 1;
      return Promise.resolve();
    },
    'text/plain',
  );
  const expected = new Blob(parts);
  expect(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(await expected.arrayBuffer()))).toBe(true);
  expect(blob.type).toBe('text/plain');
  expect(rests).toBeGreaterThan(4);
});

test('of nothing is empty', async () => {
  expect((await blobInTurns([], () => Promise.resolve(), '')).size).toBe(0);
});
