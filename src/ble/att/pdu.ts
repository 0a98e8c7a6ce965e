import { u16le } from '../../base/octets.ts';
import { ATT, opcodes } from './opcodes.ts';

const NONE = -1;

/** One attribute of a PDU. Numbers are -1, and start and end offsets equal, if the PDU does not have the field. */
export interface AttItem {
  readonly handle: number;
  readonly endHandle: number;
  /** The attribute type in the PDU: 2 or 16 octets at `uuidAt`. */
  readonly uuidAt: number;
  readonly uuidOctets: number;
  readonly valueAt: number;
  readonly valueEnd: number;
}

export interface AttPdu {
  readonly opcode: number;
  /** The attributes of the PDU in order; a PDU without attributes has one entry in which no field is set. */
  readonly items: readonly AttItem[];
  /** MTU, offset of a value, or flags of Execute Write. In an error response: its code, and the opcode of the failed request. */
  readonly mtu: number;
  readonly offset: number;
  readonly flags: number;
  readonly error: number;
  readonly aboutOpcode: number;
  /** Octets of each list entry as stated by the PDU, or the format of Find Information. */
  readonly itemLength: number;
  /** Whether the PDU is too short for its fixed fields, or its list does not end at an entry boundary. */
  readonly malformed: boolean;
}

const EMPTY: AttPdu = {
  opcode: 0,
  items: [],
  mtu: NONE,
  offset: NONE,
  flags: NONE,
  error: NONE,
  aboutOpcode: NONE,
  itemLength: NONE,
  malformed: false,
};
const NO_ITEM: AttItem = { handle: NONE, endHandle: NONE, uuidAt: 0, uuidOctets: 0, valueAt: NONE, valueEnd: NONE };
const SIGNATURE_BYTES = 12;

/** Parses the PDU in bytes [at, end), which contains at least its opcode. */
export function parseAtt(bytes: Uint8Array, at: number, end: number): AttPdu {
  const opcode = bytes[at] ?? 0;
  const from = at + 1;
  if (CARRIES_VALUE[opcode] === 1 && end - from >= 2) return carried(opcode, u16le(bytes, from), from + 2, end);
  const pdu = { ...EMPTY, opcode, items: [NO_ITEM] };
  const malformed = { ...pdu, malformed: true };
  const u16 = (where: number): number => u16le(bytes, where);
  const left = end - from;
  switch (opcode) {
    case ATT.ERROR_RSP:
      if (left < 4) return malformed;
      return { ...pdu, aboutOpcode: bytes[from] ?? 0, items: [{ ...NO_ITEM, handle: u16(from + 1) }], error: bytes[from + 3] ?? 0 };
    case ATT.MTU_REQ:
    case ATT.MTU_RSP:
      return left < 2 ? malformed : { ...pdu, mtu: u16(from) };
    case ATT.FIND_INFORMATION_REQ:
      return left < 4 ? malformed : { ...pdu, items: [{ ...NO_ITEM, handle: u16(from), endHandle: u16(from + 2) }] };
    case ATT.FIND_INFORMATION_RSP:
      return information(bytes, from, end, pdu);
    case ATT.FIND_BY_TYPE_VALUE_REQ:
      if (left < 6) return malformed;
      return { ...pdu, items: [{ ...typed(u16(from), u16(from + 2), from + 4, 2), valueAt: from + 6, valueEnd: end }] };
    case ATT.FIND_BY_TYPE_VALUE_RSP:
      return list(from, end, 4, pdu, (one) => ({ ...NO_ITEM, handle: u16(one), endHandle: u16(one + 2) }));
    case ATT.READ_BY_TYPE_REQ:
    case ATT.READ_BY_GROUP_TYPE_REQ:
      if (left < 4) return malformed;
      if (left === 6 || left === 20) return { ...pdu, items: [typed(u16(from), u16(from + 2), from + 4, left - 4)] };
      return { ...malformed, items: [{ ...NO_ITEM, handle: u16(from), endHandle: u16(from + 2), valueAt: from + 4, valueEnd: end }] };
    case ATT.READ_BY_TYPE_RSP:
    case ATT.READ_BY_GROUP_TYPE_RSP:
      return entries(bytes, from, end, pdu);
    case ATT.READ_MULTIPLE_REQ:
    case ATT.READ_MULTIPLE_VARIABLE_REQ:
      return list(from, end, 2, pdu, (one) => ({ ...NO_ITEM, handle: u16(one) }));
    case ATT.READ_MULTIPLE_VARIABLE_RSP:
    case ATT.MULTIPLE_NOTIFICATION:
      return tuples(bytes, from, end, pdu);
    default:
      return single(bytes, from, end, pdu);
  }
}

const typed = (handle: number, endHandle: number, uuidAt: number, uuidOctets: number): AttItem => ({
  ...NO_ITEM,
  handle,
  endHandle,
  uuidAt,
  uuidOctets,
});

/** PDUs with only handle and value, the most frequent in a connection; parsed without copies. */
const CARRIES_VALUE = opcodes([ATT.WRITE_REQ, ATT.WRITE_CMD, ATT.NOTIFICATION, ATT.INDICATION]);

