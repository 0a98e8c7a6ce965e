import { describe, expect, it } from 'vitest';
import type { Decoder } from '../../../src/capture/decoder.ts';
import { readCapture } from '../../../src/capture/read-capture.ts';
import { RecordTally } from '../../../src/capture/record-count.ts';
import { BLOCKS_AHEAD, MOST_PROBLEMS } from '../../../src/capture/sink-output.ts';
import { openBytes } from '../../support/captures.ts';
import { advInd, hex, pcap } from '../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const capture = (count: number, data: Uint8Array = frame): Uint8Array<ArrayBuffer> =>
  pcap(Array.from({ length: count }, (_, i) => ({ seconds: 1_700_000_000 + i, data })));

describe('readCapture', () => {
  it('counts every problem and hands on the first ten thousand', async () => {
    const { problems, summary } = await openBytes(capture(MOST_PROBLEMS + 500, hex('0102')), 'x.pcap');
    expect(summary).toMatchObject({ row_count: 0, problem_count: MOST_PROBLEMS + 500, link_types: [251] });
    expect(problems).toHaveLength(MOST_PROBLEMS);
  });

  it('lists the columns in which no row has a value, also those that were sent empty, and none of a capture without rows', async () => {
    const csv = new TextEncoder().encode('none,n,late\n,1,\n,2,\n,2,x\n');
    expect((await openBytes(csv, 'x.csv')).summary.empty_columns).toEqual(['none']);
    const plain = await openBytes(capture(2), 'x.pcap');
    expect(plain.summary.empty_columns).toContain('rssi');
    expect(plain.summary.empty_columns).not.toContain('advertiser_addr');
    expect((await openBytes(capture(1, hex('0102')), 'x.pcap')).summary).toMatchObject({ row_count: 0, empty_columns: [] });
  });

  it('sends a few blocks ahead, waits for the sink past that, and ends when it has taken all', async () => {
    let open = 0;
    let most = 0;
    let taken = 0;
    const sink = {
      header: () => Promise.resolve(),
      rows: async (_ipc: Uint8Array, rows: number): Promise<void> => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        open--;
        taken += rows;
      },
      problems: () => Promise.resolve(),
    };
    const { row_count } = await readCapture(new Blob([capture(5000)]), 'x.pcap', sink, { batch_rows: 512 });
    expect([row_count, taken, most]).toEqual([5000, 5000, BLOCKS_AHEAD]);
  });

  it('sends ahead past the problems of a block', async () => {
    let open = 0;
    let most = 0;
    const slow = async (): Promise<void> => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open--;
    };
    const sink = { header: () => Promise.resolve(), rows: slow, problems: slow };
    const packets = Array.from({ length: 4000 }, (_, i) => ({ seconds: i, data: i % 100 === 99 ? hex('0102') : frame }));
    const { problem_count } = await readCapture(new Blob([pcap(packets)]), 'x.pcap', sink, { batch_rows: 512 });
    expect([problem_count, most]).toEqual([40, 2 * BLOCKS_AHEAD]);
  });

  it('ends with the caller and with the sink', async () => {
    const controller = new AbortController();
    const sink = {
      header: () => Promise.resolve(),
      rows: () => Promise.resolve(controller.abort()),
      problems: () => Promise.resolve(),
    };
    const reading = readCapture(new Blob([capture(3000)]), 'x.pcap', sink, { batch_rows: 512, signal: controller.signal });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    const full = { ...sink, rows: () => Promise.reject(new Error('no room')) };
    await expect(readCapture(new Blob([capture(3)]), 'x.pcap', full)).rejects.toThrow('no room');
    await expect(readCapture(new Blob([capture(9000)]), 'x.pcap', full, { batch_rows: 512 })).rejects.toThrow('no room');
  });

  it('covers every row with whole milliseconds, before 1970 too, and keeps one warning per code', async () => {
    const decoder: Decoder = {
      name: 'fake',
      kind: 'table',
      probe: () => ({ confidence: 1, format: 'fake' }),
      async decode(_source, output) {
        await output.begin('fake', []);
        output.warning('A', 'first');
        output.warning('A', 'second');
        return {
          records: new RecordTally().end(),
          link_types: [],
          channels: [],
          sensors: [],
          time_base: 'epoch',
          time_range_us: { start: -1n, end: 1001n },
        };
      },
    };
    const { summary } = await openBytes(new Uint8Array([1]), 'x', { decoders: [decoder] });
    expect(summary.time_range).toEqual({ start_ms: -1, end_ms: 2 });
    expect(summary.warnings).toEqual([{ code: 'A', message: 'first' }]);
  });

  it('tells its progress in bytes, and the rows that came of them', async () => {
    const seen: unknown[] = [];
    const bytes = capture(10);
    await openBytes(bytes, 'x.pcap', { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ phase: 'reading', done: bytes.length, total: bytes.length, unit: 'bytes', rows: 10 });
  });
});
