import { fields, readFields } from './octet-fields.ts';
import type { FieldWriter, OctetField } from './octet-fields.ts';
import { ADVERTISING_ACCESS_ADDRESS } from './pdu-type.ts';

/** Kind of the isochronous stream that a PDU belongs to; UNKNOWN if the set-up of the stream was not captured. */
export const ISO = { NONE: 0, CIS: 1, BIS: 2, UNKNOWN: 3 } as const;
export const ISO_NAMES: readonly (string | undefined)[] = [undefined, 'CIS', 'BIS', undefined];

/** LLID of a BIS PDU that is a BIG Control PDU; of a CIS PDU the value is reserved (Core specification 5.4, Vol 6 Part B 2.6). */
export const BIG_CONTROL_LLID = 3;
/** Null PDU Indicator in the header of a CIS PDU, which then carries no payload. Reserved in data PDUs of connections. */
const NULL_PDU = 0x40;
export const isNullPdu = (header: number): boolean => (header & NULL_PDU) !== 0;

/** Whether this cannot be a header of a connection's data PDU: there LLID 0 and the bit of null PDUs are reserved (Vol 6 Part B 2.4). */
export const cannotBeData = (header: number): boolean => (header & 3) === 0 || isNullPdu(header);

/** BIG Control PDUs by opcode, and their parameters (Vol 6 Part B 2.6.3). */
export const BIG_CONTROL = { CHANNEL_MAP_IND: 0, TERMINATE_IND: 1 } as const;
export const BIG_CONTROL_NAMES: readonly string[] = ['BIG_CHANNEL_MAP_IND', 'BIG_TERMINATE_IND'];

/** AD type of BIGInfo, which is sent in the ACAD field of periodic advertising. */
export const BIG_INFO_TYPE = 0x2c;
const PLAIN = fields(
  'big_offset:14,big_offset_units:1,iso_interval_us:12*1250,num_bis:5 subevents:5,bn:3,sub_interval_us:20,pto:4 ' +
    'bis_spacing_us:20,irc:4 max_pdu:u8 -:u8 seed_access_address:u32 sdu_interval_us:20,max_sdu:12 base_crc_init:u16 ' +
    'channel_map:37,phy:3 bis_payload_count:39,framed:1',
);
const ENCRYPTED = [...PLAIN, ...fields('giv:b8 gskd:b16')];
const PLAIN_BYTES = 33;
const ENCRYPTED_BYTES = 57;

/** Returns the fields of a BIGInfo of this length (Vol 6 Part B 4.4.6.11); undefined for other lengths. An encrypted BIG has two more. */
export const bigInfoFields = (octets: number): readonly OctetField[] | undefined =>
  octets === PLAIN_BYTES ? PLAIN : octets === ENCRYPTED_BYTES ? ENCRYPTED : undefined;

/** Passes the fields of BIGInfo in bytes [at, end) to `writer`. False if no BIGInfo has this length. */
export function readBigInfo(bytes: Uint8Array, at: number, end: number, writer: FieldWriter): boolean {
  const layout = bigInfoFields(end - at);
  return layout !== undefined && readFields(bytes, at, end, layout, writer) >= 0;
}

/**
 * Returns the access address of a BIS by number (1 to 31), or of the BIG's control PDUs (0): the upper half of the seed in BIGInfo is XORed
 * with a diversifier (Vol 6 Part B 2.1.2).
 */
export function bisAccessAddress(seed: number, bis: number): number {
  const d = (35 * bis + 42) & 127;
  const bit = (k: number): number => (d >> k) & 1;
  const word = (bit(0) * 0x3f << 10) | (bit(1) << 9) | (bit(6) << 8) | (bit(1) << 7) | (bit(5) << 5) | (bit(4) << 4) | (bit(3) << 2) | (bit(2) << 1); // prettier-ignore
  return (seed ^ (word << 16)) >>> 0;
}

/** Returns the start value of the CRC of a BIS (Vol 6 Part B 3.1.1). */
export const bisCrcInit = (base: number, bis: number): number => (base << 8) | bis;

/**
 * Whether an access address can be that of a connection or stream (Vol 6 Part B 2.1.2): it differs from the advertising one in at least two
 * bits, its octets are not all equal, and its bits change neither too seldom nor too often. The advertising one shifted by some bits, which
 * sniffers record, is excluded too.
 */
export function isPossibleAccessAddress(accessAddress: number): boolean {
  for (let bits = 1; bits <= MOST_SHIFTED; bits++)
    if (isShifted(accessAddress, ADVERTISING_ACCESS_ADDRESS, bits) || isShifted(ADVERTISING_ACCESS_ADDRESS, accessAddress, bits))
      return false;
  if (ones(accessAddress ^ ADVERTISING_ACCESS_ADDRESS) < 2 || accessAddress >>> 0 === (accessAddress & 255) * 0x01010101) return false;
  const changes = accessAddress ^ (accessAddress >>> 1);
  // At least two changes within the upper six bits, and at most 24 within all 32.
  if (ones((changes >>> 26) & 31) < 2 || ones(changes & 0x7fffffff) > 24) return false;
  for (let at = 0; at <= 31 - MOST_EQUAL; at++) if (((changes >>> at) & (2 ** MOST_EQUAL - 1)) === 0) return false;
  return true;
}

/** Whether one word without its lowest `bits` bits equals the other without its highest. */
const isShifted = (word: number, other: number, bits: number): boolean => word >>> bits === (other & (2 ** (32 - bits) - 1));

/** Maximum shift, in bits, with which sniffers record the advertising access address. */
const MOST_SHIFTED = 8;
/** Maximum number of consecutive equal bits. */
const MOST_EQUAL = 6;

/** Counts the bits that are 1. */
export function ones(word: number): number {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest >>>= 1) count += rest & 1;
  return count;
}
