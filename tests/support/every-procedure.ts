import { LL_CONTROL_NAMES } from '../../src/ble/ll-control.ts';
import { llControlFields } from '../../src/ble/ll-control-fields.ts';
import { hciCommandFields, hciEventFields, hciLeEventFields, hciReturnFields } from '../../src/ble/hci-fields.ts';
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

function hciPackets(random: RandomSource): HciPacket[] {
  const packets: HciPacket[] = [event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00'))];
  for (let opcode = 0; opcode < 0x3000; opcode++) {
    const layout = hciCommandFields(opcode);
    // Trailing parameters, such as keys, follow what the layout reads.
    if (layout.length > 0) packets.push(command(opcode, octets(random, COMMAND_BYTES[opcode] ?? widthOf(layout))));
    if (layout.length > 0 || [0x1001, 0x1003, 0x2003, 0x202f].includes(opcode)) {
      const returned = Math.max(widthOf(hciReturnFields(opcode)), RETURN_BYTES[opcode] ?? 0);
      packets.push(event(0x0e, concat([[1], u16(opcode), [0], octets(random, returned - 1)])));
      packets.push(event(0x0f, concat([[random.below(64), 1], u16(opcode)])));
    }
  }
  for (let code = 0; code < 256; code++) {
    const layout = hciEventFields(code);
    if (layout.length > 0 && code !== 0x0e && code !== 0x0f && code !== 0x13)
      packets.push(event(code, octets(random, EVENT_BYTES[code] ?? widthOf(layout))));
  }
  packets.push(event(0x13, concat([[1], u16(0x40), u16(3)])));
  for (let subevent = 1; subevent < 64; subevent++) {
    const layout = hciLeEventFields(subevent);
    if (layout.length > 0) packets.push(event(0x3e, [subevent, ...octets(random, LE_EVENT_BYTES[subevent] ?? widthOf(layout))]));
  }
  for (const [request, response] of ATT_REQUESTS)
    packets.push(...acl(0x40, 4, hex(request), [], false), ...acl(0x40, 4, hex(response), [5]));
  return packets;
}

/** Octets of parameters where a layout ends before them (Vol 4 Part E 7). */
const COMMAND_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x0405: 13, 0x0419: 10, 0x040b: 22, 0x041c: 3, 0x0c2d: 3, 0x200d: 25, 0x2013: 14, 0x2019: 28, 0x201a: 18, 0x2020: 14, 0x2027: 39 },
  ...{ 0x2032: 7, 0x2043: 26, 0x204e: 8 },
};
const EVENT_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x04: 10, 0x07: 255, 0x14: 6, 0x17: 6, 0x18: 23, 0x1b: 3, 0x23: 13, 0x32: 9, 0x33: 10, 0x38: 4, 0x59: 5 },
};
const LE_EVENT_BYTES: Readonly<Record<number, number>> = {
  ...{ 0x05: 12, 0x08: 65, 0x09: 33, 0x0e: 15, 0x12: 5, 0x18: 19, 0x19: 28, 0x1a: 6, 0x20: 4, 0x21: 8, 0x29: 33 },
};
const RETURN_BYTES: Readonly<Record<number, number>> = { 0x0c2d: 4, 0x1405: 4, 0x2015: 8, 0x202b: 7, 0x202c: 7 };

export const everyHostPacket = (seed: number): Uint8Array<ArrayBuffer> => {
  const write = HCI_FILES['pcap 201'];
  if (write === undefined) throw new Error('broken invariant: no writer of link type 201');
  return write(hciPackets(randomSource(seed)));
};
