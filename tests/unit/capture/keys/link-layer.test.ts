import { expect, it } from 'vitest';
import { crc24, crcStateOf } from '../../../../src/ble/crc24.ts';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { openBytes } from '../../../support/captures.ts';
import { advertisingFrame, concat, hex, pcap, u16, u32 } from '../../../support/packet-file.ts';
import { leaks } from '../../../support/planted-keys.ts';

const ACCESS = 0xaf9a8b7c;
const CRC_INIT = 0x123456;
const KEY = Uint8Array.from({ length: 16 }, (_, i) => 0xa1 + i * 3);

const request = advertisingFrame(
  concat([
    [0x05, 34],
    hex('010203040506'),
    hex('0708090a0b0c'),
    u32(ACCESS),
    u32(CRC_INIT).slice(0, 3),
    [3],
    u16(1),
    u16(40),
    u16(0),
    u16(400),
    hex('ffffffff1f'),
    [5],
  ]),
);

/** A data PDU of the connection that `request` makes. */
function data(llid: number, payload: ArrayLike<number>, damaged = false): Uint8Array {
  const pdu = concat([[llid, payload.length], payload]);
  const crc = crc24(pdu, 0, pdu.length, crcStateOf(CRC_INIT)) ^ (damaged ? 4 : 0);
  return concat([u32(ACCESS), pdu, [crc & 255, (crc >> 8) & 255, crc >> 16]]);
}

const smp = concat([u16(17), u16(6), [8], KEY]);
const frames = [
  request,
  data(2, concat([u16(3), u16(4), [0x0a, 3, 0]])),
  data(3, hex('03112233445566778899aabbccddeeff00112233445566')),
  data(2, smp),
  data(2, smp, true),
  data(3, concat([[0x05]])),
  data(2, smp),
  ...Array.from({ length: 20 }, (_, i) => [data(2, smp.subarray(0, i + 1)), data(1, smp.subarray(i + 1))]).flat(),
  data(1, concat([KEY, KEY])),
  data(3, concat([[0x77], KEY])),
  data(2, concat([u16(20), u16(4), [0x1b, 1, 0], KEY.subarray(0, 7)])),
  data(1, concat([KEY.subarray(0, 10)])),
  data(2, concat([u16(21), u16(4), hex('1221000401'), KEY])),
];

/** The header of each link type before a link-layer frame. */
const FRONTS: Readonly<Record<string, readonly [linkType: number, front: (frame: Uint8Array) => ArrayLike<number>]>> = {
  'without a header': [251, () => []],
  'with an RF header': [256, () => concat([[12, 0xc4, 0, 0], u32(0), u16(0x0002)])],
  'of the Nordic sniffer': [272, (frame) => concat([[1, ...u16(10 + frame.length), 2], u16(7), [6], [10, 1, 12, 60], u16(1), u32(300)])],
  'in PPI': [192, () => concat([[0, 0], u16(24), u32(251), u16(30_006), u16(12), [0], u16(2402), [0], u32(1000), [0xc4, 0xc4, 0xc4, 1]])],
};

it.each(Object.entries(FRONTS))(
  'a capture of the air %s holds no key of the Security Manager, and gives the same rows',
  async (_, [linkType, front]) => {
    const bytes = pcap(
      frames.map((frame, i) => ({ seconds: 1_700_000_000 + i, data: concat([front(frame), frame]) })),
      { linkType },
    );
    expect(leaks(bytes, [KEY])).toHaveLength(9);
    const copy = new Uint8Array(await (await withoutKeyMaterial(new Blob([bytes]), 'air.pcap')).arrayBuffer());
    expect(leaks(copy, [KEY])).toEqual([]);
    const [before, after] = [await openBytes(bytes, 'air.pcap'), await openBytes(copy, 'air.pcap')];
    expect(before.summary.row_count).toBe(frames.length);
    expect(after.columns).toEqual(before.columns);
    expect(after.problems).toEqual(before.problems);
    // Attributes in one piece and control PDUs stay.
    for (const kept of [frames[1]!, frames[2]!]) expect(Buffer.from(copy).includes(Buffer.from(kept))).toBe(true);
  },
);
