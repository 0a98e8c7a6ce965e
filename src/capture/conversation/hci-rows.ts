import { errorName } from '../../ble/error-codes.ts';
import { hciCommandFields, hciEventFields, hciLeEventFields, hciReturnFields } from '../../ble/hci-fields.ts';
import { HCI_LE_META_EVENT, LE_EVENT, hciCommandName, hciEventName, hciLeEventName } from '../../ble/hci-names.ts';
import { readFields } from '../../ble/octet-fields.ts';
import type { RowTable } from '../../tables/row-table.ts';
import { u16le } from '../octets.ts';
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
/** Reports fill logs of scans, and the rows of packets say all of them. */
const REPORTS: ReadonlySet<number> = new Set([
  LE_EVENT.ADVERTISING_REPORT,
  LE_EVENT.EXTENDED_ADVERTISING_REPORT,
  LE_EVENT.DIRECTED_ADVERTISING_REPORT,
  LE_EVENT.PERIODIC_REPORT,
  LE_EVENT.PERIODIC_REPORT_V2,
]);
/** Commands that wait for an answer; a controller takes few at once. */
const MOST_WAITING = 256;

export interface HciOrigin {
  readonly direction: number;
  readonly receiver: string;
  readonly moment: Moment;
}

/** HCI packets → rows, and what they say of connections. */
export class HciRows {
  private readonly values = new HciValues();
  private readonly waiting = new Map<string, Moment>();

  constructor(
    private readonly rows: RowTable,
    private readonly connections: HciConnections,
  ) {}

  /** True for events that have no row. */
  static isReport(kind: number, bytes: Uint8Array, at: number): boolean {
    return kind === KIND.EVENT && bytes[at] === HCI_LE_META_EVENT && REPORTS.has(bytes[at + 2] ?? 0);
  }

  /** Opcode 2, length 1, parameters. */
  command(bytes: Uint8Array, at: number, end: number, origin: HciOrigin): void {
    const opcode = u16le(bytes, at);
    const stop = Math.min(end, at + 3 + (bytes[at + 2] ?? 0));
    this.begin('command', bytes[at + 2] ?? 0, origin, DIRECTION.TO_CONTROLLER);
    const { rows, values, connections, waiting } = this;
    rows.number('code', opcode);
    rows.text('name', hciCommandName(opcode));
    readFields(bytes, at + 3, stop, hciCommandFields(opcode), values);
    connections.command(opcode, bytes, at + 3, stop, origin.receiver);
    const key = `${origin.receiver} ${String(opcode)}`;
    if (waiting.size < MOST_WAITING || waiting.has(key)) waiting.set(key, origin.moment);
    const handle = values.get('handle');
    this.finish(handle === undefined ? undefined : connections.known(origin.receiver, handle));
  }

  /** Code 1, length 1, parameters. */
  event(bytes: Uint8Array, at: number, end: number, origin: HciOrigin): void {
    const code = bytes[at] ?? 0;
    const stop = Math.min(end, at + 2 + (bytes[at + 1] ?? 0));
    this.begin('event', bytes[at + 1] ?? 0, origin, DIRECTION.TO_HOST);
    const { rows, values, connections } = this;
    rows.number('code', code);
    if (code === HCI_LE_META_EVENT && at + 2 < stop) {
      const subevent = bytes[at + 2] ?? 0;
      rows.number('subevent', subevent);
      rows.text('name', hciLeEventName(subevent));
      const whole = readFields(bytes, at + 3, stop, hciLeEventFields(subevent), values) >= 0;
      return this.finish(whole ? connections.leEvent(subevent, values, bytes, at + 3, origin.receiver, origin.moment) : undefined);
    }
    rows.text('name', hciEventName(code));
    const next = readFields(bytes, at + 2, stop, hciEventFields(code), values);
    const opcode = values.get('command_opcode');
    if (opcode !== undefined) this.answered(opcode, origin);
    if (opcode !== undefined && code === COMMAND_COMPLETE && next >= 0) {
      readFields(bytes, next, stop, hciReturnFields(opcode), values);
      connections.returned(opcode, bytes, next, stop, origin.receiver);
    }
    const known = opcode === undefined ? connections.event(code, values, origin.receiver, origin.moment) : this.ofHandle(origin);
    this.finish(known);
  }

  /** Handle 12 bits, boundary 2, broadcast 2, length 2: ACL; the others share the handle and the length. */
  data(kind: number, bytes: Uint8Array, at: number, origin: HciOrigin, connection: Connection | undefined): void {
    const head = u16le(bytes, at);
    const length = kind === KIND.SCO ? (bytes[at + 2] ?? 0) : u16le(bytes, at + 2) & (kind === KIND.ISO ? 0x3fff : 0xffff);
    this.begin(DATA_KINDS[kind] ?? '', length, origin, DIRECTION.UNKNOWN);
    this.values.number('handle', head & 0x0fff);
    this.values.number('boundary', (head >> 12) & 3);
    if (kind === KIND.ACL) this.values.number('broadcast', head >> 14);
    this.finish(connection);
  }

  private ofHandle({ receiver }: HciOrigin): Connection | undefined {
    const handle = this.values.get('handle');
    return handle === undefined ? undefined : this.connections.known(receiver, handle);
  }

  /** `usual` is the direction of this kind of packet, for files that do not say. */
  private begin(kind: string, length: number, { direction, moment }: HciOrigin, usual: number): void {
    const { rows } = this;
    this.values.clear();
    rows.begin();
    rows.number('packet_no', moment.no);
    if (moment.us === moment.us) rows.number('ts_us', moment.us);
    rows.text('kind', kind);
    rows.text('direction', DIRECTIONS[direction === DIRECTION.UNKNOWN ? usual : direction]);
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
