import { describe, expect, it } from 'vitest';
import { RadioClock, airtimeUs } from '../../../../src/capture/link/radio-clock.ts';
import { openBytes } from '../../../support/captures.ts';
import { advInd, concat, hex, pcap, u16, u32 } from '../../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
/** 8 µs per byte: preamble, access address, PDU and CRC. */
const AIRTIME = 8 * (1 + frame.length);

interface Shape {
  readonly version?: number;
  readonly counter?: number;
  readonly id?: number;
  readonly flags?: number;
  readonly channel?: number;
  readonly time?: number;
  readonly body?: Uint8Array;
}

function nordic({ version = 2, counter = 0, id = 6, flags = 1, channel = 37, time = 0, body = frame }: Shape): Uint8Array {
  const event = concat([[10, flags, channel, 60, 0, 0], u32(time), body]);
  if (version === 0) return concat([[0xbe, 0xef, id], u16(counter), [0, 0, event.length - 1], event.subarray(1)]);
  if (version === 1) return concat([[11, 6, event.length, 1], u16(counter), [id], event]);
  return concat([[11], u16(event.length), [version], u16(counter), [id], event]);
}

const file = (shapes: readonly Shape[], seconds: (i: number) => number = (i) => 1_700_000_000 + i): Uint8Array<ArrayBuffer> =>
  pcap(
    shapes.map((shape, i) => ({ seconds: seconds(i), data: nordic(shape) })),
    { linkType: 272 },
  );

describe('link type 272', () => {
  it.each([0, 1, 2])('version %d: header, and a radio clock from the gaps between frames', async (version) => {
    const { columns, summary } = await openBytes(
      file([
        { version, time: 99, counter: 1 },
        { version, time: 150, counter: 2, flags: 0, channel: 38 },
      ]),
      'x',
    );
    expect(columns['advertiser_addr']).toEqual(['C1:02:03:04:05:06', 'C1:02:03:04:05:06']);
    expect(columns['rssi']).toEqual([-60, -60]);
    expect(columns['channel']).toEqual([37, 38]);
    expect(columns['crc_ok']).toEqual([true, false]);
    expect(columns['radio_ts_us']).toEqual([0n, BigInt(AIRTIME + 150)]);
    expect(summary).toMatchObject({ link_types: [272], warnings: [] });
  });

  it('version 3: its own time, over the wrap of the counter', async () => {
    const { columns } = await openBytes(
      file([
        { version: 3, id: 2, time: 0xffff_fff0 },
        { version: 3, id: 2, time: 16, counter: 1 },
      ]),
      'x',
    );
    expect(columns['radio_ts_us']).toEqual([0xffff_fff0n, 0x1_0000_0010n]);
    expect(columns['adv_type']).toEqual(['ADV_IND', 'ADV_IND']);
  });

  it('names auxiliary PDUs as the sniffer does', async () => {
    const body = concat([hex('d6be898e 07 02 01 00'.replaceAll(' ', '')), hex('000000')]);
    const { columns } = await openBytes(
      file([0x01, 0x03, 0x05, 0x07].map((flags, counter) => ({ version: 3, id: 2, flags, channel: 5, body, counter }))),
      'x',
    );
    expect(columns['adv_type']).toEqual(['AUX_ADV_IND', 'AUX_CHAIN_IND', 'AUX_SYNC_IND', 'AUX_SCAN_RSP']);
  });

  it('leaves the opcode of ciphertext alone', async () => {
    const body = concat([hex('78563412 03 01 05'.replaceAll(' ', '')), hex('000000')]);
    const { columns } = await openBytes(
      file([
        { flags: 1, body, channel: 3 },
        { flags: 5, body, channel: 3, counter: 1 },
      ]),
      'x',
    );
    expect(columns['opcode']).toEqual(['LL_START_ENC_REQ', null]);
  });

  it('reports versions, packets and lengths it does not know', async () => {
    const short = nordic({ counter: 3 }).slice(0, 12);
    const event = nordic({ counter: 4 });
    event[7] = 200;
    const shapes = [nordic({ version: 9 }), nordic({ id: 14, counter: 1 }), short, event];
    const { problems, summary } = await openBytes(
      pcap(
        shapes.map((data) => ({ seconds: 1_700_000_000, data })),
        { linkType: 272 },
      ),
      'x',
    );
    expect(problems.map(({ code }) => code)).toEqual(['NORDIC_VERSION', 'NORDIC_PACKET', 'FRAME_SHORT', 'NORDIC_EVENT']);
    expect(summary.row_count).toBe(0);
  });

  it('says that the first frames waited in the buffer, and where frames were lost', async () => {
    const shapes = Array.from({ length: 20 }, (_, i) => ({ counter: i < 15 ? i : i + 3, time: 5_000_000 - AIRTIME }));
    const { summary } = await openBytes(
      file(shapes, (i) => (i < 10 ? 1_700_000_000 : 1_700_000_000 + (i - 10) * 5)),
      'x',
    );
    expect(summary.warnings.map(({ code }) => code)).toEqual(['STALE_BUFFER', 'RADIO_CLOCK_GAPS']);
    expect(summary.warnings[0]?.message).toContain('the first 10 frames');
    expect(summary.warnings[1]?.message).toContain('lost 3 frames in 1 place,');
    expect(summary.losses).toBeUndefined();
  });

  // The kernel reads an address from its second frame on, the host the first.
  it.each([
    ['the kernel', () => frame],
    ['the host', (i: number) => advInd(`C1:02:03:04:05:0${String(i)}`, hex('020106'))],
  ])('lists where at least 100 frames were lost at once, by the clock before: %s', async (_, body) => {
    const counters = [5, 6, 6 + 100, 6 + 100 + 101, 6 + 100 + 102, (6 + 100 + 103 + 40_000) & 0xffff];
    const { summary } = await openBytes(file(counters.map((counter, i) => ({ counter, time: 1000, body: body(i) }))), 'x');
    const at = (number: number): number => number * (AIRTIME + 1000);
    expect(summary.losses).toEqual([
      { receiver: '0', after_us: at(2), frames: 100 },
      { receiver: '0', after_us: at(4), frames: 40_000 },
    ]);
  });
});

describe('airtime', () => {
  it.each([
    ['1M, 2-byte PDU', 0, 2, false, 80],
    ['2M, 2-byte PDU', 1, 2, false, 44],
    ['coded S=8, 2-byte PDU', 2, 2, false, 720],
    ['coded S=2, 2-byte PDU', 2, 2, true, 462],
    ['1M, the longest data PDU', 0, 257, false, 2120],
  ] as const)('%s', (_name, phy, pduBytes, s2, us) => {
    expect(airtimeUs(phy, pduBytes, s2)).toBe(us);
  });

  it('a clock without frames says nothing', () => {
    expect(new RadioClock().staleStart()).toEqual({ frames: 0, late_us: 0 });
  });
});
