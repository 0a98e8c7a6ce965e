import { u16, u32 } from '../../base/octets.ts';
import type { LinkInterface, Packets } from '../packets.ts';
import { MOST_RECORD_BYTES } from './cursor.ts';
import { SectionInterfaces } from './pcapng-interfaces.ts';
import { BLOCK, readBlockFrame, resyncBlock } from './pcapng-blocks.ts';
import type { RecordReader } from './records.ts';
import { inRange, ticksToUs } from './time.ts';

/** Limit of interfaces, because each costs memory: real files have a few, a malicious file could have millions. */
const MOST_INTERFACES = 65_536;

/**
 * pcapng: blocks of type 4, total length 4, body padded to 4, total length 4 again. A section header block starts a
 * section with its own byte order and its own interfaces; packets name an interface by number.
 * https://www.ietf.org/archive/id/draft-ietf-opsawg-pcapng-02.html
 */
export class PcapngReader implements RecordReader {
  private little = true;
  private section = 0;
  private interfaces = new SectionInterfaces();
  private readonly all: LinkInterface[] = [];
  /** Remaining bytes to skip of a block that is too large. */
  private skip = 0;

  constructor(private readonly packets: Packets) {}

  /** The interfaces of all sections. */
  get links(): readonly LinkInterface[] {
    return this.all;
  }

  read(bytes: Uint8Array, from: number, base: number, ended: boolean): number {
    let at = from;
    const { packets } = this;
    for (;;) {
      if (this.little && this.skip === 0) at = packets.ahead('pcapng', bytes, at, base);
      if (packets.full) break;
      if (this.skip > 0) {
        const step = Math.min(this.skip, bytes.length - at);
        this.skip -= step;
        at += step;
        if (this.skip > 0) return at;
      }
      const left = bytes.length - at;
      if (left < 12) return this.rest(bytes, at, base, ended);
      const type = u32(bytes, at, this.little);
      // The type of a section header reads the same in both orders; its order is in the magic that follows.
      if (type === BLOCK.SECTION && !this.startSection(bytes, at)) {
        const next = this.damaged(bytes, at, base, ended, 'the byte-order magic of the section header is wrong');
        if (next < 0) return at;
        at = next;
        continue;
      }
      const length = u32(bytes, at + 4, this.little);
      const frame = readBlockFrame(bytes, at, length, type, this.little, ended);
      if (frame === 'more') return this.rest(bytes, at, base, ended);
      if (frame === 'skip') {
        packets.watch?.damage(base + at);
        packets.tally.other('unknown');
        this.skip = length;
        continue;
      }
      if (frame !== 'ok') {
        const next = this.damaged(bytes, at, base, ended, frame);
        if (next < 0) return at;
        at = next;
        continue;
      }
      this.block(bytes, at, type, length, base);
      at += length;
    }
    return at;
  }

  /** Reads the byte order of a section; returns false if its magic number is invalid. */
  private startSection(bytes: Uint8Array, at: number): boolean {
    const little = u32(bytes, at + 8, true) === BLOCK.BYTE_ORDER_MAGIC;
    if (!little && u32(bytes, at + 8, false) !== BLOCK.BYTE_ORDER_MAGIC) return false;
    this.little = little;
    return true;
  }

