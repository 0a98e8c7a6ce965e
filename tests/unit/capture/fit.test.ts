import { readFileSync } from 'node:fs';
import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../../src/base/failure.ts';
import type { Offer } from '../../../src/capture/fit.ts';
import type { RowsKept } from '../../../src/tables/reading.ts';
import { openBytes, openFile } from '../../support/captures.ts';
import { nodeAssets } from '../../support/decode-table.ts';
import { fixture } from '../../support/fixtures.ts';
import { concat, hex, pcap, u16, u32, advInd } from '../../support/packet-file.ts';

/** Link type 256, one frame a second, every third said to have a wrong CRC. */
const rf = (i: number): Uint8Array =>
  concat([
    [12, 200, 128, 0],
    u32(0x8e89bed6),
    u16(0x0413 | (i % 3 === 0 ? 0 : 0x0800)),
    advInd('C1:02:03:04:05:06', hex('02010605094142433e')),
  ]);
const capture = pcap(
  Array.from({ length: 3000 }, (_, i) => ({ seconds: 1_700_000_000 + i, data: rf(i) })),
  { linkType: 256 },
);

async function refusal(bytes: Uint8Array<ArrayBuffer>, name: string, memory_bytes: number, keep?: RowsKept): Promise<WorkbenchError> {
  const opened = await openBytes(bytes, name, { memory_bytes, choice: { keep }, assets: nodeAssets }).catch((error: unknown) => error);
  if (!(opened instanceof WorkbenchError)) throw new Error('expected a refusal', { cause: opened });
  return opened;
}
const offersOf = (error: WorkbenchError): readonly Offer[] => error.details['offers'] as Offer[];

describe('a file that does not fit', () => {
  it('says so before the first row is sent, with the figures', async () => {
    const error = await refusal(capture, 'a.pcap', 200_000);
    expect(error.code).toBe('TOO_LARGE_FOR_MEMORY');
    expect(error.message).toMatch(
      /^expected a file whose rows fit into the 0.2 MB .*, found about 3,000 rows of \d+ bytes, 0\.\d MB; to read all of it, type: capture-workbench convert FILE --to parquet .*docs\/how-to\/scale\.md\)$/,
    );
    expect(error.details).toMatchObject({ rows: 3000, memory_bytes: 200_000 });
  });

  it('offers parts that fit, and each works when it is taken', async () => {
    const error = await refusal(capture, 'a.pcap', 400_000);
    const offers = offersOf(error);
    expect(offers.map(({ keep }) => Object.keys(keep))).toEqual([['columns'], ['time_window']]);
    for (const { keep } of offers) {
      const { summary, columns } = await openBytes(capture, 'a.pcap', { memory_bytes: 400_000, choice: { keep } });
      expect(summary.row_count).toBeGreaterThan(500);
      expect(columns['advertiser_addr']).toHaveLength(summary.row_count);
      expect(summary.warnings.map(({ code }) => code)).toContain('PARTLY_LOADED');
    }
    const roomy = offersOf(await refusal(capture, 'a.pcap', 800_000));
    const sound = roomy.find(({ keep }) => keep.crc_ok_only === true);
    const { summary, columns } = await openBytes(capture, 'a.pcap', { memory_bytes: 800_000, choice: { keep: sound?.keep } });
    expect(summary.row_count).toBe(2000);
    expect(new Set(columns['crc_ok'])).toEqual(new Set([true]));
  });

  it('is estimated from its start where it is long, compressed or not', async () => {
    const long = pcap(
      Array.from({ length: 90_000 }, (_, i) => ({ seconds: 1_700_000_000 + i, data: rf(i) })),
      { linkType: 256 },
    );
    for (const [bytes, name] of [
      [long, 'a.pcap'],
      [new Uint8Array(gzipSync(long, { level: 1 })), 'a.pcap.gz'],
    ] as const) {
      const error = await refusal(bytes, name, 2_000_000);
      expect(Number(error.details['rows']) / 90_000).toBeGreaterThan(0.9);
      expect(Number(error.details['rows']) / 90_000).toBeLessThan(1.1);
    }
  });

  it('is refused on the way too, when the estimate was not asked', async () => {
    const error = await refusal(capture, 'a.pcap', 200_000, { time_window: { start_ms: 0, end_ms: 4e12 } });
    expect(error.message).toContain('found more than');
    const [offer] = offersOf(error).slice(-1);
    expect(offer?.keep.time_window?.start_ms).toBe(1_700_000_000_000);
  });

  it('tables and Parquet files say it as well', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `${String(1_700_000_000 + i)},AA:BB:CC:DD:EE:FF,${'x'.repeat(100)}`);
    const csv = new TextEncoder().encode(`time,addr,filler\n${rows.join('\n')}\n`);
    const offers = offersOf(await refusal(csv, 'a.csv', 100_000));
    expect(offers[0]?.keep.columns).toEqual(['time', 'addr']);
    const { header } = await openBytes(csv, 'a.csv', { memory_bytes: 100_000, choice: { keep: offers[0]!.keep } });
    expect(header.columns.map(({ name }) => name)).toEqual(['time', 'addr']);
    const parquet = new Uint8Array(readFileSync('tests/fixtures/tables/types-snappy.parquet'));
    expect((await refusal(parquet, 'a.parquet', 1000)).message).toMatch(/found about [\d,]+ rows/);
  });

  it('that is small enough is not held up', async () => {
    const { summary } = await openBytes(capture, 'a.pcap', { memory_bytes: 1e9 });
    expect(summary).toMatchObject({ row_count: 3000, warnings: [] });
  });
});

describe('a part of a capture', () => {
  it('holds the very rows of the whole', async () => {
    const path = fixture('mitll/anechoic_nrf52_90.pcapng');
    const whole = await openFile(path);
    const middle = Number(whole.columns['ts_us']![4000]) / 1000;
    const keep = { time_window: { start_ms: Math.floor(middle), end_ms: Math.floor(middle) + 5000 }, crc_ok_only: true };
    const part = await openFile(path, { choice: { keep } });
    const rows = (whole.columns['ts_us'] ?? []).flatMap((us, i) => {
      const ms = Math.floor(Number(us) / 1000);
      return ms >= keep.time_window.start_ms && ms <= keep.time_window.end_ms && whole.columns['crc_ok']![i] !== false ? [i] : [];
    });
    expect(rows.length).toBeGreaterThan(10);
    for (const [name, values] of Object.entries(whole.columns)) expect(part.columns[name]).toEqual(rows.map((i) => values[i]));
    expect(part.summary.time_range!.start_ms).toBeGreaterThanOrEqual(keep.time_window.start_ms);
    expect(part.summary.time_range!.end_ms).toBeLessThanOrEqual(keep.time_window.end_ms + 1);
  });

  it.each([
    [{ columns: ['nope'] }, /the name of a column .*, found "nope"/],
    [{ crc_ok_only: true }, /a column crc_ok/],
    [{ time_window: { start_ms: 0, end_ms: 1 } }, /a column that says the time/],
  ])('is refused where the table has no such thing: %j', async (keep, message) => {
    await expect(openBytes(new TextEncoder().encode('a,b\n1,x\n2,y\n'), 'a.csv', { choice: { keep } })).rejects.toThrow(message);
  });
});
