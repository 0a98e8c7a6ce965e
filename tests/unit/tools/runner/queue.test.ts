import { expect, test } from 'vitest';
import { createCallQueue } from '../../../../src/tools/runner/queue.ts';

/** Calls that the test ends one by one, and a list of those that have started. */
function calls() {
  const queue = createCallQueue();
  const started: string[] = [];
  const ends = new Map<string, { done: () => void; fail: () => void }>();
  const add = (name: string, shared: boolean): Promise<string> =>
    queue.add(
      shared,
      () =>
        new Promise((resolve, reject) => {
          started.push(name);
          ends.set(name, { done: () => resolve(name), fail: () => reject(new Error(name)) });
        }),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    add,
    started,
    end: (name: string) => (ends.get(name)?.done(), settle()),
    fail: (name: string) => (ends.get(name)?.fail(), settle()),
    settle,
  };
}

test('calls run one at a time in the order of arrival', async () => {
  const { add, started, end, settle } = calls();
  const first = add('a', false);
  void add('b', false);
  await settle();
  expect(started).toEqual(['a']);
  await end('a');
  expect(await first).toBe('a');
  expect(started).toEqual(['a', 'b']);
});

test('calls that share run beside each other, never beside one that does not', async () => {
  const { add, started, end, settle } = calls();
  void add('a', true);
  void add('b', true);
  void add('alone', false);
  void add('c', true);
  await settle();
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'alone']);
  await end('alone');
  expect(started).toEqual(['a', 'b', 'alone', 'c']);
});

test('a call that fails delays no other', async () => {
  const { add, started, fail, settle } = calls();
  const failing = add('a', false);
  const seen = expect(failing).rejects.toThrow('a');
  void add('b', false);
  await settle();
  await fail('a');
  await seen;
  expect(started).toEqual(['a', 'b']);
});
