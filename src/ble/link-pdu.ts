/**
 * Parses link-layer PDUs in place: the result holds offsets into the caller's bytes, and one `LinkPdu` is reused for every packet, because
 * allocating an object per packet costs ten times the parsing. Core specification 5.4, Vol 6 Part B 2.3 (advertising) and 2.4 (data). All
 * fields are little-endian.
 *
 *   header     in bits: type 4 | RFU 1 | ChSel 1 | TxAdd 1 | RxAdd 1 | length 8
 *   legacy     in octets: AdvA 6, then AdvData; or the two addresses of SCAN_REQ, CONNECT_IND, ADV_DIRECT_IND
 *   extended   in octets: header length (6 bits) and mode (2 bits), flags 1, AdvA 6, TargetA 6, CTEInfo 1, ADI 2, AuxPtr 3,
 *              SyncInfo 18, TxPower 1, ACAD, then AdvData; each field only if its flag is set
 */
import { BIG_CONTROL_LLID, ISO } from './isochronous.ts';
import { PDU } from './pdu-type.ts';

/** Where a packet was received: on a primary or a secondary advertising channel, as far as the capture says. */
export const PLACE = { UNKNOWN: 0, PRIMARY: 1, SECONDARY: 2 } as const;

/** Kind of a PDU of type 7 off the primary channels, as stated by the capturing program; -1 if it does not say. */
export const AUX = { UNKNOWN: -1, ADV_IND: 0, CHAIN_IND: 1, SYNC_IND: 2, SCAN_RSP: 3 } as const;

/** Why a PDU could not be read completely. */
export const FAULT = { NONE: 0, CUT: 1, SHORT: 2, EXTENDED_HEADER: 3, RESERVED_TYPE: 4, EMPTY_CONTROL: 5 } as const;

export const OTHER = { SCANNER: 0, INITIATOR: 1, TARGET: 2 } as const;

export const ABSENT = -1;
export const NO_POWER = 1000;

export class LinkPdu {
  /** A code of `PDU`; NONE for reserved types. */
  type: number = PDU.NONE;
  /** Payload bytes stated in the header. */
  length = 0;
  /** Offset of AdvA, and whether it is random (0, 1); the type bit is present even if the address was truncated. */
  advertiserAt = ABSENT;
  advertiserRandom = ABSENT;
  /** Offset of the other address in the PDU, its role (a code of `OTHER`) and whether it is random. */
  otherAt = ABSENT;
  otherRole: number = OTHER.TARGET;
  otherRandom = ABSENT;
  /** Offset of AdvData; ABSENT if the PDU has no such field. */
  dataAt = ABSENT;
  dataEnd = ABSENT;
  sid = ABSENT;
  did = ABSENT;
  auxChannel = ABSENT;
  auxOffsetUs = ABSENT;
  /** TxPower of the extended header in dBm; NO_POWER if absent. */
  power = NO_POWER;
  /** Offset of SyncInfo (18 bytes) or of the LLData of a CONNECT_IND (22 bytes). */
  syncAt = ABSENT;
  connectionAt = ABSENT;
  /** Offsets of ACAD, the controller's own AD structures; ABSENT if the PDU has none. */
  acadAt = ABSENT;
  acadEnd = ABSENT;
  /** Opcode of an LL control PDU, or of a BIG Control PDU. */
  opcode = ABSENT;
  fault: number = FAULT.NONE;
}

function reset(pdu: LinkPdu): void {
  pdu.type = PDU.NONE;
  pdu.length = 0;
  pdu.advertiserAt = ABSENT;
  pdu.advertiserRandom = ABSENT;
  pdu.otherAt = ABSENT;
  pdu.otherRandom = ABSENT;
  pdu.dataAt = ABSENT;
  pdu.dataEnd = ABSENT;
  pdu.sid = ABSENT;
  pdu.did = ABSENT;
  pdu.auxChannel = ABSENT;
  pdu.auxOffsetUs = ABSENT;
  pdu.power = NO_POWER;
  pdu.syncAt = ABSENT;
  pdu.connectionAt = ABSENT;
  pdu.acadAt = ABSENT;
  pdu.acadEnd = ABSENT;
  pdu.opcode = ABSENT;
  pdu.fault = FAULT.NONE;
}

