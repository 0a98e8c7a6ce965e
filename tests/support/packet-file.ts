/** Writers of small capture files, for tests that need a shape no recording has. */
import { ADVERTISING_CRC_STATE, crc24 } from '../../src/ble/crc24.ts';

export function concat(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

export function u16(value: number, little = true): number[] {
  const bytes = [value & 255, (value >> 8) & 255];
  return little ? bytes : bytes.reverse();
}

export function u32(value: number, little = true): number[] {
  const bytes = [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255];
  return little ? bytes : bytes.reverse();
}

export const u64 = (value: bigint, little = true): number[] => {
  const high = u32(Number(value >> 32n), little);
  const low = u32(Number(value & 0xffff_ffffn), little);
  return little ? [...low, ...high] : [...high, ...low];
};

/** Access address, PDU and CRC of an advertising PDU. */
export function advertisingFrame(pdu: Uint8Array): Uint8Array {
  const crc = crc24(pdu, 0, pdu.length, ADVERTISING_CRC_STATE);
  return concat([[0xd6, 0xbe, 0x89, 0x8e], pdu, [crc & 255, (crc >> 8) & 255, crc >> 16]]);
}

/** ADV_IND of a random address with the given AD structures. */
export function advInd(address: string, data: Uint8Array): Uint8Array {
  const octets = hex(address.replaceAll(':', '')).reverse();
  return advertisingFrame(concat([[0x40, 6 + data.length], octets, data]));
}

export interface PcapOptions {
  readonly little?: boolean;
  readonly magic?: number;
  readonly linkType?: number;
}

export interface PcapRecord {
  readonly seconds: number;
  readonly fraction?: number;
  readonly original?: number;
  readonly data: ArrayLike<number>;
}

export function pcap(
  records: readonly PcapRecord[],
  { little = true, magic = 0xa1b2c3d4, linkType = 251 }: PcapOptions = {},
): Uint8Array<ArrayBuffer> {
  const header = [
    ...u32(magic, little),
    ...u16(2, little),
    ...u16(4, little),
    ...u32(0, little),
    ...u32(0, little),
    ...u32(65_535, little),
    ...u32(linkType, little),
  ];
  const modified = magic === 0xa1b2cd34 ? new Array<number>(8).fill(0) : [];
  return concat([
    header,
    ...records.flatMap(({ seconds, fraction = 0, data, original = data.length }) => [
      [...u32(seconds, little), ...u32(fraction, little), ...u32(data.length, little), ...u32(original, little), ...modified],
      data,
    ]),
  ]);
}

export function block(type: number, body: ArrayLike<number>, little = true): Uint8Array {
  const padded = concat([body, new Uint8Array((4 - (body.length % 4)) % 4)]);
  const length = u32(padded.length + 12, little);
  return concat([u32(type, little), length, padded, length]);
}

export const section = (little = true): Uint8Array =>
  block(0x0a0d0d0a, [...u32(0x1a2b3c4d, little), ...u16(1, little), ...u16(0, little), ...u64(0xffff_ffff_ffff_ffffn, little)], little);

export const option = (code: number, value: ArrayLike<number>, little = true): number[] => [
  ...u16(code, little),
  ...u16(value.length, little),
  ...concat([value, new Uint8Array((4 - (value.length % 4)) % 4)]),
];

export const interfaceBlock = (linkType: number, options: readonly number[] = [], little = true, snap = 0): Uint8Array =>
  block(1, [...u16(linkType, little), 0, 0, ...u32(snap, little), ...options], little);

export const enhancedPacket = (number: number, ticks: bigint, data: ArrayLike<number>, little = true): Uint8Array =>
  block(
    6,
    concat([
      u32(number, little),
      u32(Number(ticks >> 32n), little),
      u32(Number(ticks & 0xffff_ffffn), little),
      u32(data.length, little),
      u32(data.length, little),
      data,
    ]),
    little,
  );

export const simplePacket = (data: ArrayLike<number>, little = true): Uint8Array =>
  block(3, concat([u32(data.length, little), data]), little);
