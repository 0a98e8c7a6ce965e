import { NO_CHANNEL } from './channel.ts';
import { AUX } from './link-pdu.ts';
import { PHY } from './pdu-type.ts';

export const NO_RSSI = 1000;
export const CRC = { UNKNOWN: -1, BAD: 0, OK: 1 } as const;

/** What a sniffer says a frame is; UNKNOWN leaves it to the access address. */
export const FRAME_KIND = { UNKNOWN: 0, ADVERTISING: 1, DATA: 2 } as const;

/** What a sniffer says about a link-layer frame beside its bytes; filled again for every frame. */
export class FrameMeta {
  /** Channel index. */
  channel: number = NO_CHANNEL;
  /** dBm. */
  rssi = NO_RSSI;
  crc: number = CRC.UNKNOWN;
  phy: number = PHY.UNKNOWN;
  kind: number = FRAME_KIND.UNKNOWN;
  aux: number = AUX.UNKNOWN;
  /** The payload of a data PDU is ciphertext. */
  encrypted = false;
  /** It was, and the writer of the capture decrypted it. */
  decrypted = false;
  /** Who sent a PDU of a connection: 0 not said, 1 the central, 2 the peripheral. */
  sender = 0;
  /** A PDU of an isochronous stream, which has a header of its own. */
  isochronous = false;
  /** µs on the sniffer's radio clock; NaN where it has none. */
  radioUs = Number.NaN;
}
