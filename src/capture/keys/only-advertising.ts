import { CRC24_BYTES } from '../../ble/crc24.ts';
import { ADVERTISING_ACCESS_ADDRESS, PHY } from '../../ble/pdu-type.ts';
import { Cursor } from '../containers/cursor.ts';
import { PCAP_HEADER_BYTES, readPcapHeader, type PcapHeader } from '../containers/pcap.ts';
import type { ByteSource } from '../decoder.ts';
import { LINK_TYPE } from '../link-types.ts';
import { u16le, u32, u32le } from '../../base/octets.ts';
import { recordHeader, type RecordHeader } from './record-headers.ts';

/** Octets before the access address, by link type. */
const FRONT: Readonly<Record<number, number>> = { [LINK_TYPE.BLUETOOTH_LE_LL]: 0, [LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR]: 10 };
/** Access address and PDU header. */
const LEAST_FRAME = 6;
/** Largest PDU kind of the RF header that is advertising: unknown 0, auxiliary 1. */
const ADVERTISING_KIND = 1;

/**
 * Whether a pcap file holds whole advertising PDUs and nothing else: then `KeyRemoval` keeps every octet, and need not read the file. It
 * takes a microsecond per packet, this some nanoseconds. False also means "not known", for instance of other link types.
 */
export async function holdsOnlyAdvertising(source: ByteSource, check: () => void): Promise<boolean> {
  const cursor = new Cursor(source);
  try {
    while (cursor.bytes.length < PCAP_HEADER_BYTES) if (!(await cursor.advance(0))) return false;
    const header = readPcapHeader(cursor.bytes);
    if (header === null || FRONT[header.linkType] === undefined) return false;
    const records = recordHeader('pcap', cursor.bytes);
    for (let at = PCAP_HEADER_BYTES; ;) {
      const next = readRecords(cursor.bytes, at, header, records);
      if (next < 0) return false;
      check();
      if (!(await cursor.advance(next))) return cursor.bytes.length === 0;
      at = 0;
    }
  } finally {
    await cursor.close();
  }
}

/** Offset of the first record that is not wholly there; -1 where one holds anything but an advertising PDU. */
function readRecords(bytes: Uint8Array, from: number, { little, recordHeader: size, linkType }: PcapHeader, records: RecordHeader): number {
  const front = FRONT[linkType] ?? 0;
  const rf = linkType === LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR;
  let at = from;
  while (at + size <= bytes.length) {
    const captured = u32(bytes, at + 8, little);
    if (captured < front + LEAST_FRAME || !records.makesSense(bytes, at)) return -1;
    const frame = at + size + front;
    const next = at + size + captured;
    if (next > bytes.length) return at;
    if (u32le(bytes, frame) !== ADVERTISING_ACCESS_ADDRESS) return -1;
    // Octets behind the CRC may be anything.
    if (frame + LEAST_FRAME + (bytes[frame + 5] ?? 0) + CRC24_BYTES < next) return -1;
    const flags = rf ? u16le(bytes, frame - 2) : 0;
    if (((flags >> 7) & 7) > ADVERTISING_KIND || flags >> 14 === PHY.LE_CODED) return -1;
    at = next;
  }
  return at;
}
