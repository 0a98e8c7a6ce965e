import { describe, expect, it } from 'vitest';
import { inOwnThread } from '../../../src/base/own-thread.ts';
import type { Thread, ThreadErrorListener } from '../../../src/base/own-thread.ts';

class RecordedThread implements Thread {
  ended = 0;
  readonly listeners = new Set<ThreadErrorListener>();

  addEventListener(_type: 'error', listener: ThreadErrorListener): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'error', listener: ThreadErrorListener): void {
    this.listeners.delete(listener);
  }

  terminate(): void {
    this.ended++;
  }

  fail(message: string): void {
    for (const listener of this.listeners) listener({ message });
  }
}

const died = (message: string): Error => new Error(`the thread ended: ${message}`);
const never = new Promise<never>(() => undefined);

describe('work in a thread of its own', () => {
  it('returns the answer and terminates the thread', async () => {
    const thread = new RecordedThread();
    const answer = await inOwnThread(
      () => thread,
      { what: 'counting', died },
      (given) => Promise.resolve(given === thread ? 42 : 0),
    );
    expect([answer, thread.ended, thread.listeners.size]).toEqual([42, 1, 0]);
  });

  it('ends when the signal fires, and starts no thread if it has already fired', async () => {
    const thread = new RecordedThread();
    const controller = new AbortController();
    const work = inOwnThread(
      () => thread,
      { what: 'counting', died, signal: controller.signal },
      () => never,
    );
    controller.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError', message: 'counting was cancelled' });
    expect(thread.ended).toBe(1);
    let started = 0;
    const start = () => {
      started++;
      return thread;
    };
    await expect(inOwnThread(start, { what: 'counting', died, signal: controller.signal }, () => never)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(started).toBe(0);
  });

  it("rejects work outside the thread with the reason of the thread's end", async () => {
    const thread = new RecordedThread();
    const controller = new AbortController();
    let heard: unknown = null;
    const work = inOwnThread(
      () => thread,
      { what: 'counting', died, signal: controller.signal },
      async (_thread, _fail, ended) => {
        await Promise.race([never, ended]).catch((error: unknown) => (heard = error));
        return never;
      },
    );
    controller.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    expect(heard).toMatchObject({ name: 'AbortError', message: 'counting was cancelled' });
  });

  it.each([
    ['its own error', (thread: RecordedThread) => thread.fail('no memory'), 'the thread ended: no memory'],
    ['a failure heard of elsewhere', (_: RecordedThread, fail: (reason: unknown) => void) => fail(new Error('no room')), 'no room'],
  ])('ends with %s', async (_name, cause, message) => {
    const thread = new RecordedThread();
    const work = inOwnThread(
      () => thread,
      { what: 'counting', died },
      (given, fail) => {
        cause(given, fail);
        return never;
      },
    );
    await expect(work).rejects.toThrow(message);
    expect(thread.ended).toBe(1);
  });
});
