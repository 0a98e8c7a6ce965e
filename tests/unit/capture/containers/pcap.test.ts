import { describe, expect, it } from 'vitest';
import { pcapDecoder } from '../../../../src/capture/decoders/pcap.ts';
import { pcapngDecoder } from '../../../../src/capture/decoders/pcapng.ts';
import { openBytes } from '../../../support/captures.ts';
import { advInd, concat, hex, pcap } from '../../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const second = advInd('C1:02:03:04:05:07', hex('020106'));

describe('pcap', () => {
  it.each([
    ['microseconds, little-endian', 0xa1b2c3d4, true, 123_456, 1_700_000_000_123_456n],
    ['microseconds, big-endian', 0xa1b2c3d4, false, 123_456, 1_700_000_000_123_456n],
    ['nanoseconds, truncated', 0xa1b23c4d, true, 123_456_789, 1_700_000_000_123_456n],
    ['nanoseconds, big-endian', 0xa1b23c4d, false, 999_999_999, 1_700_000_000_999_999n],
    ['modified records', 0xa1b2cd34, true, 1, 1_700_000_000_000_001n],
  ])('%s', async (_name, magic, little, fraction, us) => {
    const file = pcap([{ seconds: 1_700_000_000, fraction, data: frame }], { magic, little });
    const { header, columns, summary } = await openBytes(file, 'x.pcap');
    expect(header).toMatchObject({ format: 'pcap', kind: 'ble' });
    expect(columns['ts_us']).toEqual([us]);
    expect(columns['advertiser_addr']).toEqual(['C1:02:03:04:05:06']);
    expect(columns['crc_ok']).toEqual([true]);
    expect(summary).toMatchObject({ link_types: [251], time_base: 'epoch', row_count: 1, problem_count: 0, sensors: ['0'] });
  });

  it('counts the milliseconds of the time range so that every row lies inside', async () => {
    const records = [
      { seconds: 1_700_000_000, fraction: 1_999, data: frame },
      { seconds: 1_700_000_001, fraction: 1, data: frame },
    ];
    const { summary } = await openBytes(pcap(records), 'x.pcap');
    expect(summary.time_range).toEqual({ start_ms: 1_700_000_000_001, end_ms: 1_700_000_001_001 });
  });

  it('says when there is no wall clock', async () => {
    const { summary } = await openBytes(pcap([{ seconds: 5, data: frame }]), 'x.pcap');
    expect(summary.time_base).toBe('relative');
    expect(summary.warnings.map(({ code }) => code)).toEqual(['NO_WALL_CLOCK']);
  });

  it('keeps what stands before the cut', async () => {
    const whole = pcap([
      { seconds: 1_700_000_000, data: frame },
      { seconds: 1_700_000_001, data: second },
    ]);
    const { columns, problems } = await openBytes(whole.slice(0, -3), 'x.pcap');
    expect(columns['packet_no']).toEqual([1]);
    expect(problems).toEqual([
      { offset: 24 + 16 + frame.length, record: 2, code: 'RECORD_CUT', message: expect.stringContaining('the file ends') as string },
    ]);
  });

  it('finds its way again behind a record whose length is a lie', async () => {
    const record = (seconds: number, data: Uint8Array): Uint8Array => pcap([{ seconds, data }]).subarray(24);
    const lie = record(1_700_000_001, frame);
    lie.set([0xff, 0xff, 0xff, 0xff], 8);
    const file = concat([
      pcap([{ seconds: 1_700_000_000, data: frame }]),
      lie,
      record(1_700_000_002, second),
      record(1_700_000_003, second),
    ]);
    const { columns, problems } = await openBytes(file, 'x.pcap');
    expect(columns['advertiser_addr']).toEqual(['C1:02:03:04:05:06', 'C1:02:03:04:05:07', 'C1:02:03:04:05:07']);
    expect(problems.map(({ code, record: no }) => [code, no])).toEqual([['RECORD_LENGTH', 2]]);
    expect(columns['packet_no']).toEqual([1, 3, 4]);
  });

  it('declines another link type by name and packet count', async () => {
    const file = pcap([{ seconds: 1, data: hex('00'.repeat(60)) }], { linkType: 1 });
    await expect(openBytes(file, 'x.pcap')).rejects.toThrow(
      /expected Bluetooth LE .* found a pcap file with 1 packet of link type 1 \(Ethernet\)/,
    );
  });

  it('opens without packets when packets could have come', async () => {
    const { summary } = await openBytes(pcap([]), 'x.pcap');
    expect(summary).toMatchObject({ row_count: 0, link_types: [], time_base: 'none', time_range: null });
    expect(summary.warnings.map(({ code }) => code)).toEqual(['NO_PACKETS']);
  });

  it.each([
    ['empty', new Uint8Array(0), /found an empty file/],
    ['text', new TextEncoder().encode('hello, this is a note\nsecond line'), /found text that begins with "hello, this is a note"/],
    ['a header cut short', pcap([]).slice(0, 10), /expected a pcap header of 24 bytes, found 10/],
    ['bytes of nothing known', hex('0001020380'.repeat(20)), /found bytes that begin with 00 01 02 03 80/],
  ])('declines what is no capture: %s', async (_name, bytes, message) => {
    await expect(openBytes(bytes as Uint8Array<ArrayBuffer>, 'x.pcap', { decoders: [pcapDecoder, pcapngDecoder] })).rejects.toThrow(
      message,
    );
  });
});
