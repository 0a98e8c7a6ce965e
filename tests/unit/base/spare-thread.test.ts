import { describe, expect, it } from 'vitest';
import type { Thread } from '../../../src/base/own-thread.ts';
import { SpareThread } from '../../../src/base/spare-thread.ts';

class RecordedThread implements Thread {
  ended = 0;
  private readonly listeners: ((event: { readonly message: string }) => void)[] = [];
  constructor(readonly number: number) {}

  addEventListener(_type: 'error', listener: (event: { readonly message: string }) => void): void {
    this.listeners.push(listener);
  }

  terminate(): void {
    this.ended++;
  }

  fail(): void {
    for (const listener of this.listeners) listener({ message: 'no memory' });
  }
}

function spare() {
  const started: RecordedThread[] = [];
  const threads = new SpareThread(() => {
    const thread = new RecordedThread(started.length);
    started.push(thread);
    return thread;
  });
  return { started, threads };
}

describe('a spare thread', () => {
  it('gives the one that is ready, each once, and starts one where none is', () => {
    const { started, threads } = spare();
    threads.prepare();
    threads.prepare();
    expect(started).toHaveLength(1);
    expect([threads.take().number, threads.take().number, started.length]).toEqual([0, 1, 2]);
    threads.prepare();
    expect([started.length, threads.take().number]).toEqual([3, 2]);
    expect(started.every(({ ended }) => ended === 0)).toBe(true);
  });

  it('does not give one that ended while it waited', () => {
    const { started, threads } = spare();
    threads.prepare();
    started[0]?.fail();
    expect([started[0]?.ended, threads.take().number]).toEqual([1, 1]);
  });

  it('leaves one that fails in use to whoever uses it', () => {
    const { started, threads } = spare();
    threads.prepare();
    const taken = threads.take();
    threads.prepare();
    taken.fail();
    expect([taken.ended, threads.take().number, started.length]).toEqual([0, 1, 2]);
  });

  it('takes one back that did its work, and ends it where one is ready or it ends by itself', () => {
    const { started, threads } = spare();
    const lent = threads.take();
    threads.giveBack(lent);
    expect(threads.take()).toBe(lent);
    threads.prepare();
    threads.giveBack(lent);
    expect([lent.ended, threads.take().number]).toEqual([1, 1]);
    const other = threads.take();
    threads.giveBack(other);
    other.fail();
    expect([other.ended, threads.take().number, started.length]).toEqual([1, 3, 4]);
  });
});
