import * as comlink from 'comlink';
import { livingWorker } from '../threads/living-worker.ts';
import { inOwnThread } from '../base/own-thread.ts';
import { freshFrom } from './file-hash.ts';
import type { HashBlob, StreamHash } from './file-hash.ts';
import HashThread from './hash.worker.ts?worker&inline';
import type { HashWorker } from './hash.worker.ts';

const startHash = (): Worker => livingWorker((options) => new HashThread(options), 'hash');

/** Windows that may wait for the thread. */
const WINDOWS_AHEAD = 2;

/**
 * A hash in a thread of its own, for the reader's thread: decoding does not wait for it. Ends with its answer, or with the thread that started it.
 */
export const hashInThread: StreamHash = () => {
  const thread = startHash();
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (fail = reject));
  ended.catch(() => undefined);
  thread.addEventListener('error', ({ message }) => fail(died(message)));
  const remote = comlink.wrap<HashWorker>(thread);
  const ahead: Promise<void>[] = [];
  let done = 0;
  let held = 0;
  return Promise.resolve({
    async update(bytes: Uint8Array, offset: number): Promise<void> {
      const fresh = freshFrom(done, bytes, offset);
      if (fresh < 0) return;
      // The decoder goes on with the window, so the thread gets a copy: 8 MB take a few milliseconds.
      const copy = bytes.slice(fresh);
      const { length, buffer } = copy;
      done += length;
      held += length;
      const taken = remote.update(comlink.transfer(copy, [buffer])).then(() => void (held -= length));
      taken.catch(() => undefined);
      ahead.push(taken);
      if (ahead.length > WINDOWS_AHEAD) await Promise.race([ahead.shift(), ended]);
    },
    get done() {
      return done;
    },
    get held() {
      return held;
    },
    async digest() {
      try {
        return await Promise.race([Promise.all(ahead).then(() => remote.digest()), ended]);
      } finally {
        thread.terminate();
      }
    },
  });
};

/** The same for a file that is read by place: the thread reads it once more, while the reader's thread already decodes. */
export const hashBlobInThread: HashBlob = (blob) =>
  inOwnThread(startHash, { what: 'hashing the file', died }, (thread) => comlink.wrap<HashWorker>(thread).file(blob));

const died = (message: string): Error => new Error(`the digest's thread ended: ${message}`);
