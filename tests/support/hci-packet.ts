import { concat, hex, pcap, u16, u32, u64 } from './packet-file.ts';
import { serialPacket, slip } from './serial-packet.ts';

/** One HCI packet without its indicator. */
export interface HciPacket {
  /** 1 command, 2 ACL, 4 event, 5 ISO, as H4 numbers them. */
  readonly kind: number;
  readonly toHost: boolean;
  readonly body: Uint8Array;
}

export const command = (opcode: number, parameters: ArrayLike<number>): HciPacket => ({
  kind: 1,
  toHost: false,
  body: concat([u16(opcode), [parameters.length], parameters]),
});

export const event = (code: number, parameters: ArrayLike<number>): HciPacket => ({
  kind: 4,
  toHost: true,
  body: concat([[code, parameters.length], parameters]),
});

export const completed = (opcode: number, returned: ArrayLike<number>): HciPacket => event(0x0e, concat([[1], u16(opcode), returned]));

/** The pieces of an L2CAP frame; `cuts` are the offsets in the frame where a piece ends. */
export function acl(handle: number, channel: number, data: ArrayLike<number>, cuts: readonly number[] = [], toHost = true): HciPacket[] {
  const frame = concat([u16(data.length), u16(channel), data]);
  const edges = [0, ...cuts, frame.length];
  return edges.slice(1).map((end, i) => {
    const piece = frame.subarray(edges[i], end);
    const first = toHost ? 0x2000 : 0;
    return { kind: 2, toHost, body: concat([u16(handle | (i === 0 ? first : 0x1000)), u16(piece.length), piece]) };
  });
}

const YEAR_2000 = 0x00e03ab44a676000n;
const snoopFile = (datalink: number, records: readonly { readonly flags: number; readonly data: Uint8Array }[]): Uint8Array<ArrayBuffer> =>
  concat([
    hex('6274736e6f6f7000'),
    u32(1, false),
    u32(datalink, false),
    ...records.flatMap(({ flags, data }, i) => [
      ...[u32(data.length, false), u32(data.length, false), u32(flags, false), u32(0, false), u64(YEAR_2000 + BigInt(i) * 1000n, false)],
      data,
    ]),
  ]);

const flagsOf = ({ kind, toHost }: HciPacket): number => (toHost ? 1 : 0) | (kind === 1 || kind === 4 ? 2 : 0);
const h4 = ({ kind, body }: HciPacket): Uint8Array => concat([[kind], body]);
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const MONITOR: Readonly<Record<number, number>> = { 1: 2, 2: 4, 4: 3, 5: 18 };
const monitorKind = ({ kind, toHost }: HciPacket): number => (MONITOR[kind] ?? 0) + ((kind === 2 || kind === 5) && toHost ? 1 : 0);
const APPLE: Readonly<Record<number, number>> = { 1: 0, 2: 2, 4: 1, 5: 0x12 };
const appleKind = ({ kind, toHost }: HciPacket): number => (APPLE[kind] ?? 0xfc) + (kind === 2 && toHost ? 1 : 0);
const BCSP: Readonly<Record<number, number>> = { 1: 5, 2: 6, 4: 5 };

const pcapOf = (linkType: number, little: boolean, frame: (packet: HciPacket) => Uint8Array) => (packets: readonly HciPacket[]) =>
  pcap(
    packets.map((packet, i) => ({ seconds: 1_700_000_000 + i, data: frame(packet) })),
    { little, linkType },
  );

const block = (type: number, body: Uint8Array, little: boolean): Uint8Array => {
  const length = u32(12 + body.length, little);
  return concat([u32(type, little), length, body, length]);
};
const padded = (bytes: Uint8Array): Uint8Array => concat([bytes, new Uint8Array(-bytes.length & 3)]);

/** A pcapng file; `blocks` come behind the packets. */
export const pcapngOf =
  (linkType: number, little: boolean, blocks: readonly (readonly [number, Uint8Array])[] = []) =>
  (packets: readonly HciPacket[]): Uint8Array<ArrayBuffer> =>
    concat([
      block(0x0a0d0d0a, concat([u32(0x1a2b3c4d, little), u16(1, little), u16(0, little), new Uint8Array(8).fill(255)]), little),
      block(1, concat([u16(linkType, little), u16(0, little), u32(0, little)]), little),
      ...packets.map((packet, i) => {
        const data = withDirection(packet);
        const head = [0, 0, i * 1000, data.length, data.length].map((value) => u32(value, little));
        return block(6, concat([...head, padded(data)]), little);
      }),
      ...blocks.map(([type, body]) => block(type, padded(body), little)),
    ]);

const withDirection = (packet: HciPacket): Uint8Array => concat([u32(packet.toHost ? 1 : 0, false), h4(packet)]);
const withMonitor = (packet: HciPacket): Uint8Array => concat([u16(0, false), u16(monitorKind(packet), false), packet.body]);

const pklg = (little: boolean) => (packets: readonly HciPacket[]) =>
  concat(
    packets.flatMap((packet, i) => [
      ...[u32(9 + packet.body.length, little), u32(1_700_000_000 + i, little), u32(0, little), [appleKind(packet)]],
      packet.body,
    ]),
  );

const serial = (datalink: number, framed: boolean, crc: boolean) => (packets: readonly HciPacket[]) =>
  snoopFile(
    datalink,
    packets.map((packet) => {
      const line = serialPacket(datalink === 1003 ? (BCSP[packet.kind] ?? 15) : packet.kind, text(packet.body), crc);
      return { flags: flagsOf(packet), data: hex(framed ? slip(line) : line) };
    }),
  );

/** Writers of HCI packets into every container and link type that opens, by name. */
export const HCI_FILES: Readonly<Record<string, (packets: readonly HciPacket[]) => Uint8Array<ArrayBuffer>>> = {
  'btsnoop 1001': (packets) =>
    snoopFile(
      1001,
      packets.map((packet) => ({ flags: flagsOf(packet), data: packet.body })),
    ),
  'btsnoop 1002': (packets) =>
    snoopFile(
      1002,
      packets.map((packet) => ({ flags: flagsOf(packet), data: h4(packet) })),
    ),
  'btsnoop 1003': serial(1003, true, true),
  'btsnoop 1004': serial(1004, true, true),
  'btsnoop 1004 without CRC': serial(1004, true, false),
  'btsnoop 1004 bare': serial(1004, false, true),
  'btsnoop 2001': (packets) =>
    snoopFile(
      2001,
      packets.map((packet) => ({ flags: monitorKind(packet), data: packet.body })),
    ),
  'pcap 187': pcapOf(187, true, h4),
  'pcap 201': pcapOf(201, true, withDirection),
  'pcap 201 big-endian': pcapOf(201, false, withDirection),
  'pcap 254': pcapOf(254, false, withMonitor),
  'pcapng 201': pcapngOf(201, true),
  'pcapng 201 big-endian': pcapngOf(201, false),
  PacketLogger: pklg(false),
  'PacketLogger little-endian': pklg(true),
};

/** Handle of the connection of `BATTERY_LOG`. */
export const BATTERY_HANDLE = 0x40;
/** A connection of a host log in which a client reads the battery level and receives one notification of it. */
export const BATTERY_LOG = [
  event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00')),
  ...acl(BATTERY_HANDLE, 4, hex('0a 2a00'), [], false),
  ...acl(BATTERY_HANDLE, 4, hex('0b 63')),
  ...acl(BATTERY_HANDLE, 4, hex('1b 2a00 62')),
  command(0x0406, hex('4000 13')),
  event(0x05, hex('00 4000 16')),
];
