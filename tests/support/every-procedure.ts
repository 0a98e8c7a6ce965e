import { LL_CONTROL_NAMES } from '../../src/ble/ll-control.ts';
import { llControlFields } from '../../src/ble/ll-control-fields.ts';
import { hciCommandFields, hciEventFields, hciLeEventFields, hciReturnFields } from '../../src/ble/hci-fields.ts';
import type { HciLayout } from '../../src/ble/hci-fields.ts';
import type { OctetField } from '../../src/ble/octet-fields.ts';
import { signallingFields, signallingName } from '../../src/ble/l2cap/signalling.ts';
import { smpOctets } from '../../src/ble/smp/pdu.ts';
import { advertisingFrame, concat, hex, pcap, u16, u32 } from './packet-file.ts';
import { acl, command, event, HCI_FILES } from './hci-packet.ts';
import type { HciPacket } from './hci-packet.ts';
import { randomSource } from './random.ts';
import type { RandomSource } from './random.ts';

/** Captures that contain every PDU, command and event with a layout, with random parameters, to compare two readers. */
const ACCESS_ADDRESS = 0x50654a27;
const CRC_INIT = hex('5dd42e');
export const SENT_BY = { CENTRAL: 2, PERIPHERAL: 3 } as const;

export interface DataPdu {
  readonly llid: number;
  readonly sender: number;
  readonly payload: ArrayLike<number>;
  /** The packet was not heard: it has no record, but the numbers of its sender go on. */
  readonly unheard?: boolean;
  /** The packet is the same as the one before of its sender. */
  readonly again?: boolean;
}

/**
 * A pcap of link type 256 with a CONNECT_IND and data PDUs, 10 ms apart, so that each has an event of its own; sequence numbers alternate
 * for each sender.
 * @param saysSender the sniffer says who sent a PDU
 */
export function linkCapture(pdus: readonly DataPdu[], flags = 0x0c13, saysSender = true): Uint8Array<ArrayBuffer> {
  const llData = concat([u32(ACCESS_ADDRESS), CRC_INIT, hex('03 2600 3600 0700 2a00 ffffffff1f a5')]);
  const request = advertisingFrame(concat([hex('c5 22 111111111142 060504030241'), llData]));
  const sequence: Record<number, number> = {};
  const frames = pdus.flatMap(({ llid, sender, payload, again, unheard }) => {
    if (again !== true) sequence[sender] = 1 - (sequence[sender] ?? 1);
    const pdu = concat([u32(ACCESS_ADDRESS), [llid | ((sequence[sender] ?? 0) << 3), payload.length], payload, [0, 0, 0]]);
    return unheard === true ? [] : [rf(saysSender ? sender : 0, flags, pdu)];
  });
  const records = [rf(0, flags, request), ...frames];
  return pcap(
    records.map((data, i) => ({ seconds: 1_700_000_000 + Math.floor(i / 100), fraction: (i % 100) * 10_000, data })),
    { linkType: 256 },
  );
}

const rf = (sender: number, flags: number, frame: Uint8Array): Uint8Array =>
  concat([[12, 200, 128, 0], u32(0x8e89bed6), u16(flags | (sender << 7)), frame]);

const octets = (random: RandomSource, count: number): number[] => Array.from({ length: count }, () => random.below(256));
const widthOf = (layout: readonly OctetField[]): number => layout.reduce((sum, one) => sum + one.octets, 0);

/** A frame of a channel. */
const frame = (channel: number, payload: ArrayLike<number>): Uint8Array => concat([u16(payload.length), u16(channel), payload]);

