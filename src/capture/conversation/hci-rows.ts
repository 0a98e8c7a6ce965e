import { errorName } from '../../ble/error-codes.ts';
import { hciCommandFields, hciEventFields, hciLeEventFields, hciReturnFields } from '../../ble/hci-fields.ts';
import type { HciLayout } from '../../ble/hci-fields.ts';
import { HCI_LE_META_EVENT, LE_EVENT, hciCommandName, hciEventName, hciLeEventName } from '../../ble/hci-names.ts';
import { readFields } from '../../ble/octet-fields.ts';
import type { RowTable } from '../../tables/row-table.ts';
import { u16le } from '../../base/octets.ts';
import { DIRECTION } from '../link/link.ts';
import type { Connection } from './connection.ts';
import type { HciConnections } from './hci-connections.ts';
import { HciValues } from './hci-values.ts';
import { elapsed } from './moment.ts';
import type { Moment } from './moment.ts';

const KIND = { COMMAND: 1, ACL: 2, SCO: 3, EVENT: 4, ISO: 5 } as const;
const DATA_KINDS: Readonly<Record<number, string>> = { [KIND.ACL]: 'acl', [KIND.SCO]: 'sco', [KIND.ISO]: 'iso' };
const DIRECTIONS: Readonly<Record<number, string>> = { [DIRECTION.TO_CONTROLLER]: 'to controller', [DIRECTION.TO_HOST]: 'to host' };
const COMMAND_COMPLETE = 0x0e;
/** LE advertising reports, which get no row here: they would fill logs of scans, and the rows of packets contain all of them. */
const REPORTS: ReadonlySet<number> = new Set([
  LE_EVENT.ADVERTISING_REPORT,
  LE_EVENT.EXTENDED_ADVERTISING_REPORT,
  LE_EVENT.DIRECTED_ADVERTISING_REPORT,
  LE_EVENT.PERIODIC_REPORT,
  LE_EVENT.PERIODIC_REPORT_V2,
]);
/** Maximum number of commands that await their answer; a controller accepts only few at once. */
const MOST_WAITING = 256;

export interface HciOrigin {
  readonly direction: number;
  readonly receiver: string;
  readonly moment: Moment;
}

/** Fields that every row about a packet has. */
interface Packet {
  readonly kind: string;
  readonly length: number;
  /** Direction in which packets of this kind usually go, for files that do not state it. */
  readonly usual: number;
  readonly origin: HciOrigin;
  readonly code?: number;
  readonly subevent?: number;
  readonly name?: string;
}

/** Converts HCI packets to rows and passes their facts about connections on. */
export class HciRows {
  private readonly values = new HciValues();
  private readonly waiting = new Map<string, Moment>();

  constructor(
    private readonly rows: RowTable,
    private readonly connections: HciConnections,
  ) {}

  /** True for events that get no row. */
  static isReport(kind: number, bytes: Uint8Array, at: number): boolean {
    return kind === KIND.EVENT && bytes[at] === HCI_LE_META_EVENT && REPORTS.has(bytes[at + 2] ?? 0);
  }

  /** Reads a command: opcode 2, length 1, parameters. */
  command(bytes: Uint8Array, at: number, end: number, origin: HciOrigin): void {
    const code = u16le(bytes, at);
    const stop = Math.min(end, at + 3 + (bytes[at + 2] ?? 0));
    const { connections, waiting } = this;
    const packet = {
      kind: 'command',
      length: bytes[at + 2] ?? 0,
      usual: DIRECTION.TO_CONTROLLER,
      origin,
      code,
      name: hciCommandName(code),
    };
    this.begin(packet);
    const layout = hciCommandFields(code);
    const next = readFields(bytes, at + 3, stop, layout.head, this.values);
    connections.command(code, bytes, at + 3, stop, origin.receiver);
    const key = `${origin.receiver} ${String(code)}`;
    if (waiting.size < MOST_WAITING || waiting.has(key)) waiting.set(key, origin.moment);
    this.finishList(packet, bytes, next, stop, layout, this.ofHandle(origin));
  }

  /** Reads an event: code 1, length 1, parameters. */
  event(bytes: Uint8Array, at: number, end: number, origin: HciOrigin): void {
    const code = bytes[at] ?? 0;
    const stop = Math.min(end, at + 2 + (bytes[at + 1] ?? 0));
    const { values, connections } = this;
    const packet = { kind: 'event', length: bytes[at + 1] ?? 0, usual: DIRECTION.TO_HOST, origin, code, name: hciEventName(code) };
    if (code === HCI_LE_META_EVENT && at + 2 < stop) return this.leEvent(packet, bytes, at + 2, stop);
    this.begin(packet);
    const layout = hciEventFields(code);
    const next = readFields(bytes, at + 2, stop, layout.head, values);
    const opcode = values.get('command_opcode');
    if (opcode === undefined) {
      const known = connections.event(code, values, origin.receiver, origin.moment);
      return this.finishList(packet, bytes, next, stop, layout, known);
    }
    this.answered(opcode, origin);
    if (code !== COMMAND_COMPLETE || next < 0) return this.finish(this.ofHandle(origin));
    const returned = hciReturnFields(opcode);
    const after = readFields(bytes, next, stop, returned.head, values);
    connections.returned(opcode, bytes, next, stop, origin.receiver);
    this.finishList(packet, bytes, after, stop, returned, this.ofHandle(origin));
  }

