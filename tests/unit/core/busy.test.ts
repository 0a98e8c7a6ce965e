import { expect, test } from 'vitest';
import { Busy } from '../../../src/core/busy.ts';

test('is busy until all work has ended, even if some of it fails', async () => {
  const busy = new Busy();
  let end = (_: string): void => undefined;
  let fail = (_: Error): void => undefined;
  const works = [
    busy.during(() => new Promise<string>((resolve) => (end = resolve))),
    busy.during(() => new Promise<string>((_, reject) => (fail = reject))),
  ];
  expect(busy.now).toBe(true);
  end('done');
  expect(await works[0]).toBe('done');
  expect(busy.now).toBe(true);
  fail(new Error('broken'));
  await expect(works[1]).rejects.toThrow('broken');
  expect(busy.now).toBe(false);
  await expect(
    busy.during(() => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(busy.now).toBe(false);
});
