import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Lifeline } from '../../../src/base/lifeline.ts';

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

describe('a lifeline', () => {
  it('passes on the value or error of a call', async () => {
    const life = new Lifeline();
    await expect(life.guard(Promise.resolve(7))).resolves.toBe(7);
    await expect(life.guard(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects pending and later calls with the first reason when it ends', async () => {
    const life = new Lifeline();
    const never = life.guard(new Promise(() => undefined));
    life.end(new Error('gone'));
    life.end(new Error('again'));
    await expect(never).rejects.toThrow('gone');
    await expect(life.guard(Promise.resolve(7))).rejects.toThrow('gone');
    await expect(life.guard(Promise.reject(new Error('late')))).rejects.toThrow('gone');
  });

  it('does not retain answers that were delivered', async () => {
    const life = new Lifeline();
    const answers: WeakRef<object>[] = [];
    for (let i = 0; i < 20; i++) {
      const answer = await life.guard(Promise.resolve(new Uint8Array(1000)));
      answers.push(new WeakRef(answer));
    }
    // References live to the end of a turn at least.
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    // The last one may still lie in a register.
    expect(answers.filter((answer) => answer.deref() !== undefined).length).toBeLessThan(3);
    life.end(new Error('after the check, so that it lived until then'));
  });
});
