import { u16, u32 } from '../../base/octets.ts';
import type { LinkInterface, Packets } from '../packets.ts';

/** Fields of an interface that are needed to read its packets. */
export interface SectionInterface {
  readonly link: LinkInterface;
  /** Maximum captured bytes per packet; 0 means no limit. */
  readonly snapLength: number;
  /** Resolution of timestamps as in if_tsresol: a power of ten, or of two if the top bit is set. */
  readonly resolution: number;
  /** Offset of timestamps from if_tsoffset, µs. */
  readonly offsetUs: number;
}

const OPTION = { END: 0, RESOLUTION: 9, OFFSET: 14 } as const;
const DEFAULT_RESOLUTION = 6;

/** The interfaces of one section in order of their description blocks. */
export class SectionInterfaces {
  private readonly list: SectionInterface[] = [];

  get size(): number {
    return this.list.length;
  }

  get(number: number): SectionInterface | undefined {
    return this.list[number];
  }

  /** The body of an interface description block: link type 2, reserved 2, snap length 4, options. */
  add(bytes: Uint8Array, at: number, end: number, little: boolean, receiver: string, packets: Packets): LinkInterface {
    const linkType = u16(bytes, at, little);
    let resolution: number = DEFAULT_RESOLUTION;
    let offsetSeconds = 0;
    for (let option = at + 8; option + 4 <= end;) {
      const code = u16(bytes, option, little);
      const length = u16(bytes, option + 2, little);
      const value = option + 4;
      if (code === OPTION.END || value + length > end) break;
      if (code === OPTION.RESOLUTION && length >= 1) resolution = bytes[value] ?? DEFAULT_RESOLUTION;
      if (code === OPTION.OFFSET && length >= 8) offsetSeconds = i64(bytes, value, little);
      option = value + ((length + 3) & ~3);
    }
    const link = packets.interface(linkType, receiver, offsetSeconds === 0 ? resolution : null);
    this.list.push({ link, snapLength: u32(bytes, at + 4, little), resolution, offsetUs: offsetSeconds * 1_000_000 });
    return link;
  }
}

/** Reads a signed 64-bit integer as the nearest double: seconds beyond 2^53 are no valid time anyway. */
function i64(bytes: Uint8Array, at: number, little: boolean): number {
  const high = u32(bytes, little ? at + 4 : at, little) | 0;
  const low = u32(bytes, little ? at : at + 4, little);
  return high * 4294967296 + low;
}