/** Parses the advertising-channel PDU at [at, end); `end` excludes the CRC. At least the 2 header bytes must exist. */
export function parseAdvertisingPdu(bytes: Uint8Array, at: number, end: number, place: number, aux: number, pdu: LinkPdu): void {
  reset(pdu);
  const header = bytes[at] ?? 0;
  const type = header & 15;
  const txRandom = (header >> 6) & 1;
  const rxRandom = header >> 7;
  const length = bytes[at + 1] ?? 0;
  pdu.length = length;
  const start = at + 2;
  let stop = start + length;
  if (stop > end) {
    stop = end;
    pdu.fault = FAULT.CUT;
  }
  pdu.type = place === PLACE.SECONDARY ? secondaryType(type) : type <= PDU.ADV_EXT_IND ? type : secondaryType(type);
  switch (type) {
    case PDU.ADV_IND:
    case PDU.ADV_NONCONN_IND:
    case PDU.SCAN_RSP:
    case PDU.ADV_SCAN_IND:
      pdu.advertiserRandom = txRandom;
      if (stop - start < 6) return short(pdu);
      pdu.advertiserAt = start;
      pdu.dataAt = start + 6;
      pdu.dataEnd = stop;
      return;
    case PDU.ADV_DIRECT_IND:
      pdu.advertiserRandom = txRandom;
      pdu.otherRandom = rxRandom;
      if (stop - start < 6) return short(pdu);
      pdu.advertiserAt = start;
      return other(pdu, start + 6, stop, OTHER.TARGET, rxRandom);
    case PDU.SCAN_REQ:
    case PDU.CONNECT_IND:
      pdu.advertiserRandom = rxRandom;
      pdu.otherRandom = txRandom;
      other(pdu, start, stop, type === PDU.SCAN_REQ ? OTHER.SCANNER : OTHER.INITIATOR, txRandom);
      if (stop - start < 12) return short(pdu);
      pdu.advertiserAt = start + 6;
      if (type === PDU.CONNECT_IND) {
        if (stop - start < 34) return short(pdu);
        pdu.connectionAt = start + 12;
      }
      return;
    case PDU.ADV_EXT_IND:
    case 8:
      parseExtended(bytes, start, stop, txRandom, rxRandom, pdu);
      if (type === PDU.ADV_EXT_IND) pdu.type = extendedType(bytes, start, place, aux, pdu);
      return;
    default:
      pdu.type = PDU.NONE;
      if (pdu.fault === FAULT.NONE) pdu.fault = FAULT.RESERVED_TYPE;
  }
}

/** Parses the data-channel PDU at [at, end); `end` excludes the CRC. */
export function parseDataPdu(bytes: Uint8Array, at: number, end: number, encrypted: boolean, pdu: LinkPdu): void {
  reset(pdu);
  const header = bytes[at] ?? 0;
  pdu.length = bytes[at + 1] ?? 0;
  const control = (header & 3) === 3;
  pdu.type = control ? PDU.LL_CONTROL : PDU.LL_DATA;
  // Bit 5: a CTEInfo octet is between header and payload (2.4.1).
  const start = at + 2 + ((header >> 5) & 1);
  if (start + pdu.length > end) pdu.fault = FAULT.CUT;
  if (!control || encrypted) return;
  if (pdu.length === 0) pdu.fault = FAULT.EMPTY_CONTROL;
  else if (start < end) pdu.opcode = bytes[start] ?? ABSENT;
}

/** Parses the isochronous PDU at [at, end); `end` excludes the CRC. Such PDUs have no CTEInfo. `iso` is a value of `ISO`. */
export function parseIsochronousPdu(bytes: Uint8Array, at: number, end: number, iso: number, encrypted: boolean, pdu: LinkPdu): void {
  reset(pdu);
  pdu.length = bytes[at + 1] ?? 0;
  const control = iso === ISO.BIS && ((bytes[at] ?? 0) & 3) === BIG_CONTROL_LLID;
  pdu.type = control ? PDU.LL_CONTROL : PDU.LL_DATA;
  if (at + 2 + pdu.length > end) pdu.fault = FAULT.CUT;
  if (!control || encrypted) return;
  if (pdu.length === 0) pdu.fault = FAULT.EMPTY_CONTROL;
  else if (at + 2 < end) pdu.opcode = bytes[at + 2] ?? ABSENT;
}

function secondaryType(type: number): number {
  if (type === PDU.SCAN_REQ) return PDU.AUX_SCAN_REQ;
  if (type === PDU.CONNECT_IND) return PDU.AUX_CONNECT_REQ;
  return type === 8 ? PDU.AUX_CONNECT_RSP : type;
}

