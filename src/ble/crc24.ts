/**
 * CRC of link-layer packets: x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1, bits least significant first.
 * Core specification Vol 6 Part B 3.1.1. States are bit-reversed, so that the shift goes right.
 */

/** The preset of advertising PDUs (0x555555), reversed. */
export const ADVERTISING_CRC_STATE = 0xaaaaaa;

/** Start state of a connection or periodic train from its 24-bit CRCInit. */
export function crcStateOf(crcInit: number): number {
  let state = 0;
  for (let bit = 0; bit < 24; bit++) state |= ((crcInit >> bit) & 1) << (23 - bit);
  return state;
}

/** CRC over bytes [start, end), as the number that the three octets after the PDU form, little-endian. */
export function crc24(bytes: Uint8Array, start: number, end: number, state: number): number {
  let crc = state;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return crc;
}

const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xda6000 : crc >>> 1;
  return crc;
});
