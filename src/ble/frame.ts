import { NO_CHANNEL } from './channel.ts';
import { ISO } from './isochronous.ts';
import { AUX } from './link-pdu.ts';
import { PHY } from './pdu-type.ts';

export const NO_RSSI = 1000;
export const CRC = { UNKNOWN: -1, BAD: 0, OK: 1 } as const;

/** Kind of a frame as reported by the sniffer; UNKNOWN means that the access address decides. */
export const FRAME_KIND = { UNKNOWN: 0, ADVERTISING: 1, DATA: 2 } as const;

/** Metadata of a link-layer frame from the sniffer; reused for every frame. */
export class FrameMeta {
  /** Channel index. */
  channel: number = NO_CHANNEL;
  /** dBm. */
  rssi = NO_RSSI;
  crc: number = CRC.UNKNOWN;
  phy: number = PHY.UNKNOWN;
  kind: number = FRAME_KIND.UNKNOWN;
  aux: number = AUX.UNKNOWN;
  /** Whether the payload of a data PDU is ciphertext. */
  encrypted = false;
  /** Whether the payload was encrypted and the capturing program decrypted it. */
  decrypted = false;
  /** Sender of a connection PDU: 0 unknown, 1 central, 2 peripheral. */
  sender = 0;
  /** A value of `ISO`, as reported by the sniffer. PDUs of isochronous streams have their own header format. */
  isochronous: number = ISO.NONE;
  /** Time on the sniffer's radio clock in µs; NaN if there is none. */
  radioUs = Number.NaN;
}
