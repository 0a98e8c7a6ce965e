/**
 * Finds the AD structures that have their own columns, the first of each type, in one pass without allocating. `ad/` parses structures
 * completely. Core specification supplement, Part A 1; structure: length 1, type 1, data (length - 1).
 */
export const NO_VALUE = -1;
export const NO_TX_POWER = 1000;

export class AdFields {
  nameAt = NO_VALUE;
  nameEnd = NO_VALUE;
  flags = NO_VALUE;
  /** dBm. */
  txPower = NO_TX_POWER;
  companyId = NO_VALUE;
  appearance = NO_VALUE;
  /** Service UUIDs in order of appearance: offset, and octets per UUID (2, 4, 16). */
  uuidAt = new Int32Array(1024);
  uuidSize = new Uint8Array(1024);
  uuids = 0;
  /** Offset of a structure whose length exceeds the data; NO_VALUE if there is none. */
  overrunAt = NO_VALUE;
}

export function parseAdFields(bytes: Uint8Array, start: number, end: number, ad: AdFields): void {
  ad.nameAt = NO_VALUE;
  ad.flags = NO_VALUE;
  ad.txPower = NO_TX_POWER;
  ad.companyId = NO_VALUE;
  ad.appearance = NO_VALUE;
  ad.uuids = 0;
  ad.overrunAt = NO_VALUE;
  let at = start;
  while (at < end) {
    const length = bytes[at] ?? 0;
    // A zero length ends the significant part early (Vol 3 Part C 11).
    if (length === 0) return;
    const next = at + 1 + length;
    if (next > end) {
      ad.overrunAt = at;
      return;
    }
    readStructure(bytes, bytes[at + 1] ?? 0, at + 2, next, ad);
    at = next;
  }
}

function readStructure(bytes: Uint8Array, type: number, at: number, end: number, ad: AdFields): void {
  switch (type) {
    case 0x01:
      if (ad.flags === NO_VALUE && at < end) ad.flags = bytes[at] ?? 0;
      return;
    case 0x02:
    case 0x03:
      return readUuids(at, end, 2, ad);
    case 0x04:
    case 0x05:
      return readUuids(at, end, 4, ad);
    case 0x06:
    case 0x07:
      return readUuids(at, end, 16, ad);
    case 0x08:
    case 0x09:
      if (ad.nameAt === NO_VALUE) {
        ad.nameAt = at;
        ad.nameEnd = end;
      }
      return;
    case 0x0a:
      if (ad.txPower === NO_TX_POWER && at < end) ad.txPower = ((bytes[at] ?? 0) << 24) >> 24;
      return;
    case 0x19:
      if (ad.appearance === NO_VALUE && end - at >= 2) ad.appearance = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
      return;
    case 0xff:
      if (ad.companyId === NO_VALUE && end - at >= 2) ad.companyId = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
      return;
  }
}

function readUuids(start: number, end: number, size: number, ad: AdFields): void {
  for (let at = start; at + size <= end && ad.uuids < ad.uuidAt.length; at += size) {
    ad.uuidAt[ad.uuids] = at;
    ad.uuidSize[ad.uuids++] = size;
  }
}
