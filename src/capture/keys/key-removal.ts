import { CRC24_BYTES, crc24 } from '../../ble/crc24.ts';
import { HCI_LE_META_EVENT } from '../../ble/hci-names.ts';
import { ABSENT } from '../../ble/link-pdu.ts';
import { LL_CONTROL_NAMES, LL_CS_SECURITY } from '../../ble/ll-control.ts';
import { HCI, HCI_HEADER_BYTES } from '../link/hci.ts';
import { DIRECTION, type PacketRecord } from '../link/link.ts';
import { LINK_TYPE } from '../link-types.ts';
import { u16le, u24le, u32le } from '../../base/octets.ts';
import { COMMAND_COMPLETE, safeOfCommand, safeOfEvent, safeOfLeEvent, safeOfReturn } from './hci-safe.ts';
import type { KeptOctets } from './kept-octets.ts';
import { L2capFrames } from './l2cap.ts';
import { keepBlock } from './pcapng-safe.ts';
import type { RecordHeader } from './record-headers.ts';
import type { Octets, PacketWatch, WatchedPdu } from './watch.ts';

/** Octets that a link type puts before every frame, and before a link-layer frame. */
const FRONT: Readonly<Record<number, readonly [every: number, frame: number]>> = {
  [LINK_TYPE.USER_10]: [7, 17],
  [LINK_TYPE.NORDIC_BLE]: [7, 17],
  [LINK_TYPE.PPI]: [8, 24],
  [LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR]: [0, 10],
};
/** The PPI field of Ubertooth, and where the first field starts. */
const PPI_UBERTOOTH = { field: 30_006, at: 8 } as const;
const RF_HEADER_BYTES = 10;
const MOST_PARAMETERS = 0x3fff;
const HIGHEST_HANDLE = 0x0eff;
const START_FROM_HOST = 0;
const CONTINUES = 1;
const LLID = { START: 2, CONTROL: 3 } as const;
/** The longest control PDU (Vol 6 Part B 2.4.2). */
const MOST_CONTROL_BYTES = 36;

/** LE connection events: Connection Complete, and Enhanced Connection Complete in both versions. */
const CONNECTIONS: ReadonlySet<number> = new Set([0x01, 0x0a, 0x29]);
const isConnection = (bytes: Uint8Array, at: number): boolean => bytes[at] === HCI_LE_META_EVENT && CONNECTIONS.has(bytes[at + 2] ?? 0);

/**
 * Copies of a capture what is known to hold no secret, while its decoder reads it; everything else stays zero. Lengths, counts
 * and times stay, so the copy gives the rows of the file.
 */
export class KeyRemoval implements PacketWatch {
  private readonly frames: L2capFrames;
  private linkType = 0;
  private start = 0;
  /** Octets of the packet that the logger left out at its end. */
  private missing = 0;

  constructor(
    private readonly kept: KeptOctets,
    private readonly records: RecordHeader,
  ) {
    this.frames = new L2capFrames(kept.keep);
  }

  header(bytes: number): void {
    this.kept.keepAt(0, bytes);
  }

  keep(bytes: Uint8Array, at: number, end: number): void {
    this.kept.keep(bytes, at, end);
  }

  packet(linkType: number, bytes: Uint8Array, at: number, end: number, { offset, original }: PacketRecord): void {
    this.linkType = linkType;
    this.start = at;
    this.missing = Math.max(0, original - (end - at));
    const from = offset - this.kept.offset(bytes, 0);
    if (this.records.makesSense(bytes, from)) this.kept.keep(bytes, from, at);
    else this.length(offset);
    this.kept.keep(bytes, at, Math.min(end, at + (FRONT[linkType]?.[0] ?? 0)));
  }

  block(type: number, bytes: Uint8Array, at: number, length: number, little: boolean): void {
    keepBlock(this.kept.keep, type, bytes, at, length, little);
  }

  damage(offset: number): void {
    this.length(offset);
    this.frames.interrupted();
  }

  line(raw: Octets, line: Uint8Array, framed: boolean): void {
    this.kept.line(raw, line, framed);
    this.kept.keep(line, 0, 4);
  }

  hci(kind: number, bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const header = HCI_HEADER_BYTES[kind];
    if (header === undefined) return;
    const parameters = header === 4 ? u16le(bytes, at + 2) & (kind === HCI.ISO ? 0x3fff : 0xffff) : (bytes[at + header - 1] ?? 0);
    const stop = at + header + parameters;
    // In a damaged file a packet whose length differs from its record's may be at a wrong offset.
    const trusted = stop - end === this.missing;
    const safe = trusted ? this.safe(kind, bytes, at) : kind === HCI.EVENT ? 1 : 0;
    this.kept.keep(bytes, at, Math.min(end, stop, at + header + safe));
    if (kind === HCI.EVENT && isConnection(bytes, at)) this.frames.connected();
    if (kind === HCI.ACL && stop === end) this.acl(bytes, at, end, record);
  }

