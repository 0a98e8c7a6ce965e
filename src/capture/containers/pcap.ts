import { u32, u32be, u32le } from '../../base/octets.ts';
import type { LinkInterface, Packets } from '../packets.ts';
import type { RecordReader } from './records.ts';
import { resync } from './resync.ts';
import type { RecordShape } from './resync.ts';

/**
 * The classic capture file. Header 24 bytes: magic 4, version 2 + 2, zone 4, accuracy 4, snap length 4, link type 4;
 * then records: seconds 4, fraction 4, captured length 4, original length 4, and in the "modified" format of old Red
 * Hat kernels 8 more (interface 4, protocol 2, type 1, padding 1). Byte order and fraction are in the magic.
 * https://www.ietf.org/archive/id/draft-ietf-opsawg-pcap-04.html
 */
export interface PcapHeader {
  readonly little: boolean;
  readonly nanoseconds: boolean;
  readonly recordHeader: number;
  readonly linkType: number;
}

export const PCAP_HEADER_BYTES = 24;
const MICROSECONDS = 0xa1b2c3d4;
const NANOSECONDS = 0xa1b23c4d;
const MODIFIED = 0xa1b2cd34;
/** Wireshark's maximum size of a packet, except for USB and D-Bus. */
const MOST_PACKET_BYTES = 262_144;
/** After damage, a record is accepted only if its time is within this of the last one. */
const NEAR_SECONDS = 7 * 86_400;

/** Reads the header; null if the magic number is not that of pcap. */
export function readPcapHeader(bytes: Uint8Array): PcapHeader | null {
  for (const little of [true, false]) {
    const magic = u32(bytes, 0, little);
    if (magic !== MICROSECONDS && magic !== NANOSECONDS && magic !== MODIFIED) continue;
    // The upper six bits describe frame check sequences and are not part of the link type.
    const linkType = u32(bytes, 20, little) & 0x03ff_ffff;
    return { little, nanoseconds: magic === NANOSECONDS, recordHeader: magic === MODIFIED ? 24 : 16, linkType };
  }
  return null;
}

export class PcapReader implements RecordReader {
  readonly link: LinkInterface;
  private readonly shape: RecordShape;
  private headerDone = false;
  private lastSeconds = -1;

  constructor(
    private readonly header: PcapHeader,
    private readonly packets: Packets,
  ) {
    this.link = packets.interface(header.linkType, '0', header.nanoseconds ? 9 : 6);
    packets.fast?.pcapHeader(header.recordHeader, header.little);
    this.shape = { header: header.recordHeader, most: MOST_PACKET_BYTES, payload: (bytes, at) => this.payload(bytes, at) };
  }

  read(bytes: Uint8Array, from: number, base: number, ended: boolean): number {
    let at = from;
    if (!this.headerDone) {
      if (bytes.length < PCAP_HEADER_BYTES) return at;
      this.headerDone = true;
      this.packets.watch?.header(PCAP_HEADER_BYTES);
      at = PCAP_HEADER_BYTES;
    }
    const { packets, link, header } = this;
    const { little, recordHeader } = header;
    const { record } = packets;
    const fractionLimit = header.nanoseconds ? 1_000_000_000 : 1_000_000;
    for (;;) {
      at = this.ahead(bytes, at, base);
      if (packets.full) break;
      const left = bytes.length - at;
      if (left < recordHeader) return this.rest(bytes, at, base, ended);
      const seconds = little ? u32le(bytes, at) : u32be(bytes, at);
      const fraction = little ? u32le(bytes, at + 4) : u32be(bytes, at + 4);
      const captured = little ? u32le(bytes, at + 8) : u32be(bytes, at + 8);
      if (captured > MOST_PACKET_BYTES) {
        const next = this.damaged(bytes, at, base, captured, ended);
        if (next < 0) return at;
        at = next;
        continue;
      }
      if (left < recordHeader + captured) return this.rest(bytes, at, base, ended);
      record.no++;
      record.offset = base + at;
      record.original = little ? u32le(bytes, at + 12) : u32be(bytes, at + 12);
      record.us = seconds * 1_000_000 + (header.nanoseconds ? Math.floor(fraction / 1000) : fraction);
      if (fraction < fractionLimit) this.lastSeconds = seconds;
      const start = at + recordHeader;
      at = start + captured;
      packets.packet(link, bytes, start, at);
    }
    return at;
  }

  /** Lets the compiled kernel read records from `at` as far as it can; returns where it stopped. */
  private ahead(bytes: Uint8Array, at: number, base: number): number {
    const { packets } = this;
    const next = packets.ahead('pcap', bytes, at, base);
    if (next !== at) this.lastSeconds = packets.fast?.lastSeconds ?? this.lastSeconds;
    return next;
  }

  /** Handles an incomplete record at the end of the bytes: waits for more, or reports that the file was cut. */
  private rest(bytes: Uint8Array, at: number, base: number, ended: boolean): number {
    if (!ended || at === bytes.length) return at;
    const { record } = this.packets;
    record.offset = base + at;
    record.no++;
    this.packets.lost(record, 'RECORD_CUT', `the file ends ${String(bytes.length - at)} bytes into this record`);
    record.no--;
    return bytes.length;
  }

  /** Reports the damage and finds the next plausible record; returns -1 to ask for more bytes. */
  private damaged(bytes: Uint8Array, at: number, base: number, captured: number, ended: boolean): number {
    const next = resync(bytes, at, this.shape, ended);
    if (next < 0) return next;
    const { record } = this.packets;
    record.offset = base + at;
    record.no++;
    const message = `the record says ${String(captured)} captured bytes, at most ${String(MOST_PACKET_BYTES)} make sense; ${String(next - at)} bytes skipped`;
    this.packets.lost(record, 'RECORD_LENGTH', message);
    return next;
  }

  /** Captured length in the record header at `at`; -1 if the header is not plausible. */
  private payload(bytes: Uint8Array, at: number): number {
    const { little, nanoseconds } = this.header;
    const captured = u32(bytes, at + 8, little);
    const original = u32(bytes, at + 12, little);
    if (captured === 0 || captured > MOST_PACKET_BYTES || original < captured || original > MOST_PACKET_BYTES) return -1;
    if (u32(bytes, at + 4, little) >= (nanoseconds ? 1_000_000_000 : 1_000_000)) return -1;
    return this.lastSeconds < 0 || Math.abs(u32(bytes, at, little) - this.lastSeconds) <= NEAR_SECONDS ? captured : -1;
  }
}
