import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { advInd, concat, hex, pcap, u16, u32 } from '../../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const ubertooth = concat([u16(30_006), u16(12), [0], u16(2426), [2], u32(12_345_678), [256 - 20, 256 - 40, 256 - 31, 50]]);
const ppi = (inner: number, fields: Uint8Array, body: Uint8Array): Uint8Array =>
  concat([[0, 0], u16(8 + fields.length), u32(inner), fields, body]);
const file = (frames: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  pcap(
    frames.map((data) => ({ seconds: 1_700_000_000, data })),
    { linkType: 192 },
  );

describe('link type 192', () => {
  it.each([147, 251])("reads Ubertooth's field and inner link type %d", async (inner) => {
    const { columns } = await openBytes(file([ppi(inner, ubertooth, frame)]), 'x');
    expect(columns['channel']).toEqual([38]);
    expect(columns['rssi']).toEqual([-31]);
    expect(columns['radio_ts_us']).toEqual([2n * 327_680_000n + 1_234_567n]);
    expect(columns['advertiser_addr']).toEqual(['C1:02:03:04:05:06']);
    expect(columns['crc_ok']).toEqual([true]);
  });

  it('reads a frame without fields, and one with a header of link type 256 inside', async () => {
    const inner = concat([[0, 0xc4, 0, 0], u32(0), u16(0x0013), frame]);
    const { columns } = await openBytes(file([ppi(251, new Uint8Array(0), frame), ppi(256, new Uint8Array(0), inner)]), 'x');
    expect(columns['channel']).toEqual([null, 37]);
    expect(columns['crc_ok']).toEqual([true, true]);
  });

  it('reports what is around something else, and declines a file of nothing but that', async () => {
    const foreign = ppi(105, new Uint8Array(0), frame);
    const { problems } = await openBytes(file([foreign, ppi(251, ubertooth, frame), foreign.slice(0, 6)]), 'x');
    expect(problems.map(({ code, record }) => [code, record])).toEqual([
      ['LINK_TYPE', 1],
      ['PPI_HEADER', 3],
    ]);
    await expect(openBytes(file([foreign]), 'x')).rejects.toThrow(/1 packet of link type 192 \(PPI\)/);
  });
});
