import { expect, test } from 'vitest';
import { once } from '../../../src/base/once.ts';

test('all callers during creation get the same value', async () => {
  const made: object[] = [];
  const get = once(async () => {
    await Promise.resolve();
    const value = {};
    made.push(value);
    return value;
  });
  const [one, other] = await Promise.all([get(), get()]);
  expect(one).toBe(other);
  expect(await get()).toBe(one);
  expect(made).toHaveLength(1);
});

test('a failure rejects all pending calls, and the next call tries again', async () => {
  let tries = 0;
  const get = once(() => (++tries === 1 ? Promise.reject(new Error('not there')) : Promise.resolve(tries)));
  const answers = await Promise.allSettled([get(), get()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toBe(2);
  expect(tries).toBe(2);
});
