import type { FrameMeta } from '../../ble/frame.ts';
import { attributeName } from '../../ble/att/uuid-names.ts';
import { CHANNEL } from '../../ble/l2cap/channels.ts';
import type { L2capFrame } from '../../ble/l2cap/flow.ts';
import type { LinkPdu } from '../../ble/link-pdu.ts';
import type { Batch } from '../../tables/batch.ts';
import type { Notice } from '../../tables/captures.ts';
import { CONVERSATION_TABLES } from '../../tables/conversation/index.ts';
import { RowTable } from '../../tables/row-table.ts';
import type { AccessAddresses } from '../link/access-addresses.ts';
import { DIRECTION } from '../link/link.ts';
import type { PacketRecord } from '../link/link.ts';
import { u16le } from '../../base/octets.ts';
import { AttRows } from './att-rows.ts';
import type { Decryption } from '../decryption/decryption.ts';
import type { Connection, FrameTaker } from './connection.ts';
import { Connections } from './connections.ts';
import { GattServers } from './gatt-servers.ts';
import { HciConnections } from './hci-connections.ts';
import { HciRows } from './hci-rows.ts';
import { L2capRows } from './l2cap-rows.ts';
import { LinkData } from './link-data.ts';
import { LlControlRows } from './ll-control-rows.ts';
import { EATT_PSM } from './credit-channels.ts';
import { otherSide, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';
import { SmpRows } from './smp-rows.ts';
import { Streams } from './streams.ts';
import { Unannounced } from './unannounced.ts';

const HCI_KIND = { COMMAND: 1, ACL: 2, EVENT: 4 } as const;
/** Channels that occur only in connections. */
const FIXED: ReadonlySet<number> = new Set([CHANNEL.ATT, CHANNEL.LE_SIGNALLING, CHANNEL.SMP]);
/** Packet boundary flags of ACL data (Vol 4 Part E 5.4.2). */
const BOUNDARY = { FIRST_OF_HOST: 0, CONTINUING: 1, FIRST: 2 } as const;

/**
 * Everything of a capture that belongs to connections and streams, as rows of `CONVERSATION_TABLES`. Packets arrive in file order from the decoders
 * of link layers and of host logs, each once; nothing is held that grows with the file but a bounded set of connections and attributes.
 */
export class Conversation {
  readonly tables: readonly RowTable[] = CONVERSATION_TABLES.map(({ name, columns }) => new RowTable(name, columns));
  private readonly att: AttRows;
  private readonly connections: Connections;
  private readonly link: LinkData;
  private readonly hosts: HciConnections;
  private readonly hci: HciRows;
  private readonly streams: Streams;
  private readonly smp = new SmpRows(this.table('smp'));
  private readonly l2cap = new L2capRows(this.table('l2cap'));
  private readonly servers = new GattServers(this.table('gatt'), attributeName);
  private now: Moment = { no: 0, us: Number.NaN, radioUs: Number.NaN };

  /**
   * @param known receives the access addresses of streams that an LL control PDU or a header reveals
   * @param decryption opens the encrypted packets of connections; null leaves them closed
   */
  constructor(
    known: AccessAddresses,
    private readonly decryption: Decryption | null,
  ) {
    const take: FrameTaker = (connection, sender) => (frame) => {
      this.frame(frame, connection, sender);
    };
    this.connections = new Connections(this.table('connections'), this.table('connection_changes'), take, decryption);
    this.streams = new Streams(this.table('streams'), known);
    const control = new LlControlRows(this.table('ll_control'), this.connections, this.streams);
    this.link = new LinkData(this.connections, new Unannounced(known), control, this.streams, decryption);
    this.hosts = new HciConnections(this.connections);
    this.hci = new HciRows(this.table('hci'), this.hosts);
    this.att = new AttRows(this.table('att'), this.servers, attributeName);
  }

  /** Whether a table has so many rows that they should be sent. */
  get crowded(): boolean {
    return this.tables.some((table) => table.crowded);
  }

  /** Handles a PDU that requests a connection and whose CRC is not wrong. */
  request(bytes: Uint8Array, pdu: LinkPdu, record: PacketRecord, radioUs: number): void {
    this.now = { no: record.no, us: record.us, radioUs };
    this.link.request(bytes, pdu, this.now);
  }

  /** Handles a data or control PDU in bytes [at, end), without its CRC; `sentCrc` is -1 if that was not captured. */
  linkPdu(
    accessAddress: number,
    bytes: Uint8Array,
    at: number,
    end: number,
    meta: FrameMeta,
    sentCrc: number,
    crc: number,
    encrypted: boolean,
    record: PacketRecord,
  ): void {
    this.now = { no: record.no, us: record.us, radioUs: meta.radioUs };
    this.link.pdu(accessAddress, bytes, at, end, meta, sentCrc, crc, encrypted, this.now);
  }

  /** Handles a PDU of an isochronous stream in bytes [at, end), without its CRC; `kind` is a value of `ISO`. */
  streamPdu(
    accessAddress: number,
    kind: number,
    bytes: Uint8Array,
    at: number,
    end: number,
    meta: FrameMeta,
    crc: number,
    record: PacketRecord,
  ): void {
    this.now = { no: record.no, us: record.us, radioUs: meta.radioUs };
    this.streams.pdu(accessAddress, kind, bytes, at, end, meta, crc, this.now);
  }

  /** Handles an advertisement whose SyncInfo announces a periodic advertising train. */
  train(accessAddress: number, bytes: Uint8Array, pdu: LinkPdu): void {
    this.streams.trains.announced(accessAddress, bytes, pdu);
  }

  /** Handles BIGInfo in bytes [at, end) of a periodic advertising train, given by its access address. */
  bigInfo(accessAddress: number, bytes: Uint8Array, at: number, end: number, record: PacketRecord, radioUs: number): void {
    this.now = { no: record.no, us: record.us, radioUs };
    this.streams.bigInfo(accessAddress, bytes, at, end, this.now);
  }

  /** Handles the complete advertising data of a periodic train, in bytes [at, end). */
  periodicData(accessAddress: number, bytes: Uint8Array, at: number, end: number): void {
    this.streams.periodicData(accessAddress, bytes, at, end);
  }

  /** Handles an HCI packet whose header is complete, without its packet indicator. */
  hciPacket(kind: number, bytes: Uint8Array, at: number, end: number, { no, us, direction, receiver }: PacketRecord): void {
    if (HciRows.isReport(kind, bytes, at)) return;
    this.now = { no, us, radioUs: Number.NaN };
    const origin = { direction, receiver, moment: this.now };
    if (kind === HCI_KIND.COMMAND) this.hci.command(bytes, at, end, origin);
    else if (kind === HCI_KIND.EVENT) this.hci.event(bytes, at, end, origin);
    else if (kind === HCI_KIND.ACL) this.acl(bytes, at, end, direction, receiver);
    else this.hci.data(kind, bytes, at, origin, undefined);
  }

  /** Call at the end of the file: writes what still waits for further packets. */
  finish(): void {
    this.connections.endAll();
    this.streams.endAll();
    this.servers.finish();
  }

  /** Notices about the outcome of decryption; empty if no packets were to be decrypted. */
  get notices(): readonly Notice[] {
    return this.decryption?.report.notices() ?? [];
  }

  /** Sends all rows; `send` may keep a batch until its promise settles. */
  async flush(send: (table: RowTable, batch: Batch) => Promise<void>): Promise<void> {
    this.att.resolve();
    for (const table of this.tables) await table.flush((batch) => send(table, batch));
  }

  private acl(bytes: Uint8Array, at: number, end: number, stated: number, receiver: string): void {
    const head = u16le(bytes, at);
    const boundary = (head >> 12) & 3;
    const connection = this.hosts.of(receiver, head, this.now);
    connection.last = this.now;
    connection.packets++;
    // If the file does not state the direction, the boundary flag shows it: hosts send 0 where controllers send 2.
    const guess =
      boundary === BOUNDARY.FIRST_OF_HOST ? DIRECTION.TO_CONTROLLER : boundary === BOUNDARY.FIRST ? DIRECTION.TO_HOST : DIRECTION.UNKNOWN;
    const direction = stated === DIRECTION.UNKNOWN ? guess : stated;
    this.hci.data(HCI_KIND.ACL, bytes, at, { direction, receiver, moment: this.now }, connection);
    const sender = this.hosts.sender(connection, direction);
    connection.side(sender).packets++;
    const stop = Math.min(end, at + 4 + u16le(bytes, at + 2));
    if (boundary !== BOUNDARY.CONTINUING) connection.startFrame(sender, bytes, at + 4, stop, this.now);
    else if (!this.continues(connection, sender, bytes, at + 4, stop)) connection.gaps++;
  }

  /** Adds a further piece of a frame; if the direction is unknown, to the frame that is open. */
  private continues(connection: Connection, sender: number, bytes: Uint8Array, at: number, end: number): boolean {
    const senders = sender === SENDER.UNKNOWN ? [SENDER.UNKNOWN, SENDER.CENTRAL, SENDER.PERIPHERAL] : [sender];
    return senders.some((one) => connection.continueFrame(one, bytes, at, end, this.now));
  }

  private frame(frame: L2capFrame, connection: Connection, sender: number): void {
    const { firstNo, lastPiece } = connection.side(sender);
    const moment = lastPiece ?? this.now;
    const isLe = connection.transport !== 'BR/EDR';
    const bearer = isLe ? connection.side(sender).channels.get(frame.channel) : undefined;
    const sdu = this.l2cap.frame(frame, connection, sender, moment, firstNo, bearer);
    if (frame.complete !== true || !isLe) return;
    connection.proven ||= FIXED.has(frame.channel);
    if (bearer?.psm === EATT_PSM && sdu !== null) {
      const pdu = { bytes: sdu.bytes, at: 0, end: sdu.end, channel: frame.channel };
      this.att.pdu(pdu, connection, sender, moment, sdu.firstNo, [bearer, bearer.peer ?? bearer]);
    } else if (frame.channel === CHANNEL.ATT) {
      const bearers = [connection.side(sender), connection.side(otherSide(sender))] as const;
      this.att.pdu(frame, connection, sender, moment, firstNo, bearers);
    } else if (frame.channel === CHANNEL.SMP) {
      this.smp.pdu(frame, connection, sender, moment);
      this.decryption?.message(frame, connection, sender);
    }
  }

  private table(name: string): RowTable {
    const table = this.tables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`broken invariant: there is no table ${name}`);
    return table;
  }
}
