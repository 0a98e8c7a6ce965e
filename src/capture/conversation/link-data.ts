import { connectionParameters } from '../../ble/connection.ts';
import { formatAddress } from '../../ble/address.ts';
import { CRC, FrameMeta } from '../../ble/frame.ts';
import { cannotBeData, ISO, isNullPdu, isPossibleAccessAddress } from '../../ble/isochronous.ts';
import { ABSENT } from '../../ble/link-pdu.ts';
import type { LinkPdu } from '../../ble/link-pdu.ts';
import { LL_CONTROL_NAMES } from '../../ble/ll-control.ts';
import type { SealedPdu } from '../../kernels/cipher.ts';
import type { Decryption } from '../decryption/decryption.ts';
import type { LinkSecurity } from '../decryption/link-security.ts';
import type { Connection, Side } from './connection.ts';
import type { Connections } from './connections.ts';
import type { LlControlRows } from './ll-control-rows.ts';
import { otherSide, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';
import { ANY_NUMBER, ANY_OF_EVENTS } from './air.ts';
import type { Streams } from './streams.ts';
import { u32le } from '../../base/octets.ts';
import { impliedSender, senderOf } from './sender.ts';
import type { Unannounced, UnannouncedPdu } from './unannounced.ts';

const LLID = { CONTINUATION: 1, START: 2, CONTROL: 3 } as const;

/** Minimum number of PDUs of unknown CRC that show a stream, because damage can give a PDU a header that connections do not use. */
const LEAST_FOREIGN = 4;

/** Processes captured PDUs of connections: determines who sent each, whether it is new, and which pieces of frames it carries. */
export class LinkData {
  constructor(
    private readonly connections: Connections,
    private readonly unannounced: Unannounced,
    private readonly control: LlControlRows,
    private readonly streams: Streams,
    private readonly decryption: Decryption | null,
  ) {}

  /** Handles a connection request with LLData at `pdu.connectionAt` whose CRC is not wrong. */
  request(bytes: Uint8Array, pdu: LinkPdu, moment: Moment): void {
    const sent = connectionParameters(bytes, pdu.connectionAt);
    if (this.connections.isRepeated(sent.accessAddress, sent.crcInit, moment)) return;
    const connection = this.connections.begin(sent.accessAddress, moment);
    connection.proven = true;
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
    connection.announced(moment.radioUs === moment.radioUs ? moment.radioUs : moment.us, sent.windowOffsetUs + sent.windowSizeUs);
    const { intervalUs: interval_us, latency, timeoutMs: timeout_ms, channelMap: channel_map } = sent;
    this.connections.change(connection, 'start', moment, { interval_us, latency, timeout_ms, channel_map });
  }

  /** Handles the data or control PDU in bytes [at, end). */
  pdu(
    accessAddress: number,
    bytes: Uint8Array,
    at: number,
    end: number,
    meta: FrameMeta,
    sentCrc: number,
    crc: number,
    encrypted: boolean,
    moment: Moment,
  ): void {
    const connection = this.connections.find(accessAddress);
    if (connection !== undefined) {
      this.ofConnection(connection, bytes, at, end, meta, crc, encrypted, moment);
      return;
    }
    const pdu = { bytes: bytes.slice(at, end), meta: Object.assign(new FrameMeta(), meta), crc, sentCrc, encrypted, moment };
    const waited = this.unannounced.heard(accessAddress, pdu);
    if (waited !== null) this.begin(accessAddress, waited);
  }

  /** Begins a connection or stream whose start was not captured, from the PDUs that show it, oldest first. */
  private begin(accessAddress: number, waited: readonly UnannouncedPdu[]): void {
    const [first] = waited;
    if (first === undefined) return;
    const connection = this.connections.begin(accessAddress, first.moment);
    connection.transport = 'LE';
    connection.accessAddress = accessAddress;
    for (const { bytes, meta, crc, encrypted, moment } of waited) {
      if (this.connections.find(accessAddress) === connection)
        this.ofConnection(connection, bytes, 0, bytes.length, meta, crc, encrypted, moment);
      else this.streams.pdu(accessAddress, ISO.UNKNOWN, bytes, 0, bytes.length, meta, crc, moment);
    }
  }

  private ofConnection(
    connection: Connection,
    bytes: Uint8Array,
    at: number,
    end: number,
    meta: FrameMeta,
    crc: number,
    encrypted: boolean,
    moment: Moment,
  ): void {
    const header = bytes[at] ?? 0;
    const length = bytes[at + 1] ?? 0;
    if (!connection.proven && crc !== CRC.BAD && this.isStream(connection, header, length, crc, moment)) return;
    // Bit 5: a CTEInfo octet is before the payload, unless the PDU is cut there.
    const start = Math.min(end, at + 2 + ((header >> 5) & 1));
    const stop = Math.min(end, start + length);
    const llid = header & 3;
    const implied = encrypted || meta.sender !== SENDER.UNKNOWN ? SENDER.UNKNOWN : impliedSender(llid, bytes, start, stop);
    const content = contentOf(llid, bytes, start, stop, length);
    const said = senderOf(connection, meta, implied, 2 + length, moment);
    const { sender, startUs, airUs } = said;
    const { air } = connection;
    const more = ((header >> 4) & 1) === 1;
    air.packet(
      sender,
      startUs,
      airUs,
      more,
      connection.now.interval_us ?? 0,
      connection.subrate,
      isSilence(connection, sender, header, content, length),
    );
    const sure = said.sure || air.exact;
    connection.last = moment;
    if (crc === CRC.BAD) {
      connection.badCrc++;
      air.spoilt(sender);
      return;
    }
    const security = length === 0 || meta.decrypted ? undefined : this.decryption?.of(connection);
    if (security?.covers(encrypted) === true) {
      const heard = { pdu: { bytes, at: start, end: stop, header }, content, sender, sure };
      this.sealed(security, heard, encrypted, connection, moment);
      return;
    }
    if (!isNew(connection, sender, header, content, sure)) return;
    if (encrypted && length > 0) connection.encrypted++;
    else if (length > 0 || llid !== LLID.CONTINUATION) this.plain(llid, bytes, start, stop, connection, sender, sure, moment);
  }

  /** Handles a PDU that may be ciphertext, in a capture that is decrypted. */
  private sealed(
    security: LinkSecurity,
    { pdu, content, sender, sure }: HeardPdu,
    encrypted: boolean,
    connection: Connection,
    moment: Moment,
  ): void {
    const { bytes, at, end, header } = pdu;
    // A retransmission has the same ciphertext; if the sender is a guess, it may be a retransmission of either side.
    if ((sure ? [sender] : [sender, otherSide(sender)]).some((one) => repeats(connection.side(one), header, content))) {
      connection.retransmissions++;
      if (sure) connection.air.settled(sender);
      return;
    }
    const outcome = security.open(pdu, sender, encrypted);
    const opened = typeof outcome === 'object' ? outcome : null;
    if (opened !== null && opened.missed < 0) {
      connection.retransmissions++;
      return;
    }
    // The direction is part of the encryption, so a PDU that decrypts is known to be from its sender.
    const from = opened?.sender ?? sender;
    connection.air.sender = from;
    if (!isNew(connection, from, header, content, sure || opened !== null, opened?.missed)) return;
    if (outcome === 'plain') {
      this.plain(header & 3, bytes, at, end, connection, from, sure, moment);
      return;
    }
    connection.encrypted++;
    if (opened === null) return;
    const plain = this.decryption?.plain(end - at) ?? bytes;
    this.plain(header & 3, plain, 0, plain.length, connection, from, true, { ...moment, decrypted: true });
  }

  /** Handles the payload of a new PDU that is not encrypted or was decrypted. */
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
      connection.proven ||= (bytes[start] ?? LL_CONTROL_NAMES.length) < LL_CONTROL_NAMES.length;
      this.control.pdu(bytes, start, stop, connection, sender, moment);
      this.decryption?.of(connection).control(bytes, start, stop, moment.decrypted === true);
    } else if (llid === LLID.START) connection.startFrame(sender, bytes, start, stop, moment);
    else if (llid === LLID.CONTINUATION) {
      // If the sender is a guess, a piece may belong to a frame that the other side seems to have begun.
      const sides = sure ? [sender] : [sender, otherSide(sender)];
      if (!sides.some((one) => connection.continueFrame(one, bytes, start, stop, moment))) connection.withoutStart(sender);
    }
  }

  /**
   * Where nothing has shown that an access address is that of a connection, a PDU with a header that connections do not send shows that it is
   * that of a stream. One is enough if its CRC is right. Where the CRC is unknown, it takes several that are most of all.
   */
  private isStream(connection: Connection, header: number, length: number, crc: number, moment: Moment): boolean {
    const { unproven, accessAddress = 0, began, badCrc } = connection;
    if (length > 0 && !isNullPdu(header)) unproven.filled++;
    else unproven.empty++;
    if (!cannotBeData(header)) return false;
    unproven.foreign++;
    const { foreign, filled, empty } = unproven;
    if (crc !== CRC.OK && (foreign < LEAST_FOREIGN || foreign * 2 <= filled + empty)) return false;
    if (!isPossibleAccessAddress(accessAddress)) return false;
    this.connections.drop(accessAddress);
    this.streams.recognised(accessAddress, began, moment, { filled, empty, badCrc });
    return true;
  }
}

