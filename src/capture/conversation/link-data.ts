import { connectionParameters } from '../../ble/connection.ts';
import { formatAddress } from '../../ble/address.ts';
import { CRC } from '../../ble/frame.ts';
import type { FrameMeta } from '../../ble/frame.ts';
import { ABSENT } from '../../ble/link-pdu.ts';
import type { LinkPdu } from '../../ble/link-pdu.ts';
import { PHY } from '../../ble/pdu-type.ts';
import { airtimeUs } from '../link/radio-clock.ts';
import type { Connection, Side } from './connection.ts';
import type { Connections } from './connections.ts';
import type { LlControlRows } from './ll-control-rows.ts';
import { otherSide, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';

/** Time between the packets of a connection event, and how far sniffers are off (Vol 6 Part B 4.1.1). */
const T_IFS_US = 150;
const EXACT_US = 8;
/** Without a word of the sniffer, packets that follow within so much belong to one event: one further packet would take 230 µs. */
const SAME_EVENT_US = T_IFS_US + 100;
const LLID = { CONTINUATION: 1, START: 2, CONTROL: 3 } as const;

/** PDUs of connections, as a sniffer heard them: who sent them, which are new, and which pieces they carry. */
export class LinkData {
  constructor(
    private readonly connections: Connections,
    private readonly control: LlControlRows,
  ) {}

  /** A PDU with LLData at `pdu.connectionAt` whose CRC is not wrong. */
  request(bytes: Uint8Array, pdu: LinkPdu, moment: Moment): void {
    const sent = connectionParameters(bytes, pdu.connectionAt);
    if (this.connections.isRepeated(sent.accessAddress, sent.crcInit, moment)) return;
    const connection = this.connections.begin(sent.accessAddress, moment);
    connection.transport = 'LE';
    connection.accessAddress = sent.accessAddress;
    connection.crcInit = sent.crcInit;
    connection.hop = sent.hop;
    connection.sca = sent.sleepClockAccuracy;
    const { central, peripheral } = connection;
    if (pdu.otherAt !== ABSENT) central.address = formatAddress(bytes, pdu.otherAt);
    if (pdu.otherRandom !== ABSENT) central.random = pdu.otherRandom === 1;
    if (pdu.advertiserAt !== ABSENT) peripheral.address = formatAddress(bytes, pdu.advertiserAt);
    if (pdu.advertiserRandom !== ABSENT) peripheral.random = pdu.advertiserRandom === 1;
    const { intervalUs: interval_us, latency, timeoutMs: timeout_ms, channelMap: channel_map } = sent;
    this.connections.change(connection, 'start', moment, { interval_us, latency, timeout_ms, channel_map });
  }

  /** The data or control PDU in bytes [at, end) of a connection. */
  pdu(
    accessAddress: number,
    bytes: Uint8Array,
    at: number,
    end: number,
    meta: FrameMeta,
    crc: number,
    encrypted: boolean,
    moment: Moment,
  ): void {
    const connection = this.connections.find(accessAddress) ?? this.unannounced(accessAddress, crc, moment);
    if (connection === null) return;
    const header = bytes[at] ?? 0;
    const length = bytes[at + 1] ?? 0;
    const start = at + 2 + ((header >> 5) & 1);
    const stop = Math.min(end, start + length);
    const sender = senderOf(connection, meta, 2 + length, moment);
    connection.last = moment;
    if (crc === CRC.BAD) {
      connection.badCrc++;
      return;
    }
    const side = connection.side(sender);
    if (!isNew(connection, side, header, bytes, start, stop, length)) return;
    connection.packets++;
    if (encrypted && length > 0) {
      connection.encrypted++;
      return;
    }
    const llid = header & 3;
    if (llid === LLID.CONTROL) this.control.pdu(bytes, start, stop, connection, sender, moment);
    else if (llid === LLID.START) connection.startFrame(sender, bytes, start, stop, moment);
    else if (llid === LLID.CONTINUATION && length > 0 && !connection.continueFrame(sender, bytes, start, stop, moment)) connection.gaps++;
  }

  /** A connection whose start was not heard. A damaged access address makes none. */
  private unannounced(accessAddress: number, crc: number, moment: Moment): Connection | null {
    if (crc === CRC.BAD) return null;
    const connection = this.connections.begin(accessAddress, moment);
    connection.transport = 'LE';
    connection.accessAddress = accessAddress;
    return connection;
  }
}

/**
 * Who sent a packet. Within a connection event the two sides take turns after exactly T_IFS, so timing decides where it is that exact,
 * also against a sniffer; else the sniffer does; else a packet that follows closely is the other side's, and an event begins with the central.
 */
function senderOf(connection: Connection, meta: FrameMeta, pduBytes: number, { us, radioUs }: Moment): number {
  const time = radioUs === radioUs ? radioUs : us;
  const gap = time - connection.airEnd;
  const turn = connection.airSender !== SENDER.UNKNOWN && Math.abs(gap - T_IFS_US) <= EXACT_US;
  const guess = gap >= 0 && gap < SAME_EVENT_US ? otherSide(connection.airSender) : SENDER.CENTRAL;
  const stated = meta.sender;
  const sender = turn ? otherSide(connection.airSender) : stated === SENDER.UNKNOWN && time === time ? guess : stated;
  connection.airSender = sender;
  connection.airEnd = time + airtimeUs(meta.phy === PHY.UNKNOWN ? PHY.LE_1M : meta.phy, pduBytes, false);
  return sender;
}

/** False for a packet that is sent again: same sequence number, same content (Vol 6 Part B 4.5.9). */
function isNew(
  connection: Connection,
  side: Side,
  header: number,
  bytes: Uint8Array,
  start: number,
  stop: number,
  length: number,
): boolean {
  const sequence = (header >> 3) & 1;
  const content = contentOf(header & 3, bytes, start, stop, length);
  const repeats = sequence === side.sequence;
  if (repeats && content === side.content) {
    connection.retransmissions++;
    return false;
  }
  if (repeats) {
    // The number changes with every new packet, so at least one was missed; a frame that lacks it cannot be put together.
    connection.gaps++;
    side.flow.cut();
  }
  side.sequence = sequence;
  side.content = content;
  return true;
}

/** FNV-1a of what stays the same when a PDU is sent again. */
function contentOf(llid: number, bytes: Uint8Array, start: number, stop: number, length: number): number {
  let hash = 0x811c9dc5 ^ llid ^ (length << 8);
  for (let at = start; at < stop; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}
