import { describe, expect, it } from 'vitest';
import type { DecodeOutput } from '../../../src/capture/decoder.ts';
import { scanLog } from '../../../src/live/recording/log.ts';
import { MemoryRecorder } from '../../../src/live/recording/recorder.ts';
import { SpillingRecorder } from '../../../src/live/recording/spilling.ts';
import { ScanWriter } from '../../../src/live/writer.ts';
import { fakeAdvert } from '../../support/live/fake-source.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const text = async (recorder: { read(): Promise<Uint8Array> }): Promise<string> => new TextDecoder().decode(await recorder.read());

describe('a recording whose storage fills up', () => {
  /** Takes so many bytes; more is refused whole, as the private files of a browser do. */
  class Small extends MemoryRecorder {
    constructor(private readonly room: number) {
      super();
    }
    override append(more: Uint8Array<ArrayBuffer>): Promise<void> {
      if (this.bytes + more.length > this.room) return Promise.reject(new DOMException('no room', 'QuotaExceededError'));
      return super.append(more);
    }
  }

  it('goes on in memory: whole, in order, and says since when', async () => {
    const recorder = new SpillingRecorder(Object.assign(new Small(10), { place: 'opfs' as const }));
    await recorder.append(bytes('12345'));
    expect([recorder.place, recorder.failure]).toEqual(['opfs', null]);
    // The third would fit again, but must not come before the second.
    for (const part of ['6789abc', 'de']) await recorder.append(bytes(part));
    expect(recorder).toMatchObject({ place: 'memory', bytes: 14, failure: { name: 'QuotaExceededError' } });
    expect(await text(recorder)).toBe('123456789abcde');
    expect(await (await recorder.finish('a.ndjson', 'application/x-ndjson')).text()).toBe('123456789abcde');
    await recorder.discard();
    expect(recorder.bytes).toBe(0);
  });

  it('is the stored file alone as long as all of it fits', async () => {
    const recorder = new SpillingRecorder(new Small(100));
    await recorder.append(bytes('whole'));
    expect(await (await recorder.finish('a.ndjson', 'text/plain')).text()).toBe('whole');
  });
});

describe('a scan beside a busy query engine', () => {
  /** An engine that takes rows only when it is let. */
  function busy() {
    const waiting: (() => void)[] = [];
    const held = { now: false, rows: 0, tables: 0 };
    const output = (): DecodeOutput => {
      held.tables++;
      held.rows = 0;
      return {
        begin: () => Promise.resolve(),
        batch: async ({ rows }) => {
          if (held.now) await new Promise<void>((resolve) => waiting.push(resolve));
          held.rows += rows;
        },
        problem: () => undefined,
        warning: () => undefined,
      };
    };
    const go = (): void => {
      held.now = false;
      for (const each of waiting.splice(0)) each();
    };
    return { held, output, go };
  }

  async function writing() {
    const engine = busy();
    const recorder = new MemoryRecorder();
    const sink = { output: engine.output, grown: () => undefined, discard: () => Promise.resolve() };
    const failures: Error[] = [];
    const run = { link_type: null, receiver: 'test' };
    const writer = new ScanWriter(run, scanLog('test', 0), recorder, sink, (error) => void failures.push(error));
    await writer.open();
    return { ...engine, recorder, writer, failures };
  }

  it('is recorded at once; its rows follow when the engine has time, each once and in order', async () => {
    const { held, go, recorder, writer, failures } = await writing();
    held.now = true;
    const pumps: Promise<void>[] = [];
    for (let second = 0; second < 5; second++) {
      for (let i = 0; i < 100; i++) writer.add(fakeAdvert({ us: second * 100 + i }));
      pumps.push(writer.pump());
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect((await text(recorder)).trim().split('\n')).toHaveLength(501);
    expect([writer.rows, held.rows]).toEqual([0, 0]);
    expect(writer.waiting).toBeGreaterThanOrEqual(400);
    go();
    await Promise.all(pumps);
    expect([writer.rows, held.rows, writer.waiting, failures]).toEqual([500, 500, 0, []]);
  });

  it('is not doubled when the table is filled again from a recording that is ahead of the rows', async () => {
    const { held, go, writer } = await writing();
    writer.add(fakeAdvert());
    await writer.pump();
    held.now = true;
    writer.add(fakeAdvert());
    const stuck = writer.pump();
    const refilled = writer.refill();
    // Heard after the refill was asked for, recorded before it reads.
    writer.add(fakeAdvert());
    const late = writer.pump();
    go();
    await Promise.all([stuck, refilled, late]);
    expect([writer.rows, held.rows, held.tables]).toEqual([3, 3, 2]);
  });

  it('is recorded whole while the engine is stuck for minutes; its rows come from the recording then', async () => {
    const { held, go, recorder, writer, failures } = await writing();
    held.now = true;
    const pumps: Promise<void>[] = [];
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 50_000; i++) writer.add(fakeAdvert({ us: minute * 50_000 + i }));
      pumps.push(writer.pump());
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect([writer.dropped, writer.waiting, (await text(recorder)).trim().split('\n').length]).toEqual([0, 150_000, 150_001]);
    go();
    await Promise.all(pumps);
    writer.add(fakeAdvert());
    await writer.pump();
    expect([writer.rows, held.rows, writer.waiting, failures]).toEqual([150_001, 150_001, 0, []]);
  });

  it('drops what no memory should hold, and counts it', async () => {
    const { writer } = await writing();
    const advert = fakeAdvert();
    for (let i = 0; i < 120_003; i++) writer.add(advert);
    expect([writer.waiting, writer.dropped]).toEqual([120_000, 3]);
  });
});
