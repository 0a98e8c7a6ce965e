/** Computes the CRC of link-layer packets like `src/ble/crc24.ts`, but four bytes per step, with one table for each of the four bytes. */
const TABLES: usize = memory.data(4096, 16);

/** Initial state of the CRC of advertising PDUs (0x555555), with its bits reversed. */
export const ADVERTISING_CRC_STATE: u32 = 0xaaaaaa;

for (let index: u32 = 0; index < 256; index++) {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xda6000 : crc >>> 1;
  store<u32>(TABLES + (<usize>index << 2), crc);
}
for (let index: u32 = 256; index < 1024; index++) {
  const before = entry(index - 256);
  store<u32>(TABLES + (<usize>index << 2), (before >>> 8) ^ entry(before & 0xff));
}

// @ts-ignore: decorator
@inline
function entry(index: u32): u32 {
  return load<u32>(TABLES + (<usize>index << 2));
}

/** Computes the CRC of bytes [at, end), as the little-endian number that the three octets after the PDU should form. */
export function crc24(at: usize, end: usize, start: u32): u32 {
  let crc = start;
  for (; at + 4 <= end; at += 4) {
    crc ^= load<u32>(at);
    crc = entry(768 + (crc & 0xff)) ^ entry(512 + ((crc >>> 8) & 0xff)) ^ entry(256 + ((crc >>> 16) & 0xff)) ^ entry(crc >>> 24);
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ entry((crc ^ load<u8>(at)) & 0xff);
  return crc;
}
