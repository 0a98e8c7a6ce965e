import { u32, u32be } from '../../base/octets.ts';

/**
 * Judges the header of a record that an octet or more of a damaged file may have moved: a header whose fields make sense is kept, of
 * any other one only the length, so that the copy is read record by record like the file.
 */
export interface RecordHeader {
  /** Offset of the length in the header; the length has 4 octets. */
  readonly lengthAt: number;
  makesSense(bytes: Uint8Array, at: number): boolean;
}

const NOTHING: RecordHeader = { lengthAt: 4, makesSense: () => true };
const YEARS_1900_TO_2200 = [0x00d4, 0x00f7] as const;
const MOST_FLAGS = 0x1f;

/** `head` is the start of the file. */
export function recordHeader(format: string, head: Uint8Array): RecordHeader {
  if (format === 'btsnoop') return { lengthAt: 4, makesSense: btsnoop };
  if (format === 'pklg') return { lengthAt: 0, makesSense: packetLogger };
  if (format !== 'pcap') return NOTHING;
  const little = head[0] !== 0xa1;
  return { lengthAt: 8, makesSense: (bytes, at) => pcap(bytes, at, little) };
}

function btsnoop(bytes: Uint8Array, at: number): boolean {
  const time = u32be(bytes, at + 16) >>> 16;
  const timed = time === 0 || (time >= YEARS_1900_TO_2200[0] && time <= YEARS_1900_TO_2200[1]);
  return timed && u32be(bytes, at) >= u32be(bytes, at + 4) && u32be(bytes, at) < 2 ** 24 && (u32be(bytes, at + 8) & 0xffff) <= MOST_FLAGS;
}

const packetLogger = (bytes: Uint8Array, at: number): boolean => Math.min(u32(bytes, at + 8, true), u32(bytes, at + 8, false)) < 1_000_000;

const pcap = (bytes: Uint8Array, at: number, little: boolean): boolean =>
  u32(bytes, at + 4, little) < 1_000_000_000 &&
  u32(bytes, at + 12, little) >= u32(bytes, at + 8, little) &&
  u32(bytes, at + 12, little) < 2 ** 24;