/** Opcode 0x22 of Find Information has formats; the others are single. */
const ATT_REQUESTS: readonly (readonly [request: string, response: string])[] = [
  ['02 1702', '03 0001'],
  ['10 0100 ffff 0028', '11 06 0100 0b00 0018 0c00 0f00 0118'],
  ['08 0100 0b00 0328', '09 07 0200 02 0300 002a 0400 0a 0500 012a'],
  ['08 0100 0b00 0228', '01 08 0100 0a'],
  ['04 0600 0700', '05 01 0600 0229 0700 0129'],
  ['06 0100 ffff 0028 0f18', '07 1000 1200'],
  ['0a 0300', '0b 426f62'],
  ['0c 0300 0300', '0d 6279'],
  ['0e 0300 0500', '0f 426f624000'],
  ['12 0600 0100', '13'],
  ['16 0300 0200 aabb', '17 0300 0200 aabb'],
  ['18 01', '19'],
  ['0a 1900', '01 0a 1900 02'],
];

function linkPdus(random: RandomSource): DataPdu[] {
  const pdus: DataPdu[] = [];
  const send = (sender: number, llid: number, payload: ArrayLike<number>): void => void pdus.push({ llid, sender, payload });
  for (let turn = 0; turn < 3; turn++) {
    // The last PDUs of Core 5.4 and LL_START_ENC_REQ, after which all would be ciphertext, are left out.
    for (let opcode = 0; opcode < LL_CONTROL_NAMES.length; opcode++) {
      if (opcode === 0x05) continue;
      send(opcode % 2 === 0 ? SENT_BY.CENTRAL : SENT_BY.PERIPHERAL, 3, [opcode, ...octets(random, widthOf(llControlFields(opcode)))]);
    }
    for (const [request, response] of ATT_REQUESTS) {
      send(SENT_BY.CENTRAL, 2, frame(4, hex(request)));
      send(SENT_BY.PERIPHERAL, 2, frame(4, hex(response)));
    }
    for (const pdu of ['1b 0300 aabbcc', '1d 0300 dd']) send(SENT_BY.PERIPHERAL, 2, frame(4, hex(pdu)));
    for (const pdu of ['1e', '52 0300 0102', `d2 0300 01 ${'11'.repeat(12)}`]) send(SENT_BY.CENTRAL, 2, frame(4, hex(pdu)));
    for (let code = 1; code <= 0x1a; code++) {
      if (signallingName(code) === undefined || code < 0x12) continue;
      const data = octets(random, widthOf(signallingFields(code)));
      send(SENT_BY.CENTRAL, 2, frame(5, [code, turn + 1, ...u16(data.length), ...data]));
    }
    for (let code = 1; code <= 14; code++)
      send(code % 2 === 0 ? SENT_BY.PERIPHERAL : SENT_BY.CENTRAL, 2, frame(6, [code, ...octets(random, smpOctets(code) ?? 0)]));
  }
  return pdus;
}

export const everyLinkProcedure = (seed: number): Uint8Array<ArrayBuffer> => linkCapture(linkPdus(randomSource(seed)));

/** Parameters by chance; lists have three entries, those with an entry for each PHY of a mask two. `most` is the whole length where the layout ends before it. */
function hciOctets(random: RandomSource, { head, list, mask }: HciLayout, most: number | undefined, given = 0): number[] {
  const own = octets(random, Math.max(0, (most ?? widthOf(head)) - given));
  if (list.length === 0) return own;
  const [count, entries] = mask === undefined ? [3, 3] : [0b101, 2];
  return [...own.slice(0, -1), count, ...octets(random, entries * widthOf(list))];
}
const isEmpty = ({ head, list }: HciLayout): boolean => head.length + list.length === 0;

