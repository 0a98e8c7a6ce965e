import { describe, expect, it } from 'vitest';
import type { Thread, ThreadErrorListener } from '../../../src/base/own-thread.ts';
import { SpareThread } from '../../../src/base/spare-thread.ts';

class RecordedThread implements Thread {
  ended = 0;
  private readonly listeners = new Set<ThreadErrorListener>();
  constructor(readonly number: number) {}

  addEventListener(_type: 'error', listener: ThreadErrorListener): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'error', listener: ThreadErrorListener): void {
    this.listeners.delete(listener);
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
  it('is lent once, and another is started if none is ready', () => {
    const { started, threads } = spare();
    threads.prepare();
    threads.prepare();
    expect(started).toHaveLength(1);
    expect([threads.lend().thread.number, threads.lend().thread.number, started.length]).toEqual([0, 1, 2]);
    threads.prepare();
    expect([started.length, threads.lend().thread.number]).toEqual([3, 2]);
    expect(started.every(({ ended }) => ended === 0)).toBe(true);
  });

  it('is not lent if it ended while it waited', () => {
    const { started, threads } = spare();
    threads.prepare();
    started[0]?.fail();
    expect([started[0]?.ended, threads.lend().thread.number]).toEqual([1, 1]);
  });

  it('is terminated by its borrower if it fails', () => {
    const { started, threads } = spare();
    threads.prepare();
    const { thread } = threads.lend();
    threads.prepare();
    thread.fail();
    expect([thread.ended, threads.lend().thread.number, started.length]).toEqual([0, 1, 2]);
  });

  it('is terminated after its work unless the work marks it with `keep`', () => {
    const { started, threads } = spare();
    const first = threads.lend();
    first.terminate();
    const second = threads.lend();
    second.keep();
    second.terminate();
    expect([first.thread.ended, second.thread.ended, threads.lend().thread === second.thread, started.length]).toEqual([1, 0, true, 2]);
    // What was said of the work before does not hold for the next.
    const third = threads.lend();
    third.keep();
    third.terminate();
    threads.lend().terminate();
    expect([third.thread.ended, started.length]).toEqual([1, 3]);
  });

  it('is terminated if another is ready, or if it failed before or after it was kept', () => {
    const { threads } = spare();
    const spareBeside = threads.lend();
    threads.prepare();
    spareBeside.keep();
    spareBeside.terminate();
    expect(spareBeside.thread.ended).toBe(1);
    const failing = threads.lend();
    failing.keep();
    failing.thread.fail();
    failing.terminate();
    expect(failing.thread.ended).toBe(1);
    const waiting = threads.lend();
    waiting.keep();
    waiting.terminate();
    waiting.thread.fail();
    expect([waiting.thread.ended, threads.lend().thread === waiting.thread]).toEqual([1, false]);
  });
});
