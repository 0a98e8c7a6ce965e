import { serialCrc } from '../link/hci-serial.ts';
import { u16be } from '../../base/octets.ts';
import type { Octets } from './watch.ts';

interface Line {
  readonly raw: Octets;
  readonly line: Uint8Array;
  readonly kept: Uint8Array;
  readonly framed: boolean;
}

const DELIMITER = 0xc0;
const ESCAPE = 0xdb;
const HEADER_BYTES = 4;
const CRC_PRESENT = 0x40;

/** A copy of a file that starts as zeros and takes over the octets that are kept. */
export class KeptOctets {
  readonly copy: Uint8Array<ArrayBuffer>;
  private readonly lines = new Map<ArrayBufferLike, Line>();

  /** @param whole the bytes of the file; octets to keep are given as views of the same buffer, so their offset in it is that in the file */
  constructor(private readonly whole: Uint8Array<ArrayBuffer>) {
    this.copy = new Uint8Array(whole.length);
  }

  readonly keep = (bytes: Uint8Array, at: number, end: number): void => {
    if (end <= at || at >= bytes.length) return;
    const target = bytes.buffer === this.whole.buffer ? this.copy : this.lines.get(bytes.buffer)?.kept;
    target?.set(bytes.subarray(at, end), this.offset(bytes, at));
  };

  /** Offset in the file. */
  offset(bytes: Uint8Array, at: number): number {
    return bytes.byteOffset + at - (bytes.buffer === this.whole.buffer ? this.whole.byteOffset : 0);
  }

  /** The file offsets [from, to). */
  keepAt(from: number, to: number): void {
    if (from < this.whole.length) this.copy.set(this.whole.subarray(from, to), from);
  }

  /** The kept octets at `at` of `bytes`, as a view that can be written. */
  view(bytes: Uint8Array, at: number, end: number): Uint8Array {
    const offset = this.offset(bytes, at);
    return this.copy.subarray(offset, offset + end - at);
  }

  /** Lets octets of a packet without its escapes be kept. The packet is written into the copy by `finish`. */
  line(raw: Octets, line: Uint8Array, framed: boolean): void {
    this.lines.set(line.buffer, { raw, line, kept: new Uint8Array(line.length), framed });
  }

  /** True if nothing was removed. */
  finish(): boolean {
    for (const line of this.lines.values()) this.writeLine(line);
    this.lines.clear();
    const { copy, whole } = this;
    for (let i = 0; i < whole.length; i++) if (copy[i] !== whole[i]) return false;
    return true;
  }

  private writeLine({ raw: { bytes, at, end }, line, kept, framed }: Line): void {
    const payloadEnd = HEADER_BYTES + ((line[1] ?? 0) >> 4) + ((line[2] ?? 0) << 4);
    const checked = ((line[0] ?? 0) & CRC_PRESENT) !== 0;
    const sound =
      line.length === payloadEnd + (checked ? 2 : 0) && (!checked || serialCrc(line, 0, payloadEnd) === u16be(line, payloadEnd));
    const packet = sound ? kept.slice(0, payloadEnd) : kept;
    if (sound && packet.every((octet, i) => octet === line[i])) {
      this.keep(bytes, at, end);
      return;
    }
    // The old CRC would reveal what was removed, so the packet is written without a CRC, and delimiters fill the rest.
    if (sound && checked) {
      packet[0] = (packet[0] ?? 0) & ~CRC_PRESENT;
      packet[3] = ((packet[3] ?? 0) + CRC_PRESENT) & 255;
    }
    const written = framed ? Uint8Array.from(escaped(packet)) : packet;
    const target = this.view(bytes, at, end);
    if (framed && sound) target.fill(DELIMITER);
    target.set(written);
  }
}

function escaped(packet: Uint8Array): number[] {
  return Array.from(packet).flatMap((octet) => (octet === DELIMITER ? [ESCAPE, 0xdc] : octet === ESCAPE ? [ESCAPE, 0xdd] : [octet]));
}