function carried(opcode: number, handle: number, valueAt: number, valueEnd: number): AttPdu {
  const items = [{ handle, endHandle: NONE, uuidAt: 0, uuidOctets: 0, valueAt, valueEnd }];
  return { opcode, items, mtu: NONE, offset: NONE, flags: NONE, error: NONE, aboutOpcode: NONE, itemLength: NONE, malformed: false };
}

/** Parses PDUs about one attribute or none. */
function single(bytes: Uint8Array, from: number, end: number, pdu: AttPdu): AttPdu {
  const left = end - from;
  const handle = u16le(bytes, from);
  const cut = { ...pdu, items: left < 2 ? pdu.items : [{ ...NO_ITEM, handle }], malformed: true };
  switch (pdu.opcode) {
    case ATT.READ_REQ:
      return left < 2 ? cut : { ...pdu, items: [{ ...NO_ITEM, handle }] };
    case ATT.READ_BLOB_REQ:
      if (left < 4) return cut;
      return { ...pdu, items: [{ ...NO_ITEM, handle }], offset: u16le(bytes, from + 2) };
    case ATT.PREPARE_WRITE_REQ:
    case ATT.PREPARE_WRITE_RSP:
      if (left < 4) return cut;
      return { ...pdu, items: [{ ...NO_ITEM, handle, valueAt: from + 4, valueEnd: end }], offset: u16le(bytes, from + 2) };
    case ATT.EXECUTE_WRITE_REQ:
      return left < 1 ? { ...pdu, malformed: true } : { ...pdu, flags: bytes[from] ?? 0 };
    case ATT.WRITE_REQ:
    case ATT.WRITE_CMD:
    case ATT.NOTIFICATION:
    case ATT.INDICATION:
      return { ...pdu, malformed: true };
    case ATT.SIGNED_WRITE_CMD:
      if (left < 2 + SIGNATURE_BYTES) return cut;
      return { ...pdu, items: [{ ...NO_ITEM, handle, valueAt: from + 2, valueEnd: end - SIGNATURE_BYTES }] };
    case ATT.READ_RSP:
    case ATT.READ_BLOB_RSP:
    case ATT.READ_MULTIPLE_RSP:
      return { ...pdu, items: [{ ...NO_ITEM, valueAt: from, valueEnd: end }] };
    default:
      return pdu;
  }
}

/** Parses a list of entries of `size` octets each; leftover octets make the PDU malformed. */
function list(from: number, end: number, size: number, pdu: AttPdu, entry: (at: number) => AttItem): AttPdu {
  const items: AttItem[] = [];
  let at = from;
  for (; at + size <= end; at += size) items.push(entry(at));
  return { ...pdu, items: items.length === 0 ? pdu.items : items, malformed: at !== end || items.length === 0 };
}

/** Parses the format (1 for 16-bit UUIDs, 2 for 128-bit UUIDs), then pairs of handle and UUID. */
function information(bytes: Uint8Array, from: number, end: number, pdu: AttPdu): AttPdu {
  const format = bytes[from] ?? 0;
  if (from >= end) return { ...pdu, malformed: true };
  if (format !== 1 && format !== 2) return { ...pdu, itemLength: format, malformed: true };
  const octets = format === 1 ? 2 : 16;
  return list(from + 1, end, 2 + octets, { ...pdu, itemLength: format }, (at) => ({
    ...NO_ITEM,
    handle: u16le(bytes, at),
    uuidAt: at + 2,
    uuidOctets: octets,
  }));
}

/** Parses the length of an entry, then the entries: handle, last handle (groups only) and value. */
function entries(bytes: Uint8Array, from: number, end: number, pdu: AttPdu): AttPdu {
  const size = bytes[from] ?? 0;
  const group = pdu.opcode === ATT.READ_BY_GROUP_TYPE_RSP;
  const head = group ? 4 : 2;
  if (from >= end) return { ...pdu, malformed: true };
  if (size < head) return { ...pdu, itemLength: size, malformed: true };
  return list(from + 1, end, size, { ...pdu, itemLength: size }, (at) => ({
    ...NO_ITEM,
    handle: u16le(bytes, at),
    endHandle: group ? u16le(bytes, at + 2) : NONE,
    valueAt: at + head,
    valueEnd: at + size,
  }));
}

/** Parses entries of handle (notifications only), length (2 octets) and value. The last value may be truncated (3.4.4.12). */
function tuples(bytes: Uint8Array, from: number, end: number, pdu: AttPdu): AttPdu {
  const head = pdu.opcode === ATT.MULTIPLE_NOTIFICATION ? 2 : 0;
  const items: AttItem[] = [];
  let at = from;
  while (at + head + 2 <= end) {
    const valueAt = at + head + 2;
    const valueEnd = valueAt + u16le(bytes, at + head);
    items.push({ ...NO_ITEM, handle: head === 0 ? NONE : u16le(bytes, at), valueAt, valueEnd: Math.min(end, valueEnd) });
    at = valueEnd;
  }
  return items.length === 0 ? { ...pdu, malformed: true } : { ...pdu, items, malformed: at !== end };
}