  private block(bytes: Uint8Array, at: number, type: number, length: number, base: number): void {
    const { packets, little } = this;
    const { record } = packets;
    record.offset = base + at;
    packets.watch?.block(type, bytes, at, length, little);
    switch (type) {
      case BLOCK.SECTION:
        this.section++;
        this.interfaces = new SectionInterfaces();
        packets.fast?.section();
        return;
      case BLOCK.INTERFACE: {
        if (this.all.length >= MOST_INTERFACES) {
          this.packets.problem(
            record,
            'INTERFACE_LIMIT',
            `more than ${String(MOST_INTERFACES)} capture interfaces; packets of later ones are not read`,
          );
          return;
        }
        const number = this.interfaces.size;
        const receiver = this.section > 1 ? `${String(this.section)}:${String(number)}` : String(number);
        this.all.push(this.interfaces.add(bytes, at + 8, at + length - 4, little, receiver, packets));
        return;
      }
      case BLOCK.ENHANCED_PACKET:
        return this.packet(bytes, at + 28, at + length - 4, u32(bytes, at + 8, little), at + 12, little);
      case BLOCK.PACKET:
        return this.packet(bytes, at + 28, at + length - 4, u16(bytes, at + 8, little), at + 12, little);
      case BLOCK.SIMPLE_PACKET:
        return this.simplePacket(bytes, at + 12, at + length - 4, u32(bytes, at + 8, little));
      case BLOCK.NAME_RESOLUTION:
        return packets.tally.other('names');
      case BLOCK.INTERFACE_STATISTICS:
        return packets.tally.other('statistics');
      // Count these blocks as packets, as Wireshark does.
      case BLOCK.JOURNAL:
        record.no++;
        return packets.tally.other('journal');
      case BLOCK.CUSTOM:
      case BLOCK.CUSTOM_NO_COPY:
        record.no++;
        return packets.tally.other('custom');
      default:
        return packets.tally.other('unknown');
    }
  }

  /** Reads an enhanced or obsolete packet block: both have time, captured length and original length at the same offsets. */
  private packet(bytes: Uint8Array, start: number, limit: number, number: number, timeAt: number, little: boolean): void {
    const { record } = this.packets;
    record.no++;
    if (start > limit) {
      this.packets.lost(record, 'BLOCK_LENGTH', 'the packet block is shorter than its fixed fields');
      return;
    }
    const link = this.interfaces.get(number);
    if (link === undefined) {
      this.packets.lost(
        record,
        'INTERFACE',
        `interface ${String(number)} is not among the ${String(this.interfaces.size)} of this section`,
      );
      return;
    }
    const captured = u32(bytes, timeAt + 8, little);
    record.original = u32(bytes, timeAt + 12, little);
    const ticks = ticksToUs(u32(bytes, timeAt, little), u32(bytes, timeAt + 4, little), link.resolution);
    record.us = inRange(ticks + link.offsetUs);
    if (captured > limit - start) {
      this.packets.lost(
        record,
        'PACKET_LENGTH',
        `the packet says ${String(captured)} captured bytes, its block has room for ${String(limit - start)}`,
      );
      return;
    }
    this.packets.packet(link.link, bytes, start, start + captured);
  }

  private simplePacket(bytes: Uint8Array, start: number, limit: number, original: number): void {
    const { record } = this.packets;
    record.no++;
    const link = this.interfaces.get(0);
    if (link === undefined) {
      this.packets.lost(record, 'INTERFACE', 'a simple packet block in a section without interface');
      return;
    }
    record.original = original;
    record.us = Number.NaN;
    const captured = Math.min(original, link.snapLength === 0 ? original : link.snapLength, limit - start);
    this.packets.packet(link.link, bytes, start, start + Math.max(0, captured));
  }

  private rest(bytes: Uint8Array, at: number, base: number, ended: boolean): number {
    if (!ended || at === bytes.length) return at;
    const { record } = this.packets;
    record.offset = base + at;
    this.packets.lost(record, 'BLOCK_CUT', `the file ends ${String(bytes.length - at)} bytes into a block`);
    return bytes.length;
  }

  /** Reports the damage and finds the next valid block; returns -1 to ask for more bytes. */
  private damaged(bytes: Uint8Array, at: number, base: number, ended: boolean, why: string): number {
    const next = resyncBlock(bytes, at + 4, this.little, ended);
    if (next < 0 && bytes.length - at < MOST_RECORD_BYTES && !ended) return -1;
    const found = next < 0 ? (ended ? bytes.length : Math.max(at + 4, at + ((bytes.length - at - 12) & ~3))) : next;
    const { record } = this.packets;
    record.offset = base + at;
    this.packets.lost(record, 'BLOCK_DAMAGED', `${why}; ${String(found - at)} bytes skipped`);
    return found;
  }
}
