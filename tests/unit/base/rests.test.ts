import { expect, test } from 'vitest';
import { rests } from '../../../src/base/rests.ts';

test('rests once enough was worked on, and counts anew from there', async () => {
  let count = 0;
  const worked = rests(() => Promise.resolve(void (count += 1)), 10);
  const seen: number[] = [];
  for (const each of [9, 1, 9, 0, 25, 9]) {
    await worked(each);
    seen.push(count);
  }
  expect(seen).toEqual([0, 1, 1, 1, 2, 2]);
});
