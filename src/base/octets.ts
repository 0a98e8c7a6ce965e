/** Functions that read integers from bytes, unsigned unless stated. Bytes past the end count as zeros, so callers check lengths first. */

export const u16le = (b: Uint8Array, at: number): number => (b[at] ?? 0) | ((b[at + 1] ?? 0) << 8);
export const u16be = (b: Uint8Array, at: number): number => ((b[at] ?? 0) << 8) | (b[at + 1] ?? 0);
export const u24le = (b: Uint8Array, at: number): number => (b[at] ?? 0) | ((b[at + 1] ?? 0) << 8) | ((b[at + 2] ?? 0) << 16);

export const u32le = (b: Uint8Array, at: number): number =>
  ((b[at] ?? 0) | ((b[at + 1] ?? 0) << 8) | ((b[at + 2] ?? 0) << 16) | ((b[at + 3] ?? 0) << 24)) >>> 0;
export const u32be = (b: Uint8Array, at: number): number =>
  (((b[at] ?? 0) << 24) | ((b[at + 1] ?? 0) << 16) | ((b[at + 2] ?? 0) << 8) | (b[at + 3] ?? 0)) >>> 0;

export const i8 = (b: Uint8Array, at: number): number => ((b[at] ?? 0) << 24) >> 24;

/** Reads an integer in a byte order that is only known while reading, because file formats state it per file or section. */
export const u16 = (b: Uint8Array, at: number, little: boolean): number => (little ? u16le(b, at) : u16be(b, at));
export const u32 = (b: Uint8Array, at: number, little: boolean): number => (little ? u32le(b, at) : u32be(b, at));

/** Writes the first bytes in hexadecimal, for error messages. */
export function hexDump(bytes: Uint8Array, count = 16): string {
  return Array.from(bytes.subarray(0, count), (octet) => octet.toString(16).padStart(2, '0')).join(' ');
}
