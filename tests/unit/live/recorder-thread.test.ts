import { expect, it } from 'vitest';
import { RecorderThread, SILENT_MS } from '../../../src/live/recording/recorder-thread.ts';
import type { RecorderReply } from '../../../src/live/recording/recorder.worker.ts';
import { ManualClock } from '../../support/live/manual-clock.ts';

/** A worker that answers when a test lets it. */
class FakeWorker extends EventTarget {
  requests = 0;
  terminated = false;

  postMessage(): void {
    this.requests++;
  }
  reply(data: RecorderReply): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
  terminate(): void {
    this.terminated = true;
  }
}

function thread() {
  const [worker, clock] = [new FakeWorker(), new ManualClock()];
  // The listener types of a worker's events are narrower than those of any event target.
  return { worker, clock, thread: new RecorderThread(worker as unknown as ConstructorParameters<typeof RecorderThread>[0], clock) };
}

const bytes = new Uint8Array(3);

it('answers requests in order, with the worker’s bytes or its error', async () => {
  const { worker, clock, thread: recorder } = thread();
  const [first, second] = [recorder.request({ kind: 'append', bytes }), recorder.request({ kind: 'read' })];
  worker.reply({ error: 'the disk is full' });
  worker.reply({ bytes });
  await expect(first).rejects.toThrow('the disk is full');
  expect(await second).toBe(bytes);
  expect([clock.pending, worker.terminated]).toEqual([0, false]);
});

it('ends a worker that does not answer, and rejects everything that waits and all later requests', async () => {
  const { worker, clock, thread: recorder } = thread();
  const waiting = [recorder.request({ kind: 'append', bytes }), recorder.request({ kind: 'append', bytes })];
  const rejected = Promise.all(waiting.map((each) => expect(each).rejects.toThrow('did not answer for 15 s')));
  clock.advance(SILENT_MS);
  await rejected;
  expect(worker.terminated).toBe(true);
  await expect(recorder.request({ kind: 'read' })).rejects.toThrow('did not answer');
  expect([worker.requests, clock.pending]).toEqual([2, 0]);
});

it('rejects everything that waits when the worker fails', async () => {
  const { worker, thread: recorder } = thread();
  const waiting = recorder.request({ kind: 'append', bytes });
  worker.fail('out of memory');
  await expect(waiting).rejects.toThrow('out of memory');
});
