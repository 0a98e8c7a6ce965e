import { encodeLine } from '../../../src/live/serial/base64-lines.ts';
import { encodeSlip } from '../../../src/live/serial/slip.ts';
import { concat, u16, u32 } from '../packet-file.ts';

/** What a firmware would write to its serial port: the other side of `src/live/serial`. */
export interface HeardFrame {
  /** Access address, coding indicator on the coded PHY, PDU, CRC. */
  readonly frame: Uint8Array;
  readonly channel: number;
  /** dBm, negative. */
  readonly rssi: number;
  /** µs on the sniffer's clock. */
  readonly time: number;
  readonly crcOk: boolean;
  /** 0: 1M, 1: 2M, 2: coded S=8, 3: coded S=2. */
  readonly coding: number;
}

const CODED = 2;

/** A packet of the nRF Sniffer with its frame, the radio's padding octet behind the PDU header. */
export function nrfEvent(heard: HeardFrame, version: 2 | 3, counter: number): Uint8Array<ArrayBuffer> {
  const { frame, channel, rssi, time, crcOk } = heard;
  const phy = Math.min(heard.coding, CODED);
  const padAt = 4 + (phy === CODED ? 1 : 0) + 2;
  const payload = concat([
    [10, (crcOk ? 1 : 0) | (phy << 4), channel, -rssi, 0, 0],
    u32(time),
    frame.subarray(0, padAt),
    [0xab],
    frame.subarray(padAt),
  ]);
  return nrfPacket(version === 3 ? 2 : 6, payload, version, counter);
}

export const nrfPacket = (id: number, payload: ArrayLike<number>, version: number, counter: number): Uint8Array<ArrayBuffer> =>
  encodeSlip(concat([u16(payload.length), [version], u16(counter & 0xffff), [id], payload]));

/** A line of Sniffle's; it sends neither access address nor CRC. */
export function sniffleFrame({ frame, channel, rssi, time, crcOk, coding }: HeardFrame): Uint8Array<ArrayBuffer> {
  const pdu = frame.subarray(coding >= CODED ? 5 : 4, frame.length - 3);
  const length = pdu.length | (crcOk ? 0 : 0x4000);
  return encodeLine([0x10, ...u32(time % 2 ** 30), ...u16(length), 0, 0, rssi & 0xff, channel | (coding << 6), ...pdu]);
}

export const sniffleVersion = (): Uint8Array<ArrayBuffer> => encodeLine([0x14, 5, 5, 1, 10, 1, 1]);
