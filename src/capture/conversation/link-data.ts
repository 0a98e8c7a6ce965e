import { connectionParameters } from '../../ble/connection.ts';
import { formatAddress } from '../../ble/address.ts';
import { CRC } from '../../ble/frame.ts';
import type { FrameMeta } from '../../ble/frame.ts';
import { ABSENT } from '../../ble/link-pdu.ts';
import type { LinkPdu } from '../../ble/link-pdu.ts';
import type { SealedPdu } from '../../kernels/cipher.ts';
import type { Decryption } from '../decryption/decryption.ts';
import type { LinkSecurity } from '../decryption/link-security.ts';
import type { Connection, Side } from './connection.ts';
import type { Connections } from './connections.ts';
import type { LlControlRows } from './ll-control-rows.ts';
import { otherSide, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';
import { impliedSender, senderOf } from './sender.ts';

const LLID = { CONTINUATION: 1, START: 2, CONTROL: 3 } as const;

/** PDUs of connections, as a sniffer heard them: who sent them, which are new, and which pieces they carry. */
export class LinkData {
  constructor(
    private readonly connections: Connections,
    private readonly control: LlControlRows,
    private readonly decryption: Decryption | null,
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
    const llid = header & 3;
    const implied = encrypted ? SENDER.UNKNOWN : impliedSender(llid, bytes, start, stop);
    const { sender, sure } = senderOf(connection, meta, implied, 2 + length, moment);
    connection.last = moment;
    if (crc === CRC.BAD) {
      connection.badCrc++;
      return;
    }
    const content = contentOf(llid, bytes, start, stop, length);
    const security = length === 0 || meta.decrypted ? undefined : this.decryption?.of(connection);
    if (security?.covers(encrypted) === true) {
      const heard = { pdu: { bytes, at: start, end: stop, header }, content, sender, sure };
      this.sealed(security, heard, encrypted, connection, moment);
      return;
    }
    const side = connection.side(sender);
    if (!isNew(connection, side, header, content, sure)) return;
    connection.packets++;
    side.packets++;
    if (encrypted && length > 0) connection.encrypted++;
    else if (length > 0 || llid !== LLID.CONTINUATION) this.plain(llid, bytes, start, stop, connection, sender, sure, moment);
  }

  /** A PDU that may be ciphertext, of a capture that is read with keys. */
  private sealed(
    security: LinkSecurity,
    { pdu, content, sender, sure }: HeardPdu,
    encrypted: boolean,
    connection: Connection,
    moment: Moment,
  ): void {
    const { bytes, at, end, header } = pdu;
    // One that is sent again has the same ciphertext; where the sender is a guess, it may be either side's.
    if ((sure ? [sender] : [sender, otherSide(sender)]).some((one) => repeats(connection.side(one), header, content))) {
      connection.retransmissions++;
      return;
    }
    const outcome = security.open(pdu, sender, encrypted);
    const opened = typeof outcome === 'object' ? outcome : null;
    if (opened !== null && opened.missed < 0) {
      connection.retransmissions++;
      return;
    }
    // The direction is part of what a packet is encrypted with, so what opens is known to be of its sender.
    const from = opened?.sender ?? sender;
    connection.airSender = from;
    const side = connection.side(from);
    const { gaps } = connection;
    if (!isNew(connection, side, header, content, sure || opened !== null)) return;
    connection.packets++;
    side.packets++;
    if (outcome === 'plain') {
      this.plain(header & 3, bytes, at, end, connection, from, sure, moment);
      return;
    }
    connection.encrypted++;
    if (opened === null) return;
    if (opened.missed > 0) {
      if (connection.gaps === gaps) connection.gaps++;
      side.flow.cut();
      connection.forgetRequests();
    }
    const plain = this.decryption?.plain(end - at) ?? bytes;
    this.plain(header & 3, plain, 0, plain.length, connection, from, true, { ...moment, decrypted: true });
  }

  /** The payload of a new PDU, which is no ciphertext or was opened. */
  private plain(
    llid: number,
    bytes: Uint8Array,
    start: number,
    stop: number,
    connection: Connection,
    sender: number,
    sure: boolean,
    moment: Moment,
  ): void {
    if (llid === LLID.CONTROL) {
      this.control.pdu(bytes, start, stop, connection, sender, moment);
      this.decryption?.of(connection).control(bytes, start, stop, moment.decrypted === true);
    } else if (llid === LLID.START) connection.startFrame(sender, bytes, start, stop, moment);
    else if (llid === LLID.CONTINUATION) {
      // Where the sender is a guess, a piece may belong to the frame that the other side seems to have begun.
      const sides = sure ? [sender] : [sender, otherSide(sender)];
      if (!sides.some((one) => connection.continueFrame(one, bytes, start, stop, moment))) connection.gaps++;
    }
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

/** What was heard of a data PDU. */
interface HeardPdu {
  readonly pdu: SealedPdu;
  readonly content: number;
  readonly sender: number;
  readonly sure: boolean;
}

const repeats = ({ sequence, content }: Side, header: number, heard: number): boolean =>
  ((header >> 3) & 1) === sequence && content === heard;

/** False for a packet that is sent again: same sequence number, same content (Vol 6 Part B 4.5.9). */
function isNew(connection: Connection, side: Side, header: number, content: number, sure: boolean): boolean {
  if (repeats(side, header, content)) {
    connection.retransmissions++;
    return false;
  }
  const sequence = (header >> 3) & 1;
  if (sequence === side.sequence && sure) {
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