  /** Octets after the header that hold no secret. */
  private safe(kind: number, bytes: Uint8Array, at: number): number {
    const code = bytes[at] ?? 0;
    if (kind === HCI.COMMAND) return safeOfCommand(u16le(bytes, at));
    if (kind !== HCI.EVENT) return kind === HCI.ACL ? 0 : MOST_PARAMETERS;
    if (code === HCI_LE_META_EVENT) return 1 + safeOfLeEvent(bytes[at + 2] ?? 0);
    return code === COMMAND_COMPLETE ? 3 + safeOfReturn(u16le(bytes, at + 3)) : safeOfEvent(code);
  }

  /** Handle and flags 2, length 2, then a piece of an L2CAP frame. */
  private acl(bytes: Uint8Array, at: number, end: number, { receiver, direction }: PacketRecord): void {
    const handle = u16le(bytes, at) & 0x0fff;
    const boundary = ((bytes[at + 1] ?? 0) >> 4) & 3;
    const link = `${receiver} ${String(handle)}`;
    const flow = `${link} ${String(direction)}`;
    // Vendors send what is no L2CAP under handles of their own.
    if (handle > HIGHEST_HANDLE) return;
    const piece = { bytes, at: at + 4, end };
    if (direction === DIRECTION.UNKNOWN) {
      if (boundary !== CONTINUES) this.frames.whole(link, piece);
    } else if (boundary === CONTINUES) this.frames.more(flow, piece);
    else if (boundary === START_FROM_HOST || boundary === 2) this.frames.start(link, flow, piece);
    else this.frames.whole(link, piece);
  }

  pdu(bytes: Uint8Array, at: number, end: number, watched: WatchedPdu): void {
    this.front(bytes, at);
    const { pduAt, pduEnd, advertising, pdu } = watched;
    if (advertising) {
      this.kept.keep(bytes, at, Math.min(end, pduEnd + CRC24_BYTES));
      return;
    }
    const first = bytes[pduAt] ?? 0;
    const payload = pduAt + 2 + ((first >> 5) & 1);
    const stop = Math.min(end, pduEnd);
    this.kept.keep(bytes, at, Math.min(stop, payload));
    // On the air pieces are lost and repeated, so only a frame in one piece is known to be what it seems.
    if ((first & 3) === LLID.START && pduEnd <= end) this.frames.whole(String(u32le(bytes, at)), { bytes, at: payload, end: stop });
    else if ((first & 3) === LLID.CONTROL) {
      const known = LL_CONTROL_NAMES[pdu.opcode] !== undefined && !LL_CS_SECURITY.has(pdu.opcode);
      this.kept.keep(bytes, payload, Math.min(stop, payload + (known ? MOST_CONTROL_BYTES : 1)));
    }
    this.crc(bytes, end, watched);
  }

  /** The octets that the link type puts before the frame at `at`. */
  private front(bytes: Uint8Array, at: number): void {
    const { start, linkType } = this;
    const most = FRONT[linkType]?.[1] ?? 0;
    if (linkType !== LINK_TYPE.PPI) this.kept.keep(bytes, start, Math.min(at, start + most));
    else {
      if (u16le(bytes, start + PPI_UBERTOOTH.at) === PPI_UBERTOOTH.field) this.kept.keep(bytes, start, Math.min(at, start + most));
      const inner = u32le(bytes, start + 4);
      if (inner === LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR) this.kept.keep(bytes, at - RF_HEADER_BYTES, at);
    }
  }

  /** A CRC that was right or wrong is so of the kept octets too; one that cannot be checked stays only where nothing was removed. */
  private crc(bytes: Uint8Array, end: number, { pduAt, pduEnd, crcState }: WatchedPdu): void {
    if (pduEnd + CRC24_BYTES > end) return;
    const kept = this.kept.view(bytes, pduAt, pduEnd);
    if (kept.every((octet, i) => octet === bytes[pduAt + i])) {
      this.kept.keep(bytes, pduEnd, pduEnd + CRC24_BYTES);
      return;
    }
    if (crcState === ABSENT) return;
    const right = crc24(bytes, pduAt, pduEnd, crcState) === u24le(bytes, pduEnd);
    const value = crc24(kept, 0, kept.length, crcState) ^ (right ? 0 : 1);
    this.kept.view(bytes, pduEnd, pduEnd + CRC24_BYTES).set([value & 255, (value >> 8) & 255, (value >> 16) & 255]);
  }

  /** Only the length of a record or block. */
  private length(offset: number): void {
    const at = offset + this.records.lengthAt;
    this.kept.keepAt(at, at + 4);
  }
}