/** Facts about a captured data PDU. */
interface HeardPdu {
  readonly pdu: SealedPdu;
  readonly content: number;
  readonly sender: number;
  readonly sure: boolean;
}

const repeats = ({ sequence, content }: Side, header: number, heard: number): boolean =>
  ((header >> 3) & 1) === sequence && content === heard;

/** Whether the central repeats its packet one event later because the peripheral did not answer; for empty packets only if possible. */
function isSilence({ central, peripheral, now }: Connection, sender: number, header: number, content: number, length: number): boolean {
  if (sender !== SENDER.CENTRAL || !repeats(central, header, content) || ((header >> 2) & 1) !== central.expects) return false;
  return length > 0 || ((now.latency ?? 0) > 0 && !peripheral.flow.open);
}

/**
 * Counts a PDU whose CRC is right. False for a packet that is sent again: same sequence number, same content (Vol 6 Part B 4.5.9).
 * @param missed packets of its sender that were missed before it, where a packet counter says so
 */
function isNew(connection: Connection, sender: number, header: number, content: number, sure: boolean, missed?: number): boolean {
  const side = connection.side(sender);
  const sequence = (header >> 3) & 1;
  const expects = (header >> 2) & 1;
  const unheard = connection.air.missedOf(sender);
  const repeated = repeats(side, header, content);
  const isOther = sure && repeated && movedOn(connection, sender, expects);
  const again = missed === undefined && repeated && !isOther && !(sure && unheard >= ANY_OF_EVENTS);
  // The sequence number changes with every new packet, so if it is the same, at least one packet was missed.
  const jumps = sure && sequence === side.sequence && (!repeated || isOther);
  if (sure) connection.air.settled(sender);
  const isGap = jumps || (missed ?? 0) > 0;
  if (isGap) connection.gaps++;
  // An empty packet may also be a new one, if the one between the two was missed.
  if (again && sure && unheard > 0 && content === EMPTY) side.losses++;
  if (isGap ? missed !== 0 : missed === undefined && sure && unheard > 1) {
    if (isGap || unheard < ANY_NUMBER) side.losses++;
    // Missed packets end the open frame, unless this is a retransmission of the packet that began it.
    if (!again || (header & 3) !== LLID.START) connection.lost(sender, isGap);
  }
  side.sequence = sequence;
  side.expects = expects;
  side.content = content;
  side.heardAt = ++connection.heard;
  if (again) connection.retransmissions++;
  else {
    connection.packets++;
    side.packets++;
  }
  return !again;
}

/** True if the sender received an answer to its last packet (it acknowledges the packet with the answer), so what it sends is new. */
function movedOn(connection: Connection, sender: number, expects: number): boolean {
  const [side, peer] = [connection.side(sender), connection.side(otherSide(sender))];
  return peer.heardAt > side.heardAt && peer.expects !== side.sequence && expects !== peer.sequence;
}

/** Content hash of an empty PDU. */
const EMPTY = contentOf(LLID.CONTINUATION, new Uint8Array(), 0, 0, 0);

/** A hash like FNV-1a, of four octets at once, of what stays the same when a PDU is sent again. */
function contentOf(llid: number, bytes: Uint8Array, start: number, stop: number, length: number): number {
  let hash = 0x811c9dc5 ^ llid ^ (length << 8);
  let at = start;
  for (; at + 4 <= stop; at += 4) hash = mixed(hash ^ u32le(bytes, at));
  for (; at < stop; at++) hash = mixed(hash ^ (bytes[at] ?? 0));
  return hash;
}

/** Mixes the upper bits into the lower ones, which a multiplication alone does not do. */
function mixed(word: number): number {
  const product = Math.imul(word, 0x01000193);
  return product ^ (product >>> 15);
}
