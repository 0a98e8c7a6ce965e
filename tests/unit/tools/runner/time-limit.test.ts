import { expect, test } from 'vitest';
import { timeLimit } from '../../../../src/tools/runner/time-limit.ts';
import { TestClock } from '../../../support/test-clock.ts';

function limitOf(ms: number) {
  const clock = new TestClock();
  let passed = 0;
  return { clock, limit: timeLimit(clock, ms, () => (passed += 1)), passed: () => passed };
}

test('a limit passes once, after its time', async () => {
  const { clock, passed } = limitOf(100);
  await clock.advance(99);
  expect(passed()).toBe(0);
  await clock.advance(1000);
  expect(passed()).toBe(1);
});

test('time in which a person is asked does not count, even if several questions overlap', async () => {
  const { clock, limit, passed } = limitOf(100);
  const ends: (() => void)[] = [];
  const ask = (): Promise<void> => limit.hold(() => new Promise((resolve) => ends.push(resolve)));
  await clock.advance(60);
  const [first, second] = [ask(), ask()];
  await clock.advance(10_000);
  ends[0]?.();
  await first;
  await clock.advance(10_000);
  ends[1]?.();
  await second;
  await clock.advance(39);
  expect(passed()).toBe(0);
  await clock.advance(1);
  expect(passed()).toBe(1);
});

test('a limit that was ended during a question does not start again, and a failed question starts it again', async () => {
  const ended = limitOf(100);
  let answer = (): void => undefined;
  const asking = ended.limit.hold(() => new Promise<void>((resolve) => (answer = resolve)));
  ended.limit.end();
  answer();
  await asking;
  await ended.clock.advance(1000);
  expect(ended.passed()).toBe(0);

  const failed = limitOf(100);
  await expect(failed.limit.hold(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await failed.clock.advance(100);
  expect(failed.passed()).toBe(1);
});
