import { describe, expect, it } from 'vitest';
import { guardedSink } from '../../../src/capture/guarded-sink.ts';

const IPC = new Uint8Array(0);

/** A sink that takes its time and says what it was given, in order. */
function slowSink(taken: number[], bad = -1) {
  let open = 0;
  return {
    header: () => Promise.resolve(),
    rows: async (_ipc: Uint8Array, rows: number): Promise<void> => {
      expect(++open).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open--;
      if (rows === bad) throw new TypeError('no room');
      taken.push(rows);
    },
    problems: () => Promise.resolve(),
  };
}

const sendAll = (sink: ReturnType<typeof guardedSink>) => Promise.allSettled([1, 2, 3, 4].map((rows) => sink.rows(IPC, rows)));

describe('guardedSink', () => {
  it('passes calls on one by one, in order, and counts what they took', async () => {
    const taken: number[] = [];
    const time = { insert: 0 };
    await sendAll(
      guardedSink(
        slowSink(taken),
        () => false,
        () => undefined,
        time,
      ),
    );
    expect(taken).toEqual([1, 2, 3, 4]);
    expect(time.insert).toBeGreaterThan(0);
  });

  it('passes nothing on after the end of the import', async () => {
    const taken: number[] = [];
    const results = await sendAll(
      guardedSink(
        slowSink(taken),
        () => taken.length === 2,
        () => undefined,
      ),
    );
    expect(taken).toEqual([1, 2]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });

  it('tells of the first failure as it was, and passes nothing on after it', async () => {
    const taken: number[] = [];
    const failures: unknown[] = [];
    await sendAll(
      guardedSink(
        slowSink(taken, 2),
        () => false,
        (reason) => failures.push(reason),
      ),
    );
    expect(taken).toEqual([1]);
    expect(failures).toEqual([new TypeError('no room')]);
  });
});