  /** Reads an LE Meta event: subevent code at `at`, then its parameters up to `end`. */
  private leEvent(meta: Packet, bytes: Uint8Array, at: number, end: number): void {
    const { receiver, moment } = meta.origin;
    const subevent = bytes[at] ?? 0;
    const packet = { ...meta, subevent, name: hciLeEventName(subevent) };
    this.begin(packet);
    const layout = hciLeEventFields(subevent);
    const next = readFields(bytes, at + 1, end, layout.head, this.values);
    const known = next < 0 ? undefined : this.connections.leEvent(subevent, this.values, bytes, at + 1, receiver, moment);
    this.finishList(packet, bytes, next, end, layout, known);
  }

  /** Reads data. ACL: handle 12 bits, boundary 2, broadcast 2, length 2; other kinds have the same handle and length. */
  data(kind: number, bytes: Uint8Array, at: number, origin: HciOrigin, connection: Connection | undefined): void {
    const head = u16le(bytes, at);
    const length = kind === KIND.SCO ? (bytes[at + 2] ?? 0) : u16le(bytes, at + 2) & (kind === KIND.ISO ? 0x3fff : 0xffff);
    this.begin({ kind: DATA_KINDS[kind] ?? '', length, usual: DIRECTION.UNKNOWN, origin });
    this.values.number('handle', head & 0x0fff);
    this.values.number('boundary', (head >> 12) & 3);
    if (kind === KIND.ACL) this.values.number('broadcast', head >> 14);
    this.finish(connection);
  }

  /**
   * Ends the row. Where a list begins at `at`, behind the octet that says how many entries it has, its first entry belongs to this row, and
   * each further one gets its own, with the connection of its handle. Of an entry that is cut, the fields that are present are kept.
   */
  private finishList(
    packet: Packet,
    bytes: Uint8Array,
    at: number,
    end: number,
    { list, mask }: HciLayout,
    known: Connection | undefined,
  ): void {
    const { values } = this;
    const octet = list.length === 0 || at < 0 ? 0 : (bytes[at - 1] ?? 0);
    const entries = mask === undefined ? octet : bitsOf(octet & mask);
    if (entries === 0) return this.finish(known);
    for (let i = 0, from = at; i < entries && (i === 0 || (from >= 0 && from < end)); i++) {
      if (i > 0) this.begin(packet);
      values.number('item_no', i);
      from = readFields(bytes, from, end, list, values);
      if (from >= 0) from += values.get('data_octets') ?? 0;
      this.finish(known ?? this.ofHandle(packet.origin));
    }
  }

  private ofHandle({ receiver }: HciOrigin): Connection | undefined {
    const handle = this.values.get('handle');
    return handle === undefined ? undefined : this.connections.known(receiver, handle);
  }

  private begin({ kind, length, usual, origin: { direction, moment }, code, subevent, name }: Packet): void {
    const { rows } = this;
    this.values.clear();
    rows.begin();
    rows.number('packet_no', moment.no);
    if (moment.us === moment.us) rows.number('ts_us', moment.us);
    rows.text('kind', kind);
    rows.text('direction', DIRECTIONS[direction === DIRECTION.UNKNOWN ? usual : direction]);
    if (code !== undefined) rows.number('code', code);
    if (subevent !== undefined) rows.number('subevent', subevent);
    rows.text('name', name);
    rows.number('length', length);
  }

  private answered(opcode: number, { receiver, moment }: HciOrigin): void {
    const { rows, waiting } = this;
    rows.text('command_name', opcode === 0 ? undefined : hciCommandName(opcode));
    const key = `${receiver} ${String(opcode)}`;
    const command = waiting.get(key);
    if (command === undefined) return;
    waiting.delete(key);
    rows.number('command_packet_no', command.no);
    const us = elapsed(command, moment);
    if (us === us) rows.number('latency_us', us);
  }

  private finish(connection: Connection | undefined): void {
    const { rows, values } = this;
    if (connection !== undefined) rows.number('connection', connection.no);
    values.writeTo(rows);
    const [status, reason] = [values.get('status'), values.get('reason')];
    if (status !== undefined) rows.text('status_name', errorName(status));
    if (reason !== undefined) rows.text('reason_name', errorName(reason));
    rows.end();
  }
}

/** Number of bits of an octet that are 1. */
const bitsOf = (octet: number): number => (octet === 0 ? 0 : (octet & 1) + bitsOf(octet >> 1));