function hciPackets(random: RandomSource): HciPacket[] {
  const packets: HciPacket[] = [event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00'))];
  for (let opcode = 0; opcode < 0x3000; opcode++) {
    const layout = hciCommandFields(opcode);
    const returned = hciReturnFields(opcode);
    // Trailing parameters, such as keys, follow what the layout reads.
    if (!isEmpty(layout)) packets.push(command(opcode, hciOctets(random, layout, COMMAND_BYTES[opcode])));
    if (!isEmpty(layout) || returned.head.length > 1) {
      const rest = hciOctets(random, returned, RETURN_BYTES[opcode], 1);
      packets.push(event(0x0e, concat([[1], u16(opcode), [0], rest])));
      packets.push(event(0x0f, concat([[random.below(64), 1], u16(opcode)])));
    }
  }
  for (let code = 0; code < 256; code++) {
    const layout = hciEventFields(code);
    if (!isEmpty(layout) && code !== 0x0e && code !== 0x0f)
      packets.push(event(code, [...(code === 0x2f ? [1] : []), ...hciOctets(random, layout, EVENT_BYTES[code], code === 0x2f ? 1 : 0)]));
  }
  for (let subevent = 1; subevent < 64; subevent++) {
    const layout = hciLeEventFields(subevent);
    if (!isEmpty(layout)) packets.push(event(0x3e, [subevent, ...hciOctets(random, layout, LE_EVENT_BYTES[subevent])]));
  }
  for (const [request, response] of ATT_REQUESTS)
    packets.push(...acl(0x40, 4, hex(request), [], false), ...acl(0x40, 4, hex(response), [5]));
  return packets;
}

/** Octets of parameters where a layout ends before them (Vol 4 Part E 7). */
const COMMAND_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x0405: 13, 0x040b: 22, 0x040d: 23, 0x0419: 10, 0x041c: 3, 0x0428: 17, 0x0429: 21, 0x042e: 10, 0x0430: 38, 0x043d: 59, 0x043e: 63 },
  ...{
    0x043f: 9,
    0x0441: 11,
    0x0442: 34,
    0x0444: 12,
    0x0445: 70,
    0x0801: 6,
    0x0803: 10,
    0x0807: 20,
    0x080d: 4,
    0x0810: 21,
    0x0811: 8,
    0x0c0d: 7,
  },
  ...{ 0x0c12: 7, 0x0c28: 4, 0x0c2d: 3, 0x0c37: 4, 0x0c5f: 3, 0x0c60: 7, 0x0c7c: 4, 0x1407: 3, 0x2019: 28, 0x201a: 18, 0x2027: 39 },
  ...{ 0x2037: 4, 0x2038: 4, 0x203e: 7, 0x203f: 3, 0x2042: 6, 0x2044: 14, 0x204e: 8, 0x2053: 5, 0x2054: 5, 0x2055: 5, 0x2056: 7 },
  ...{ 0x205c: 8, 0x205d: 6, 0x2068: 31, 0x206b: 24, 0x206e: 13, 0x206f: 3, 0x2070: 3, 0x2071: 3, 0x2076: 3, 0x2077: 3, 0x2078: 8 },
  ...{ 0x207a: 4, 0x207f: 27 },
};
const EVENT_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x07: 255, 0x09: 4, 0x0a: 4, 0x0d: 21, 0x14: 6, 0x18: 23, 0x1b: 3, 0x20: 7, 0x21: 22, 0x2c: 17, 0x2d: 9, 0x2e: 11, 0x2f: 255 },
  ...{ 0x33: 10, 0x38: 4, 0x3b: 10, 0x3c: 7 },
};
const LE_EVENT_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x08: 65, 0x09: 33, 0x12: 5, 0x20: 4, 0x21: 8, 0x24: 19, 0x26: 23 },
};
const RETURN_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x0420: 4, 0x0809: 4, 0x080c: 5, 0x0c27: 5, 0x0c36: 5, 0x0c7b: 5, 0x1005: 8, 0x1401: 5, 0x1403: 4, 0x1406: 14, 0x1407: 9 },
  ...{ 0x2015: 8, 0x2061: 13, 0x2072: 15, 0x2073: 15, 0x2075: 31, 0x2076: 6 },
};

export const everyHostPacket = (seed: number): Uint8Array<ArrayBuffer> => {
  const write = HCI_FILES['pcap 201'];
  if (write === undefined) throw new Error('broken invariant: no writer of link type 201');
  return write(hciPackets(randomSource(seed)));
};
