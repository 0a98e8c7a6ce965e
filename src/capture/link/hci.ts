import { HCI_COMMAND, HCI_LE_META_EVENT, hciCommandName, hciEventName, hciLeEventName } from '../../ble/hci-names.ts';
import type { AdvertRows } from '../../tables/advert-rows.ts';
import { u16le, u32be } from '../../base/octets.ts';
import type { HciReports } from './hci-reports.ts';
import type { FoundKey } from '../import.ts';
import { KeyFinder } from './key-finder.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { PacketWatch } from '../keys/watch.ts';
import { DIRECTION } from './link.ts';
import type { LinkDecoder, PacketRecord, ReportProblem } from './link.ts';

/** Kinds of HCI packet, as the indicator octet of the H4 transport numbers them (Vol 4 Part A 2). */
export const HCI = { COMMAND: 1, ACL: 2, SCO: 3, EVENT: 4, ISO: 5 } as const;
const DATA_NAMES: Readonly<Record<number, string>> = {
  [HCI.ACL]: 'HCI_ACL_Data',
  [HCI.SCO]: 'HCI_Synchronous_Data',
  [HCI.ISO]: 'HCI_ISO_Data',
};
/** Octets before the parameters or data, by kind. */
export const HCI_HEADER_BYTES: Readonly<Record<number, number>> = {
  [HCI.COMMAND]: 3,
  [HCI.ACL]: 4,
  [HCI.SCO]: 3,
  [HCI.EVENT]: 2,
  [HCI.ISO]: 4,
};

/**
 * One HCI packet → one row with the name of the command or event, or a row per report of an advertising event. All
 * fields little-endian: command = opcode 2, length 1; event = code 1, length 1.
 */
export class HciPackets {
  constructor(
    private readonly rows: AdvertRows,
    private readonly reports: HciReports,
    private readonly problem: ReportProblem,
    readonly watch: PacketWatch | undefined = undefined,
    private readonly conversation: Conversation | null = null,
    private readonly keys = new KeyFinder(),
  ) {}

  /** Resolving keys that were in the packets so far. */
  get found(): readonly FoundKey[] {
    return this.keys.keys;
  }

  packet(kind: number, bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const header = HCI_HEADER_BYTES[kind];
    if (header === undefined) {
      this.problem(record, 'HCI_TYPE', `HCI packet type ${String(kind)}; 1 command, 2 ACL, 3 SCO, 4 event and 5 ISO are known`);
      return;
    }
    if (end - at < header) {
      this.problem(record, 'FRAME_SHORT', `the HCI header has ${String(header)} bytes, the packet ${String(end - at)}`);
      return;
    }
    this.watch?.hci(kind, bytes, at, end, record);
    this.conversation?.hciPacket(kind, bytes, at, end, record);
    if (kind === HCI.COMMAND) this.command(bytes, at, end, record);
    else if (kind === HCI.EVENT) this.event(bytes, at, end, record);
    else {
      if (kind === HCI.ACL) this.keys.acl(bytes, at, end, record.receiver);
      this.named(DATA_NAMES[kind] ?? '', record);
    }
  }

  /** A row that says only what the record is. */
  named(name: string, record: PacketRecord): void {
    beginRow(this.rows, record, 0);
    this.rows.opcode(name);
    this.rows.end();
  }

  private command(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const { rows } = this;
    const opcode = u16le(bytes, at);
    this.keys.command(bytes, at, end);
    beginRow(rows, record, 0);
    rows.opcode(hciCommandName(opcode));
    // The host's own address is what its advertisements and scan requests carry from now on.
    const address =
      opcode === HCI_COMMAND.LE_SET_RANDOM_ADDRESS ? at + 3 : opcode === HCI_COMMAND.LE_SET_ADVERTISING_SET_RANDOM_ADDRESS ? at + 4 : -1;
    if (address >= 0 && address + 6 <= end) {
      rows.advertiser(bytes, address);
      rows.advertiserIsRandom(true);
    }
    rows.end();
    this.checkLength(at + 3 + (bytes[at + 2] ?? 0), end, record);
  }

