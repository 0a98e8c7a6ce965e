import type { LinkPdu } from '../../ble/link-pdu.ts';
import type { PacketRecord } from '../link/link.ts';

/** An octet range [at, end) of `bytes`. */
export interface Octets {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
}

/** Where a link-layer frame has its PDU. */
export interface WatchedPdu {
  readonly pduAt: number;
  /** Behind the payload; the CRC follows. */
  readonly pduEnd: number;
  readonly advertising: boolean;
  /** For `crc24`; `ABSENT` where it is not known. */
  readonly crcState: number;
  readonly pdu: LinkPdu;
}

/** Observes a decoder: which octets of the file it took for what. Decoding does the same with and without. */
export interface PacketWatch {
  /** The file starts with a header of this length. */
  header(bytes: number): void;
  /** Octets of fixed headers inside a packet. */
  keep(bytes: Uint8Array, at: number, end: number): void;
  /** A packet, before its link decoder reads it; the header of its record starts at `record.offset`. */
  packet(linkType: number, bytes: Uint8Array, at: number, end: number, record: PacketRecord): void;
  /** A pcapng block. */
  block(type: number, bytes: Uint8Array, at: number, length: number, little: boolean): void;
  /** A record or block at this offset of the file that could not be read. */
  damage(offset: number): void;
  hci(kind: number, bytes: Uint8Array, at: number, end: number, record: PacketRecord): void;
  pdu(bytes: Uint8Array, at: number, end: number, pdu: WatchedPdu): void;
  /** A packet of a serial line and its octets without escapes, in a buffer of its own. `framed`: delimiters enclose `raw`. */
  line(raw: Octets, line: Uint8Array, framed: boolean): void;
}
