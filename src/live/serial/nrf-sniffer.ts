import { u16le, u32le } from '../../base/octets.ts';
import { joinBytes } from '../../base/join-bytes.ts';
import { encodeSlip, SlipReader } from './slip.ts';
import { addressOctets } from './sniffer.ts';
import type { SerialCounters, SnifferFrame, SnifferOptions, SnifferProtocol } from './sniffer.ts';

/**
 * nRF Sniffer for Bluetooth LE, serial protocol versions 2 (firmware 3.x) and 3 (firmware 4.x), little-endian:
 *
 *   header   payload length 2 | version 1 | counter 2 | packet id 1
 *   event    length 1 (10) | flags 1 | channel 1 | RSSI 1 (dBm = -value) | event counter 2 | time 4
 *            then access address 4, coding indicator (coded PHY only) 1, PDU header 2, padding 1, payload, CRC 3
 *
 * Commands go out with the header of version 1: header length 1 (6) | payload length 1 | version 1 | counter 2 | id 1.
 * The radio adds the padding octet; it is not on the air. Capture files omit it and begin with the number of the board
 * (link type 272). Source: the vendor's `SnifferAPI/Packet.py`, `Types.py` and `Sniffer.py` (4.1.1).
 */
const HEADER = 6;
const EVENT = 10;
const CODED = 2;
const MODULUS = 2 ** 32;
const BOARD = 0;
const ID = {
  FOLLOW: 0x00,
  ADVERTISING: 0x02,
  DATA: 0x06,
  SCAN: 0x07,
  TEMPORARY_KEY: 0x0c,
  PING: 0x0d,
  PONG: 0x0e,
  HOP_SEQUENCE: 0x17,
  VERSION: 0x1b,
  VERSION_IS: 0x1c,
  IDLE: 0xfe,
} as const;
/** Report scan responses and auxiliary PDUs too. The flag for the coded PHY is not set, because it would replace 1M. */
const SCAN_FLAGS = 0x03;
const FOLLOW_FLAGS = 0x00;
const PRIMARY = 37;
/** Maximum step of a packet counter, which has 16 bits: a larger step counts as backwards. */
const FURTHEST = 0x7fff;

export class NrfSniffer implements SnifferProtocol {
  readonly name = 'nrf-sniffer';
  readonly link_type = 272;
  readonly counters: SerialCounters = { frames: 0, lost: 0, damaged: 0 };
  firmware: string | null = null;
  recognised = false;
  private readonly slip = new SlipReader();
  private sent = 0;
  private counter = -1;
  private refused = 0;

  hello(): Uint8Array<ArrayBuffer> {
    return joinBytes([this.command(ID.PING), this.command(ID.VERSION)]);
  }

  start({ channels, follow }: SnifferOptions): Uint8Array<ArrayBuffer> {
    const hop = [channels.length, ...channels, ...Array<number>(3).fill(PRIMARY)].slice(0, 4);
    const target = follow && [...addressOctets(follow.address), follow.random ? 1 : 0, FOLLOW_FLAGS];
    return joinBytes([
      this.command(ID.HOP_SEQUENCE, hop),
      target ? this.command(ID.FOLLOW, target) : this.command(ID.SCAN, [SCAN_FLAGS]),
      // Send a temporary key (zeros are enough), because the firmware reports nothing before it has one.
      this.command(ID.TEMPORARY_KEY, Array<number>(16).fill(0)),
    ]);
  }

  stop(): Uint8Array<ArrayBuffer> {
    return this.command(ID.IDLE);
  }

  push(chunk: Uint8Array, take: (frame: SnifferFrame) => void): void {
    this.slip.push(chunk, (packet) => {
      this.packet(packet, take);
    });
    this.counters.damaged = this.slip.damaged + this.refused;
  }

  private packet(packet: Uint8Array, take: (frame: SnifferFrame) => void): void {
    const version = packet[2] ?? 0;
    const length = u16le(packet, 0);
    if (packet.length < HEADER || (version !== 2 && version !== 3) || length !== packet.length - HEADER) {
      this.refused++;
      return;
    }
    this.recognised = true;
    this.count(u16le(packet, 3));
    const id = packet[5];
    if (id === ID.DATA || (id === ID.ADVERTISING && version === 3)) this.event(packet, version, take);
    else if (id === ID.VERSION_IS) this.firmware = `nRF Sniffer ${text(packet.subarray(HEADER))}, protocol ${String(version)}`;
    else if (id === ID.PONG) this.firmware ??= `nRF Sniffer, protocol ${String(version)}`;
  }

  private event(packet: Uint8Array, version: number, take: (frame: SnifferFrame) => void): void {
    const flags = packet[HEADER + 1] ?? 0;
    const frameAt = HEADER + EVENT;
    const paddingAt = frameAt + 4 + (((flags >> 4) & 7) === CODED ? 1 : 0) + 2;
    if (packet[HEADER] !== EVENT || paddingAt >= packet.length) {
      this.refused++;
      return;
    }
    const bytes = new Uint8Array(packet.length);
    bytes[0] = BOARD;
    bytes.set(packet.subarray(0, paddingAt), 1);
    bytes.set(packet.subarray(paddingAt + 1), paddingAt + 1);
    const length = packet.length - HEADER - 1;
    bytes[1] = length & 0xff;
    bytes[2] = length >> 8;
    this.counters.frames++;
    take({
      bytes,
      // Protocol version 2 sends the time since the previous frame, which is useless after a lost frame, so use no timestamp.
      stamp: version === 3 ? u32le(packet, HEADER + 6) : NaN,
      modulus: MODULUS,
      rssi: -(packet[HEADER + 3] ?? 0),
      channel: packet[HEADER + 2] ?? 0,
    });
  }

  /** Counts lost packets by the firmware's packet numbers. A number that goes backwards means that the firmware restarted. */
  private count(counter: number): void {
    const missing = this.counter < 0 ? 0 : (counter - this.counter - 1) & 0xffff;
    if (missing <= FURTHEST) this.counters.lost = (this.counters.lost ?? 0) + missing;
    this.counter = counter;
  }

  private command(id: number, payload: readonly number[] = []): Uint8Array<ArrayBuffer> {
    const counter = this.sent++;
    return encodeSlip(Uint8Array.from([HEADER, payload.length, 1, counter & 0xff, (counter >> 8) & 0xff, id, ...payload]));
  }
}

/** Returns the printable characters of the firmware's version text. */
const text = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 40), (octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '')).join('');
