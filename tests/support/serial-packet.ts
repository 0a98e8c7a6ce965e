import { serialCrc } from '../../src/capture/link/hci-serial.ts';
import { hex } from './packet-file.ts';

const text = (bytes: readonly number[]): string => bytes.map((octet) => octet.toString(16).padStart(2, '0')).join('');

/** A packet of H5 or BCSP in hexadecimal digits: header with its checksum, payload, CRC where asked for. */
export function serialPacket(type: number, payload: string, withCrc = false): string {
  const body = [...hex(payload)];
  const head = [withCrc ? 0x40 : 0, type | ((body.length & 15) << 4), body.length >> 4];
  const packet = [...head, 255 - (head.reduce((sum, octet) => sum + octet, 0) & 255), ...body];
  const crc = serialCrc(Uint8Array.from(packet), 0, packet.length);
  return text(withCrc ? [...packet, crc >> 8, crc & 255] : packet);
}

/** The packet as sent over the serial line. */
export const slip = (packet: string): string =>
  `c0${text([...hex(packet)].flatMap((octet) => (octet === 0xc0 ? [0xdb, 0xdc] : octet === 0xdb ? [0xdb, 0xdd] : [octet])))}c0`;
