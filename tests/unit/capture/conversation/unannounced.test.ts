import { describe, expect, it } from 'vitest';
import { crc24, crcStateOf } from '../../../../src/ble/crc24.ts';
import { isPossibleAccessAddress } from '../../../../src/ble/isochronous.ts';
import { openBytes, openFile } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { advertisingFrame, advInd, concat, hex, pcap, u32 } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';

/** Connections whose request was not heard, and damaged packets that look like data PDUs of one. */
const ADDRESS = 0x50654a27;
const CRC_INIT = 0x171731;
const STATED = { NOTHING: 0x0013, CRC_OK: 0x0c13 };
/** RF channels of data channel 5 and of advertising channel 37. */
const RF = { DATA: 6, PRIMARY: 0 };

/** A notification with a sequence number of its own, and the CRC of `crcInit`; null is a sniffer that records no CRC. */
function notification(n: number, accessAddress = ADDRESS, crcInit: number | null = CRC_INIT): Uint8Array {
  const pdu = concat([[2 | ((n & 1) << 3), 9], hex('05 00 04 00 1b 10 00'), [n & 255, n >> 8]]);
  const crc = crcInit === null ? 0 : crc24(pdu, 0, pdu.length, crcStateOf(crcInit));
  return concat([u32(accessAddress), pdu, [crc & 255, (crc >> 8) & 255, crc >> 16]]);
}

const heard = (frame: Uint8Array, rf = RF.DATA, flags = STATED.NOTHING): Uint8Array =>
  concat([[rf, 0xc4, 0, 0], u32(ADDRESS), [flags & 255, flags >> 8], frame]);

const open = (packets: readonly Uint8Array[], linkType = 256): Promise<Opened> =>
  openBytes(
    pcap(
      packets.map((data, i) => ({ seconds: 1_700_000_000 + i, data })),
      { linkType },
    ),
    'unannounced.pcap',
  );

const cut = (frame: Uint8Array): Uint8Array => frame.subarray(0, frame.length - 3);

describe('a connection whose request was not heard', () => {
  it.each([
    ['two PDUs whose CRCs start from one state', [0, 1].map((n) => heard(notification(n))), 256],
    ['the same where every packet has the first RF channel', [0, 1].map((n) => heard(notification(n), RF.PRIMARY)), 256],
    ['the same without channels', [0, 1].map((n) => notification(n)), 251],
    ['three PDUs without a CRC', [0, 1, 2].map((n) => heard(cut(notification(n)))), 256],
    ['three PDUs of a sniffer that checks CRCs', [0, 1, 2].map((n) => heard(notification(n, ADDRESS, null), RF.DATA, STATED.CRC_OK)), 256],
    ['three PDUs of a sniffer that records no CRC', [0, 1, 2].map((n) => heard(notification(n, ADDRESS, null))), 256],
  ])('is shown by %s, and none of them is lost', async (_, packets, linkType) => {
    const { tables } = await open(packets, linkType);
    expect(tables['connections']).toMatchObject([{ packet_no: 1, last_packet_no: packets.length, access_address: ADDRESS }]);
    expect(tables['att']?.map(({ packet_no, value }) => [packet_no, value])).toEqual(
      packets.map((_packet, i) => [i + 1, Uint8Array.of(i, 0)]),
    );
  });

  it.each([
    ['one PDU', [heard(notification(0))]],
    ['one PDU that is sent again', [0, 0, 0, 0].map((n) => heard(notification(n)))],
    ['PDUs on a primary advertising channel', [0, 1, 2, 3].map((n) => heard(notification(n, ADDRESS, null), RF.PRIMARY, STATED.CRC_OK))],
    ['PDUs without a CRC on one', [0, 1, 2, 3].map((n) => heard(cut(notification(n)), RF.PRIMARY))],
    ['PDUs whose CRCs do not agree', [0, 1, 2, 3].map((n) => heard(notification(n, ADDRESS, 1000 + n)))],
    [
      'PDUs without a CRC of an access address that no connection may have',
      [0, 1, 2, 3].map((n) => heard(cut(notification(n, 0x8e89bed7)))),
    ],
  ])('is not shown by %s', async (_, packets) => {
    const { tables, columns } = await open(packets);
    expect(tables).toEqual({});
    expect(columns['packet_no']).toHaveLength(packets.length);
  });

  it('is not shown by advertisements with a damaged access address, or by packets of another connection', async () => {
    const request = advertisingFrame(
      concat([hex('c5 22 111111111142 060504030241'), u32(ADDRESS), hex('311717'), hex('03 2600 3600 0700 2a00 ffffffff1f a5')]),
    );
    const damaged = [0, 1, 2, 3].flatMap((n) => {
      const advert = advInd('C1:02:03:04:05:06', Uint8Array.of(2, 1, n));
      advert.set([0x70], 0);
      return [heard(advert), heard(notification(n, ADDRESS ^ 0x00030100)), heard(notification(n))];
    });
    const { tables } = await open([heard(request), ...damaged]);
    expect(tables['connections']).toMatchObject([{ packet_no: 1, access_address: ADDRESS, packets: 4 }]);
    expect(tables['att']).toHaveLength(4);
  });

  it('is found in the middle of noise of 100,000 access addresses', async () => {
    const random = randomSource(7);
    const noise = Array.from({ length: 100_000 }, () =>
      heard(notification(random.below(512), random.below(2 ** 32), random.below(2 ** 24))),
    );
    for (const n of [0, 1, 2]) noise.splice(50_000 + 1000 * n, 0, heard(notification(n)));
    const { tables } = await open(noise);
    expect(tables['connections']).toMatchObject([{ packet_no: 50_001, access_address: ADDRESS, packets: 3 }]);
  });
});

describe('recordings of advertising channels', () => {
  it.each(['adv38.pcap', 'adv38_linktype251.pcap', 'adv38_snap20.pcap', 'ble_all_adv.pcap', 'ble_all_adv_w_scan.pcap'])(
    '%s has no connection',
    async (name) => {
      const { tables } = await openFile(`tests/fixtures/captures/hackrf/${name}`);
      expect(tables).toEqual({});
    },
  );
});

describe('isPossibleAccessAddress', () => {
  it('excludes the advertising one when a sniffer shifts it by up to eight bits', () => {
    for (let bits = 1; bits <= 8; bits++) {
      expect(isPossibleAccessAddress(((0x8e89bed6 << bits) | 0b10) >>> 0)).toBe(false);
      expect(isPossibleAccessAddress(((0x8e89bed6 >>> bits) | (0xd6 << (32 - bits))) >>> 0)).toBe(false);
    }
    expect(isPossibleAccessAddress(ADDRESS)).toBe(true);
  });
});
