/**
 * CRC of link-layer packets: x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1, bits least significant first. Core specification Vol 6 Part B
 * 3.1.1. States are bit-reversed, so that the register shifts to the right.
 */

export const CRC24_BYTES = 3;

/** The preset of advertising PDUs (0x555555), reversed. */
export const ADVERTISING_CRC_STATE = 0xaaaaaa;

/** Returns the start state for a connection or a periodic train with this 24-bit CRCInit. */
export function crcStateOf(crcInit: number): number {
  let state = 0;
  for (let bit = 0; bit < 24; bit++) state |= ((crcInit >> bit) & 1) << (23 - bit);
  return state;
}

/** Calculates the CRC of bytes [start, end), as the little-endian number in the three octets after the PDU. */
export function crc24(bytes: Uint8Array, start: number, end: number, state: number): number {
  let crc = state;
  let i = start;
  // Reads four bytes per step, with a table for each: a step shifts all 24 bits of the state out of the register.
  for (const whole = end - 3; i < whole; i += 4) {
    crc ^= (bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8) | ((bytes[i + 2] ?? 0) << 16) | ((bytes[i + 3] ?? 0) << 24);
    crc =
      (TABLES[768 + (crc & 0xff)] ?? 0) ^
      (TABLES[512 + ((crc >>> 8) & 0xff)] ?? 0) ^
      (TABLES[256 + ((crc >>> 16) & 0xff)] ?? 0) ^
      (TABLES[crc >>> 24] ?? 0);
  }
  for (; i < end; i++) crc = (crc >>> 8) ^ (TABLES[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return crc;
}

/**
 * The inverse of `crc24`: the state before bytes [start, end), from the three octets that were sent after them. For an undamaged data PDU
 * this is the start state of its connection.
 */
export function crcStateBefore(bytes: Uint8Array, start: number, end: number, sent: number): number {
  let state = sent;
  for (let i = end - 1; i >= start; i--) {
    const index = INDEX_OF_HIGH[state >>> 16] ?? 0;
    state = (((state ^ (TABLES[index] ?? 0)) & 0xffff) << 8) | (index ^ (bytes[i] ?? 0));
  }
  return state;
}

/** Entry 256 k + b: the state after byte b and k more zero bytes, starting from 0. */
const TABLES = new Int32Array(1024);
for (let index = 0; index < 256; index++) {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xda6000 : crc >>> 1;
  TABLES[index] = crc;
}
for (let index = 256; index < 1024; index++) {
  const before = TABLES[index - 256] ?? 0;
  TABLES[index] = (before >>> 8) ^ (TABLES[before & 0xff] ?? 0);
}

/** Maps the highest octet of each of the first 256 entries, which all differ, to the entry's index. */
const INDEX_OF_HIGH = new Uint8Array(256);
for (let index = 0; index < 256; index++) INDEX_OF_HIGH[(TABLES[index] ?? 0) >>> 16] = index;
