import { describe, expect, it } from 'vitest';
import { openBytes, openFile } from '../../../support/captures.ts';
import { fixture } from '../../../support/fixtures.ts';
import { advInd, concat, hex, pcap } from '../../../support/packet-file.ts';
import { skippableFrame, ZSTD_MAGIC, zstdBlock, zstdFrame, zstdStore } from '../../../support/zstd-file.ts';

const records = Array.from({ length: 300 }, (_, i) => ({ seconds: 1_700_000_000 + i, data: advInd('C1:02:03:04:05:06', hex('020106')) }));
const capture = pcap(records);
const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);

describe('Zstandard', () => {
  it('gives the rows of the capture inside, whatever the file is called', async () => {
    const plain = await openFile(fixture('hackrf/ble_all_adv.pcap'));
    const packed = await openFile(fixture('hackrf/ble_all_adv.pcap.zst'));
    expect(packed.columns).toEqual(plain.columns);
    expect(packed.header.format).toBe(plain.header.format);
    expect(packed.summary.bytes).toBe(3286);
    expect((await openBytes(bytes(zstdStore(capture)), 'no-extension')).summary.row_count).toBe(300);
  });

  it('reads frames that follow each other, and passes over skippable ones', async () => {
    const file = concat([
      skippableFrame([1, 2, 3]),
      zstdStore(capture.subarray(0, 2000)),
      skippableFrame([]),
      zstdStore(capture.subarray(2000)),
    ]);
    const { summary } = await openBytes(file, 'a.pcap.zst');
    expect(summary).toMatchObject({ row_count: 300, problem_count: 0 });
  });

  it('keeps what stands before the damage', async () => {
    const whole = zstdStore(capture);
    const cut = await openBytes(bytes(whole.subarray(0, whole.length - 1500)), 'a.zst');
    expect(cut.summary.row_count).toBeGreaterThan(200);
    expect(cut.problems.map(({ code }) => code)).toContain('ARCHIVE_DAMAGED');
    const tail = await openBytes(concat([whole, hex('00112233445566778899')]), 'a.zst');
    expect(tail.problems).toMatchObject([{ code: 'ARCHIVE_DAMAGED', message: expect.stringContaining('found 00 11 22 33') as string }]);
  });

  it.each([
    ['a window of 256 MiB', zstdFrame([zstdBlock([1], true)], 18 << 3), /a window of 268435456 bytes, at most 128 MiB/],
    [
      '4 EiB in one piece',
      concat([ZSTD_MAGIC, [0xe0, 0, 0, 0, 0, 0, 0, 0, 0x40], zstdBlock([1], true)]),
      /a window of 46116860184\d+ bytes/,
    ],
    ['a dictionary', concat([ZSTD_MAGIC, [0x01, 7 << 3, 9], zstdBlock([1], true)]), /needs a dictionary/],
    ['a block of the reserved type', zstdFrame([zstdBlock([1], true, 3)]), /reserved type/],
    ['a block of 1 MiB', zstdFrame([zstdBlock([1], true, 1, 1 << 20)]), /at most 131072 are allowed/],
  ])('refuses %s with one clear error', async (_, file, message) => {
    await expect(openBytes(bytes(file), 'a.zst')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringMatching(message) as string,
    });
  });

  it('refuses what is made to fill memory', async () => {
    const run = zstdBlock([0], false, 1, 128 * 1024);
    const bomb = zstdFrame([zstdBlock(capture.subarray(0, 1000), false), ...Array.from({ length: 4000 }, () => run), zstdBlock([], true)]);
    await expect(openBytes(bytes(bomb), 'a.pcap.zst')).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});
