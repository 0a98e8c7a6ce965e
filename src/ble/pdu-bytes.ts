import type { ConnectionParameters } from './connection.ts';
import { connectionOctets } from './connection-octets.ts';
import { PDU } from './pdu-type.ts';

/** Values of a row from which an advertising-channel PDU can be rebuilt; null if unknown. */
export interface KnownPdu {
  /** A code of `PDU`. */
  readonly type: number;
  readonly advertiser: string | null;
  readonly advertiserRandom: boolean | null;
  /** The scanner, the initiator or the target. */
  readonly other: string | null;
  readonly otherRandom: boolean | null;
  readonly data: Uint8Array;
  readonly sid: number | null;
  readonly did: number | null;
  readonly auxChannel: number | null;
  readonly auxOffsetUs: number | null;
  readonly connection: ConnectionParameters | null;
}

/**
 * Rebuilds header and payload as transmitted, the inverse of `link-pdu.ts`: Core specification 5.4, Vol 6 Part B 2.3. Fields that rows do
 * not store are 0: the ChSel bit, the advertising mode, ACAD, CTEInfo, SyncInfo. Null if the row lacks values without which the PDU cannot
 * be built.
 */
export function advertisingPdu(known: KnownPdu): Uint8Array | null {
  switch (known.type) {
    case PDU.ADV_IND:
    case PDU.ADV_NONCONN_IND:
    case PDU.SCAN_RSP:
    case PDU.ADV_SCAN_IND:
      return legacy(known, known.type, [known.advertiser], known.data);
    case PDU.ADV_DIRECT_IND:
      return legacy(known, known.type, [known.advertiser, known.other], NOTHING);
    case PDU.SCAN_REQ:
    case PDU.AUX_SCAN_REQ:
      return request(known, PDU.SCAN_REQ, NOTHING);
    case PDU.CONNECT_IND:
    case PDU.AUX_CONNECT_REQ:
      return known.connection && request(known, PDU.CONNECT_IND, connectionOctets(known.connection));
    case PDU.ADV_EXT_IND:
    case PDU.AUX_ADV_IND:
    case PDU.AUX_SCAN_RSP:
    case PDU.AUX_SYNC_IND:
    case PDU.AUX_CHAIN_IND:
      return extended(known, 7);
    case PDU.AUX_CONNECT_RSP:
      return extended(known, 8);
    default:
      return null;
  }
}

const NOTHING = new Uint8Array(0);
const TX_RANDOM = 0x40;
const RX_RANDOM = 0x80;
const MOST_LEGACY = 37;
const MOST_EXTENDED = 255;

function legacy(known: KnownPdu, type: number, addresses: readonly (string | null)[], rest: Uint8Array): Uint8Array | null {
  const flags = (known.advertiserRandom === true ? TX_RANDOM : 0) | (known.otherRandom === true ? RX_RANDOM : 0);
  return assemble(type | flags, addresses, rest, MOST_LEGACY);
}

/** In requests the sender's address comes first, and its type bit is TxAdd. */
function request(known: KnownPdu, type: number, rest: Uint8Array): Uint8Array | null {
  const flags = (known.otherRandom === true ? TX_RANDOM : 0) | (known.advertiserRandom === true ? RX_RANDOM : 0);
  return assemble(type | flags, [known.other, known.advertiser], rest, MOST_LEGACY);
}

function assemble(header: number, addresses: readonly (string | null)[], rest: Uint8Array, most: number): Uint8Array | null {
  const length = addresses.length * 6 + rest.length;
  if (length > most) return null;
  const out = new Uint8Array(2 + length);
  out[0] = header;
  out[1] = length;
  for (const [index, address] of addresses.entries()) if (address === null || !putAddress(out, 2 + index * 6, address)) return null;
  out.set(rest, 2 + addresses.length * 6);
  return out;
}

function extended(known: KnownPdu, type: number): Uint8Array | null {
  const head = new Uint8Array(24);
  let flags = 0;
  let at = 2;
  for (const [flag, address] of [
    [0x01, known.advertiser],
    [0x02, known.other],
  ] as const) {
    if (address === null) continue;
    if (!putAddress(head, at, address)) return null;
    flags |= flag;
    at += 6;
  }
  if (known.sid !== null && known.did !== null) {
    flags |= 0x08;
    head[at++] = known.did & 0xff;
    head[at++] = (known.did >> 8) | (known.sid << 4);
  }
  if (known.auxChannel !== null) {
    flags |= 0x10;
    const wide = (known.auxOffsetUs ?? 0) >= 245_700;
    const units = Math.floor((known.auxOffsetUs ?? 0) / (wide ? 300 : 30));
    head[at++] = known.auxChannel | (wide ? 0x80 : 0);
    head[at++] = units & 0xff;
    head[at++] = (units >> 8) & 0x1f;
  }
  // A header without fields has no flags octet either.
  const size = flags === 0 ? 1 : at;
  head[0] = size - 1;
  head[1] = flags;
  const length = size + known.data.length;
  if (length > MOST_EXTENDED) return null;
  const out = new Uint8Array(2 + length);
  out[0] = type | (known.advertiserRandom === true ? TX_RANDOM : 0) | (known.otherRandom === true ? RX_RANDOM : 0);
  out[1] = length;
  out.set(head.subarray(0, size), 2);
  out.set(known.data, 2 + size);
  return out;
}

function putAddress(out: Uint8Array, at: number, address: string): boolean {
  const octets = address.split(':');
  if (octets.length !== 6) return false;
  for (const [index, octet] of octets.entries()) {
    if (!/^[0-9A-Fa-f]{2}$/.test(octet)) return false;
    out[at + 5 - index] = Number.parseInt(octet, 16);
  }
  return true;
}
