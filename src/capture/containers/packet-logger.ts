import { HCI } from '../link/hci.ts';
import { DIRECTION } from '../link/link.ts';
import { LINK_TYPE } from '../link-types.ts';
import { u32 } from '../../base/octets.ts';
import type { LinkInterface, Packets } from '../packets.ts';
import type { RecordReader } from './records.ts';
import { resync } from './resync.ts';
import type { RecordShape } from './resync.ts';

/**
 * Apple PacketLogger (.pklg): records of length 4 (of what follows it), seconds 4, microseconds 4, type 1, packet. Big-
 * endian, newer versions little-endian; no magic. Layout as in Wireshark's wiretap/packetlogger.c.
 */
const HEADER_BYTES = 13;
const LENGTH_OVERHEAD = 9;
const MOST_PACKET_BYTES = 65_536;
const NEAR_SECONDS = 7 * 86_400;
const HCI_KINDS: Readonly<Record<number, number>> = {
  0: HCI.COMMAND,
  1: HCI.EVENT,
  2: HCI.ACL,
  3: HCI.ACL,
  8: HCI.SCO,
  9: HCI.SCO,
  0x12: HCI.ISO,
  0x13: HCI.ISO,
};
const OTHER_KINDS: Readonly<Record<number, string>> = {
  0x0a: 'LMP_Send',
  0x0b: 'LMP_Receive',
  0xf7: 'PACKETLOGGER_Syslog',
  0xf8: 'PACKETLOGGER_Kernel',
  0xf9: 'PACKETLOGGER_Kernel_Debug',
  0xfa: 'PACKETLOGGER_Error',
  0xfb: 'PACKETLOGGER_Power',
  0xfc: 'PACKETLOGGER_Note',
  0xfd: 'PACKETLOGGER_Config',
  0xfe: 'PACKETLOGGER_New_Controller',
};

/** Byte order, if the bytes begin with plausible records (two, or one that is the whole file); otherwise null. */
export function packetLoggerOrder(bytes: Uint8Array, complete: boolean): { readonly little: boolean } | null {
  for (const little of [false, true]) {
    const first = payloadAt(bytes, 0, little);
    if (first < 0) continue;
    const next = HEADER_BYTES + first;
    if ((complete && next === bytes.length) || (next + HEADER_BYTES <= bytes.length && payloadAt(bytes, next, little) >= 0))
      return { little };
  }
  return null;
}

function payloadAt(bytes: Uint8Array, at: number, little: boolean): number {
  if (at + HEADER_BYTES > bytes.length) return -1;
  const payload = u32(bytes, at, little) - LENGTH_OVERHEAD;
  const kind = bytes[at + 12] ?? 0;
  if (payload < 0 || payload > MOST_PACKET_BYTES || u32(bytes, at + 8, little) >= 1_000_000) return -1;
  return HCI_KINDS[kind] !== undefined || OTHER_KINDS[kind] !== undefined ? payload : -1;
}

export class PacketLoggerReader implements RecordReader {
  readonly link: LinkInterface;
  private readonly shape: RecordShape = { header: HEADER_BYTES, most: MOST_PACKET_BYTES, payload: (bytes, at) => this.payload(bytes, at) };
  private kind = 0;
  private lastSeconds = -1;

  constructor(
    private readonly little: boolean,
    private readonly packets: Packets,
  ) {
    this.link = {
      linkType: LINK_TYPE.BLUETOOTH_HCI_H4,
      receiver: '0',
      packets: 0,
      decoder: { frame: (bytes, at, end) => this.frame(bytes, at, end) },
    };
  }

  read(bytes: Uint8Array, from: number, base: number, ended: boolean): number {
    let at = from;
    const { packets, little } = this;
    const { record } = packets;
    while (!packets.full) {
      const left = bytes.length - at;
      if (left < HEADER_BYTES) return this.rest(bytes, at, base, ended);
      const payload = u32(bytes, at, little) - LENGTH_OVERHEAD;
      if (payload < 0 || payload > MOST_PACKET_BYTES) {
        const next = resync(bytes, at, this.shape, ended);
        if (next < 0) return at;
        this.report(
          at,
          base,
          'RECORD_LENGTH',
          `the record says ${String(payload + LENGTH_OVERHEAD)} bytes, ${String(LENGTH_OVERHEAD)} to ${String(MOST_PACKET_BYTES)} make sense; ${String(next - at)} bytes skipped`,
        );
        at = next;
        continue;
      }
      if (left < HEADER_BYTES + payload) return this.rest(bytes, at, base, ended);
      record.no++;
      record.offset = base + at;
      record.original = payload;
      this.lastSeconds = u32(bytes, at + 4, little);
      record.us = this.lastSeconds * 1_000_000 + u32(bytes, at + 8, little);
      this.kind = bytes[at + 12] ?? 0;
      const start = at + HEADER_BYTES;
      at = start + payload;
      packets.packet(this.link, bytes, start, at);
    }
    return at;
  }

  private frame(bytes: Uint8Array, at: number, end: number): void {
    const { hci, record } = this.packets;
    const kind = HCI_KINDS[this.kind];
    // Packets to the controller have even numbers.
    record.direction = this.kind % 2 === 0 ? DIRECTION.TO_CONTROLLER : DIRECTION.TO_HOST;
    if (kind !== undefined) hci.packet(kind, bytes, at, end, record);
    else hci.named(OTHER_KINDS[this.kind] ?? `PACKETLOGGER_${String(this.kind)}`, record);
  }

  private payload(bytes: Uint8Array, at: number): number {
    const near = this.lastSeconds < 0 || Math.abs(u32(bytes, at + 4, this.little) - this.lastSeconds) <= NEAR_SECONDS;
    return near ? payloadAt(bytes, at, this.little) : -1;
  }

  private rest(bytes: Uint8Array, at: number, base: number, ended: boolean): number {
    if (!ended || at === bytes.length) return at;
    this.report(at, base, 'RECORD_CUT', `the file ends ${String(bytes.length - at)} bytes into this record`);
    this.packets.record.no--;
    return bytes.length;
  }

  private report(at: number, base: number, code: string, message: string): void {
    const { record } = this.packets;
    record.no++;
    record.offset = base + at;
    this.packets.lost(record, code, message);
  }
}