  private event(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const code = bytes[at] ?? 0;
    const stop = Math.min(end, at + 2 + (bytes[at + 1] ?? 0));
    if (code === HCI_LE_META_EVENT && at + 2 < stop) {
      const subevent = bytes[at + 2] ?? 0;
      const name = hciLeEventName(subevent);
      if (!this.reports.event(subevent, name, bytes, at + 3, stop, record)) this.named(name, record);
    } else this.named(hciEventName(code), record);
    this.checkLength(at + 2 + (bytes[at + 1] ?? 0), end, record);
  }

  private checkLength(claimed: number, end: number, record: PacketRecord): void {
    if (claimed > end) this.problem(record, 'HCI_CUT', `the HCI packet says ${String(claimed - end)} bytes more than were captured`);
  }
}

export function beginRow(rows: AdvertRows, record: PacketRecord, reportNo: number): void {
  rows.begin(record.no, reportNo);
  if (record.us === record.us) rows.time(record.us);
  rows.receiver(record.receiver);
}

/** Link types 187 (indicator octet) and 201 (four octets of direction, big-endian, before it). */
export class HciH4Decoder implements LinkDecoder {
  constructor(
    private readonly packets: HciPackets,
    private readonly directionBytes: number,
    private readonly problem: ReportProblem,
  ) {}

  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    const start = at + this.directionBytes;
    if (start >= end) {
      this.problem(record, 'FRAME_SHORT', `the H4 header has ${String(this.directionBytes + 1)} bytes, the frame ${String(end - at)}`);
      return;
    }
    this.packets.watch?.keep(bytes, at, start + 1);
    record.direction = this.directionBytes === 0 ? DIRECTION.UNKNOWN : u32be(bytes, at) === 0 ? DIRECTION.TO_CONTROLLER : DIRECTION.TO_HOST;
    this.packets.packet(bytes[start] ?? 0, bytes, start + 1, end, record);
  }
}

/** What the Linux monitor records beside HCI packets; the position is the opcode. */
const MONITOR_NAMES: readonly string[] = [
  'MONITOR_New_Index',
  'MONITOR_Delete_Index',
  '',
  '',
  '',
  '',
  '',
  '',
  'MONITOR_Open_Index',
  'MONITOR_Close_Index',
  'MONITOR_Index_Information',
  'MONITOR_Vendor_Diagnostics',
  'MONITOR_System_Note',
  'MONITOR_User_Logging',
  'MONITOR_Control_Open',
  'MONITOR_Control_Close',
  'MONITOR_Control_Command',
  'MONITOR_Control_Event',
  '',
  '',
];
const MONITOR_HCI: Readonly<Record<number, number>> = {
  2: HCI.COMMAND,
  3: HCI.EVENT,
  4: HCI.ACL,
  5: HCI.ACL,
  6: HCI.SCO,
  7: HCI.SCO,
  18: HCI.ISO,
  19: HCI.ISO,
};

/** One record of the Linux monitor: `index` is the controller, `opcode` the kind of record. */
export function monitorRecord(packets: HciPackets, opcode: number, bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
  const kind = MONITOR_HCI[opcode];
  // Packets to the controller have even numbers.
  record.direction = opcode % 2 === 0 ? DIRECTION.TO_CONTROLLER : DIRECTION.TO_HOST;
  if (kind !== undefined) packets.packet(kind, bytes, at, end, record);
  else packets.named(MONITOR_NAMES[opcode] ?? `MONITOR_${String(opcode)}`, record);
}

/** Link type 254: controller index 2, opcode 2, big-endian, then the record. */
export class LinuxMonitorDecoder implements LinkDecoder {
  constructor(
    private readonly packets: HciPackets,
    private readonly problem: ReportProblem,
  ) {}

  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void {
    if (end - at < 4) {
      this.problem(record, 'FRAME_SHORT', `the Linux monitor header has 4 bytes, the frame ${String(end - at)}`);
      return;
    }
    this.packets.watch?.keep(bytes, at, at + 4);
    monitorRecord(this.packets, u32be(bytes, at) & 0xffff, bytes, at + 4, end, record);
  }
}
