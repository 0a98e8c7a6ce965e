import { HCI, monitorRecord } from '../link/hci.ts';
import { HciSerial } from '../link/hci-serial.ts';
import { DIRECTION } from '../link/link.ts';
import { LINK_TYPE } from '../link-types.ts';
import { u32be } from '../../base/octets.ts';
import type { LinkInterface, Packets } from '../packets.ts';
import type { RecordReader } from './records.ts';
import { resync } from './resync.ts';
import type { RecordShape } from './resync.ts';

/**
 * btsnoop, what Android, Linux and Frontline's .cfa files hold; everything big-endian. Header "btsnoop\0", version 4 (1),
 * datalink 4; records: original length 4, included length 4, flags 4, drops 4, time 8 (µs since the year 0).
 * Flags: bit 0 received, bit 1 command or event; for the Linux monitor controller index << 16 | kind of record.
 */
export const BTSNOOP_HEADER_BYTES = 16;
const MAGIC = [0x62, 0x74, 0x73, 0x6e, 0x6f, 0x6f, 0x70, 0x00];
const RECORD_BYTES = 24;
const MOST_PACKET_BYTES = 65_536;
/** Halves of the time of 1970-01-01: 0x00E03AB44A676000 is 2000-01-01, 946 684 800 s later. */
const EPOCH_HIGH = 0x00dcddb3;
const EPOCH_LOW = 0x0f2f8000;
const NEAR_US = 7 * 86_400 * 1_000_000;

export const DATALINK = { H1: 1001, H4: 1002, BCSP: 1003, H5: 1004, MONITOR: 2001 } as const;
export const DATALINK_NAMES: Readonly<Record<number, string>> = {
  1001: 'HCI',
  1002: 'HCI UART (H4)',
  1003: 'HCI BCSP',
  1004: 'HCI 3-wire UART (H5)',
  2001: 'Linux monitor',
  2002: 'Linux simulator',
};

export const isBtsnoop = (bytes: Uint8Array): boolean => bytes.length >= 8 && MAGIC.every((octet, i) => bytes[i] === octet);

export class BtsnoopReader implements RecordReader {
  private readonly byController = new Map<number, LinkInterface>();
  private readonly shape: RecordShape = { header: RECORD_BYTES, most: MOST_PACKET_BYTES, payload: (bytes, at) => this.payload(bytes, at) };
  private headerDone = false;
  private flags = 0;
  /** Joins packets from pieces if the file's transport is a serial line; null for other transports. */
  private readonly serial: HciSerial | null;
  private lastUs = Number.NaN;

  constructor(
    private readonly datalink: number,
    private readonly packets: Packets,
  ) {
    const transport = datalink === DATALINK.H5 ? 'H5' : datalink === DATALINK.BCSP ? 'BCSP' : null;
    this.serial = transport && new HciSerial(transport, packets.hci, packets.problem);
    // A file without records still has one interface, so that its link type is known.
    this.link(0);
  }

  get links(): readonly LinkInterface[] {
    return [...this.byController.values()];
  }

  read(bytes: Uint8Array, from: number, base: number, ended: boolean): number {
    let at = from;
    if (!this.headerDone) {
      if (bytes.length < BTSNOOP_HEADER_BYTES) return at;
      this.headerDone = true;
      this.packets.watch?.header(BTSNOOP_HEADER_BYTES);
      at = BTSNOOP_HEADER_BYTES;
    }
    const { packets } = this;
    const { record } = packets;
    while (!packets.full) {
      if (bytes.length - at < RECORD_BYTES) return this.rest(bytes, at, base, ended);
      const included = u32be(bytes, at + 4);
      if (included > MOST_PACKET_BYTES) {
        const next = this.damaged(bytes, at, base, included, ended);
        if (next < 0) return at;
        at = next;
        continue;
      }
      if (bytes.length - at < RECORD_BYTES + included) return this.rest(bytes, at, base, ended);
      record.no++;
      record.offset = base + at;
      record.original = u32be(bytes, at);
      record.us = timeOf(bytes, at);
      this.lastUs = record.us;
      this.flags = u32be(bytes, at + 8);
      const start = at + RECORD_BYTES;
      at = start + included;
      packets.packet(this.link(this.datalink === DATALINK.MONITOR ? this.flags >>> 16 : 0), bytes, start, at);
    }
    return at;
  }

  private link(controller: number): LinkInterface {
    let link = this.byController.get(controller);
    if (link === undefined) {
      const linkType = this.datalink === DATALINK.MONITOR ? LINK_TYPE.BLUETOOTH_LINUX_MONITOR : LINK_TYPE.BLUETOOTH_HCI_H4;
      link = { linkType, receiver: String(controller), packets: 0, decoder: { frame: (bytes, at, end) => this.frame(bytes, at, end) } };
      this.byController.set(controller, link);
    }
    return link;
  }

  private frame(bytes: Uint8Array, at: number, end: number): void {
    const { hci, record } = this.packets;
    record.direction = this.flags & 1 ? DIRECTION.TO_HOST : DIRECTION.TO_CONTROLLER;
    if (this.datalink === DATALINK.MONITOR) monitorRecord(hci, this.flags & 0xffff, bytes, at, end, record);
    else if (this.serial !== null) this.serial.frame(bytes, at, end, (this.flags & 1) !== 0, record);
    else if (this.datalink === DATALINK.H1)
      hci.packet(this.flags & 2 ? (this.flags & 1 ? HCI.EVENT : HCI.COMMAND) : HCI.ACL, bytes, at, end, record);
    else if (at < end) {
      hci.watch?.keep(bytes, at, at + 1);
      hci.packet(bytes[at] ?? 0, bytes, at + 1, end, record);
    } else this.packets.problem(record, 'FRAME_SHORT', 'an H4 packet without its type');
  }

  private payload(bytes: Uint8Array, at: number): number {
    const included = u32be(bytes, at + 4);
    if (included === 0 || included > MOST_PACKET_BYTES || u32be(bytes, at) < included || u32be(bytes, at) > MOST_PACKET_BYTES) return -1;
    return Number.isNaN(this.lastUs) || Math.abs(timeOf(bytes, at) - this.lastUs) <= NEAR_US ? included : -1;
  }

  private rest(bytes: Uint8Array, at: number, base: number, ended: boolean): number {
    if (!ended || at === bytes.length) return at;
    this.report(at, base, 'RECORD_CUT', `the file ends ${String(bytes.length - at)} bytes into this record`);
    this.packets.record.no--;
    return bytes.length;
  }

  private damaged(bytes: Uint8Array, at: number, base: number, included: number, ended: boolean): number {
    const next = resync(bytes, at, this.shape, ended);
    if (next >= 0) {
      this.report(
        at,
        base,
        'RECORD_LENGTH',
        `the record says ${String(included)} bytes, at most ${String(MOST_PACKET_BYTES)} make sense; ${String(next - at)} bytes skipped`,
      );
    }
    return next;
  }

  private report(at: number, base: number, code: string, message: string): void {
    const { record } = this.packets;
    record.no++;
    record.offset = base + at;
    this.packets.lost(record, code, message);
  }
}

/** Time in whole µs since 1970; NaN if the clock is obviously wrong. */
function timeOf(bytes: Uint8Array, at: number): number {
  const us = (u32be(bytes, at + 16) - EPOCH_HIGH) * 4294967296 + (u32be(bytes, at + 20) - EPOCH_LOW);
  return Math.abs(us) <= Number.MAX_SAFE_INTEGER ? us : Number.NaN;
}