function short(pdu: LinkPdu): void {
  if (pdu.fault === FAULT.NONE) pdu.fault = FAULT.SHORT;
}

function other(pdu: LinkPdu, at: number, stop: number, role: number, random: number): void {
  if (stop - at < 6) return short(pdu);
  pdu.otherAt = at;
  pdu.otherRole = role;
  pdu.otherRandom = random;
}

function parseExtended(bytes: Uint8Array, start: number, stop: number, txRandom: number, rxRandom: number, pdu: LinkPdu): void {
  if (start >= stop) return short(pdu);
  const headerLength = (bytes[start] ?? 0) & 63;
  const headerEnd = start + 1 + headerLength;
  const limit = Math.min(headerEnd, stop);
  if (headerEnd > stop) overrun(pdu);
  if (headerEnd < stop) {
    pdu.dataAt = headerEnd;
    pdu.dataEnd = stop;
  }
  if (headerLength === 0 || limit <= start + 1) return;
  readExtendedFields(bytes, start + 1, limit, txRandom, rxRandom, pdu);
}

/** Reads the fields in order and stops at the first that does not fit. */
function readExtendedFields(bytes: Uint8Array, flagsAt: number, limit: number, txRandom: number, rxRandom: number, pdu: LinkPdu): void {
  const flags = bytes[flagsAt] ?? 0;
  let at = flagsAt + 1;
  if (flags & 0x01) {
    if (at + 6 > limit) return overrun(pdu);
    pdu.advertiserAt = at;
    pdu.advertiserRandom = txRandom;
    at += 6;
  }
  if (flags & 0x02) {
    if (at + 6 > limit) return overrun(pdu);
    other(pdu, at, limit, OTHER.TARGET, rxRandom);
    at += 6;
  }
  if (flags & 0x04) at += 1;
  if (flags & 0x08) {
    if (at + 2 > limit) return overrun(pdu);
    const adi = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    pdu.did = adi & 0xfff;
    pdu.sid = adi >> 12;
    at += 2;
  }
  if (flags & 0x10) {
    if (at + 3 > limit) return overrun(pdu);
    const first = bytes[at] ?? 0;
    const offset = (bytes[at + 1] ?? 0) | (((bytes[at + 2] ?? 0) & 0x1f) << 8);
    pdu.auxChannel = first & 63;
    pdu.auxOffsetUs = offset * (first & 0x80 ? 300 : 30);
    at += 3;
  }
  if (flags & 0x20) {
    if (at + 18 > limit) return overrun(pdu);
    pdu.syncAt = at;
    at += 18;
  }
  if (flags & 0x40) {
    if (at + 1 > limit) return overrun(pdu);
    pdu.power = ((bytes[at] ?? 0) << 24) >> 24;
    at += 1;
  }
  if (at >= limit) return;
  pdu.acadAt = at;
  pdu.acadEnd = limit;
}

function overrun(pdu: LinkPdu): void {
  if (pdu.fault === FAULT.NONE) pdu.fault = FAULT.EXTENDED_HEADER;
}

/**
 * Determines which of the PDUs that share type 7 this is. The capturing program may state it for PDUs off the primary channels; otherwise a
 * PDU with neither an address nor a mode can only be a continuation.
 */
function extendedType(bytes: Uint8Array, start: number, place: number, aux: number, pdu: LinkPdu): number {
  if (place === PLACE.PRIMARY) return PDU.ADV_EXT_IND;
  switch (aux) {
    case AUX.ADV_IND:
      return PDU.AUX_ADV_IND;
    case AUX.CHAIN_IND:
      return PDU.AUX_CHAIN_IND;
    case AUX.SYNC_IND:
      return PDU.AUX_SYNC_IND;
    case AUX.SCAN_RSP:
      return PDU.AUX_SCAN_RSP;
  }
  const mode = (bytes[start] ?? 0) >> 6;
  if (place === PLACE.UNKNOWN && pdu.auxChannel !== ABSENT && pdu.dataAt === ABSENT) return PDU.ADV_EXT_IND;
  if (mode === 0 && pdu.advertiserAt === ABSENT && pdu.dataAt !== ABSENT) return PDU.AUX_CHAIN_IND;
  return PDU.AUX_ADV_IND;
}
