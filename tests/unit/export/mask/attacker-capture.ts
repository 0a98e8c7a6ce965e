import { advertisingPdu, type KnownPdu } from '../../../../src/ble/pdu-bytes.ts';
import { PDU } from '../../../../src/ble/pdu-type.ts';
import { interfaceBlock, packetBlock, sectionBlock } from '../../../../src/export/pcapng-blocks.ts';
import { advertisingFrame, concat } from '../../../support/packet-file.ts';

/** Packets of a capture that an attacker wrote, with link type 256. */
const LINK_TYPE = 256;
const START_US = 1_700_000_000_000_000n;
/** Dewhitened, signal valid, reference access address valid, CRC checked and valid. */
const FLAGS = 0x0001 | 0x0002 | 0x0010 | 0x0400 | 0x0800;
const AUXILIARY = 0x0080;

export interface Packet {
  readonly type: number;
  readonly advertiser: string;
  readonly other?: string;
  readonly data?: Uint8Array;
  readonly sid?: number;
  readonly did?: number;
  /** LLData of a CONNECT_IND, 22 octets. */
  readonly link?: Uint8Array;
}

function frameOf({ type, advertiser, other, data, sid, did, link }: Packet, rssi: number): Uint8Array {
  const known: KnownPdu = {
    ...{ type, advertiser, advertiserRandom: true, other: other ?? null, otherRandom: other === undefined ? null : true },
    ...{ data: data ?? new Uint8Array(0), sid: sid ?? null, did: did ?? null, auxChannel: null, auxOffsetUs: null, connection: null },
  };
  const request = link && advertisingPdu({ ...known, type: PDU.SCAN_REQ });
  const pdu = request
    ? concat([[(request[0]! & 0xf0) | PDU.CONNECT_IND, request.length - 2 + link.length], request.subarray(2), link])
    : advertisingPdu(known);
  if (pdu === null) throw new Error(`expected a packet that can be sent, got ${String(data?.length)} octets of type ${String(type)}`);
  const flags = FLAGS | (type === PDU.AUX_ADV_IND ? AUXILIARY : 0);
  return concat([[0, rssi & 255, 0, 0, 0xd6, 0xbe, 0x89, 0x8e, flags & 255, flags >> 8], advertisingFrame(pdu)]);
}

/** @param remark stands in the comments of the file and of its first packet, and in the name of the interface */
export function captureOf(packets: readonly Packet[], remark: string): Uint8Array<ArrayBuffer> {
  const blocks = packets.map((packet, at) =>
    packetBlock(0, START_US + BigInt(at * 10_007), frameOf(packet, -40 - (at % 50)), at === 0 ? remark : ''),
  );
  return concat([sectionBlock('sniffer', remark), interfaceBlock(LINK_TYPE, remark), ...blocks]);
}

const part = (type: number, body: Uint8Array): number[] => [body.length + 1, type, ...body];

/** Places of advertising data where octets can be hidden. Each gives a packet, or nothing where they do not fit. */
export const PLACES: Readonly<Record<string, (octets: Buffer, advertiser: string) => Packet[]>> = {
  'manufacturer data': (octets, advertiser) => long(advertiser, part(0xff, Buffer.concat([Buffer.from('7500', 'hex'), octets]))),
  'manufacturer data of no company': (octets, advertiser) => long(advertiser, part(0xff, octets)),
  'Apple data': (octets, advertiser) => long(advertiser, part(0xff, Buffer.concat([Buffer.from([0x4c, 0, 0x10, octets.length]), octets]))),
  'Apple data without messages': (octets, advertiser) => long(advertiser, part(0xff, Buffer.concat([Buffer.from([0x4c, 0]), octets]))),
  'service data': (octets, advertiser) => long(advertiser, part(0x16, Buffer.concat([Buffer.from('0d18', 'hex'), octets]))),
  'service data of 32 bits': (octets, advertiser) => long(advertiser, part(0x20, octets)),
  'service data of 128 bits': (octets, advertiser) => long(advertiser, part(0x21, octets)),
  'an unassigned type': (octets, advertiser) => long(advertiser, part(0x7a, octets)),
  'a URI': (octets, advertiser) => long(advertiser, part(0x24, Buffer.concat([Buffer.from('\u0017//x.example/'), octets]))),
  'a name': (octets, advertiser) => long(advertiser, part(0x09, octets)),
  'a short name': (octets, advertiser) => long(advertiser, part(0x08, octets)),
  'a list of 16-bit UUIDs': (octets, advertiser) => long(advertiser, part(0x03, octets)),
  'a list of 128-bit UUIDs': (octets, advertiser) => long(advertiser, part(0x07, octets)),
  flags: (octets, advertiser) => long(advertiser, part(0x01, octets)),
  'two structures': (octets, advertiser) => {
    const middle = octets.length >> 1;
    return long(advertiser, [...part(0xff, octets.subarray(0, middle)), ...part(0xff, octets.subarray(middle))]);
  },
  'no structure': (octets, advertiser) => long(advertiser, [...octets]),
  'after the end': (octets, advertiser) => long(advertiser, [2, 1, 6, 0, ...octets]),
  'a structure that is cut': (octets, advertiser) => long(advertiser, [200, 0xff, ...octets]),
};

/** Legacy packets where the data fits, and an extended one. */
function long(advertiser: string, data: readonly number[]): Packet[] {
  const bytes = Uint8Array.from(data);
  const legacy = [PDU.ADV_IND, PDU.SCAN_RSP].map((type) => ({ type, advertiser, data: bytes }));
  const extended = { type: PDU.AUX_ADV_IND, advertiser, data: bytes, sid: 3, did: 0x605 };
  return [...(bytes.length <= 31 ? legacy : []), ...(bytes.length <= 240 ? [extended] : [])];
}
