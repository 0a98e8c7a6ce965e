import { rfOfChannelIndex } from '../../ble/channel.ts';
import { crc24 } from '../../ble/crc24.ts';
import { ADVERTISING_ACCESS_ADDRESS, PHY } from '../../ble/pdu-type.ts';
import { encodeLine, LineReader } from './base64-lines.ts';
import { joinBytes } from '../../base/join-bytes.ts';
import { addressOctets } from './sniffer.ts';
import type { SerialCounters, SnifferFrame, SnifferOptions, SnifferProtocol } from './sniffer.ts';
import { SniffleConnection } from './sniffle-connection.ts';

/**
 * Sniffle firmware 1.10 (nccgroup/Sniffle), little-endian. Messages to the host, after their type:
 *
 *   10 frame    time 4 (µs, wraps at 2^30) | length 2 (bit 15 direction, bit 14 CRC wrong) | connection event 2 |
 *               RSSI 1 (signed) | channel 1 (bits 6–7: 1M, 2M, coded S=8, coded S=2) | PDU without CRC
 *   11 text     12 marker     13 state 1     14 measurement: length 1 | kind 1 (5: version, major minor revision api 1 each)
 *
 * Neither the access address nor the CRC is sent: the host derives them from the constants of advertising channels and from
 * the CONNECT_IND. Source: `python_cli/sniffle/{sniffle_hw,packet_decoder,measurements,pcap}.py`.
 */
const MESSAGE = { FRAME: 0x10, TEXT: 0x11, MARKER: 0x12, STATE: 0x13, MEASUREMENT: 0x14 } as const;
const MEASURED_VERSION = 5;
const COMMAND = {
  CHANNEL: 0x10,
  PAUSE_DONE: 0x11,
  RSSI: 0x12,
  ADDRESS: 0x13,
  HOP: 0x14,
  FOLLOW: 0x15,
  AUXILIARY: 0x16,
  MARKER: 0x18,
  VERSION: 0x24,
  CHECK_CRC: 0x26,
} as const;
const ADVERTISING_CRC_INIT = 0x555555;
const HEADER = 10;
const MODULUS = 2 ** 30;
const LENGTH = { MASK: 0x3fff, CRC_WRONG: 0x4000, FROM_PERIPHERAL: 0x8000 } as const;
const CODED_S2 = 3;
const NO_NOISE = -128;
/** Flags of link type 256, as in `capture/link/rf-header.ts`. */
const FLAG = { COMMON: 0x0413, CRC_VALID: 0x0800 } as const;
/** Kinds of PDUs in link type 256. Sniffle does not report the kind of auxiliary PDUs; decoders read it from the PDU. */
const KIND = { ADVERTISING: 0, FROM_CENTRAL: 2, FROM_PERIPHERAL: 3 } as const;

export class Sniffle implements SnifferProtocol {
  readonly name = 'sniffle';
  readonly link_type = 256;
  readonly counters: SerialCounters = { frames: 0, lost: null, damaged: 0 };
  firmware: string | null = null;
  recognised = false;
  private readonly lines = new LineReader();
  private readonly connection = new SniffleConnection();
  private refused = 0;

  hello(): Uint8Array<ArrayBuffer> {
    // Send a harmless line first: an incomplete command may still be in the firmware's buffer, and this line ends it.
    return lines([[COMMAND.MARKER, 0x40], [COMMAND.VERSION]]);
  }

  start({ channels, rssi_min, follow }: SnifferOptions): Uint8Array<ArrayBuffer> {
    this.connection.following = follow !== null;
    const aa = ADVERTISING_ACCESS_ADDRESS;
    return lines([
      [COMMAND.CHANNEL, channels[0] ?? 37, ...u32(aa), 0, ...u32(ADVERTISING_CRC_INIT)],
      [COMMAND.RSSI, (rssi_min ?? -128) & 0xff],
      [COMMAND.PAUSE_DONE, 0],
      [COMMAND.FOLLOW, follow ? 1 : 0],
      [COMMAND.AUXILIARY, 1],
      follow ? [COMMAND.ADDRESS, ...addressOctets(follow.address).reverse()] : [COMMAND.ADDRESS],
      ...(follow && channels.length > 1 ? [[COMMAND.HOP]] : []),
      [COMMAND.CHECK_CRC, 1],
    ]);
  }

  stop(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(0);
  }

  push(chunk: Uint8Array, take: (frame: SnifferFrame) => void): void {
    this.lines.push(chunk, (message) => {
      this.message(message, take);
    });
    this.counters.damaged = this.lines.damaged + this.refused;
  }

  private message(message: Uint8Array, take: (frame: SnifferFrame) => void): void {
    const body = message.subarray(1);
    switch (message[0]) {
      case MESSAGE.FRAME:
        this.frame(body, take);
        return;
      case MESSAGE.MEASUREMENT:
        if (body[1] === MEASURED_VERSION && body.length >= 6)
          this.firmware = `Sniffle ${body.subarray(2, 5).join('.')}, API level ${String(body[5])}`;
        break;
      case MESSAGE.TEXT:
      case MESSAGE.MARKER:
      case MESSAGE.STATE:
        break;
      default:
        this.refused++;
        return;
    }
    this.recognised = true;
  }

  private frame(body: Uint8Array, take: (frame: SnifferFrame) => void): void {
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const word = body.length >= HEADER ? view.getUint16(4, true) : 0;
    const pdu = body.subarray(HEADER);
    const channel = (body[9] ?? 0) & 0x3f;
    if (body.length < HEADER + 2 || pdu.length !== (word & LENGTH.MASK) || channel > 39) {
      this.refused++;
      return;
    }
    this.recognised = true;
    this.counters.frames++;
    const rssi = view.getInt8(8);
    const coding = (body[9] ?? 0) >> 6;
    const phy = Math.min(coding, PHY.LE_CODED);
    const valid = (word & LENGTH.CRC_WRONG) === 0;
    const { accessAddress, crcState, data } = this.connection.of(pdu, channel, valid);
    const direction = word & LENGTH.FROM_PERIPHERAL ? KIND.FROM_PERIPHERAL : KIND.FROM_CENTRAL;
    const kind = data ? direction : KIND.ADVERTISING;
    const coded = phy === PHY.LE_CODED ? [coding === CODED_S2 ? 1 : 0] : [];
    const bytes = new Uint8Array(10 + 4 + coded.length + pdu.length + 3);
    const out = new DataView(bytes.buffer);
    out.setUint8(0, rfOfChannelIndex(channel));
    out.setInt8(1, rssi);
    out.setInt8(2, NO_NOISE);
    out.setUint32(4, accessAddress, true);
    out.setUint16(8, FLAG.COMMON | (valid ? FLAG.CRC_VALID : 0) | (kind << 7) | (phy << 14), true);
    out.setUint32(10, accessAddress, true);
    bytes.set(coded, 14);
    bytes.set(pdu, 14 + coded.length);
    // The sniffer reports only whether the CRC was valid, not the CRC: compute a valid one, or make one that differs from it.
    const sum = crc24(pdu, 0, pdu.length, crcState) ^ (valid ? 0 : 0xffffff);
    for (let i = 0; i < 3; i++) bytes[bytes.length - 3 + i] = (sum >> (8 * i)) & 0xff;
    take({ bytes, stamp: view.getUint32(0, true) % MODULUS, modulus: MODULUS, rssi, channel });
  }
}

const u32 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];

const lines = (commands: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> => joinBytes(commands.map(encodeLine));
