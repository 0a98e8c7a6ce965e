/**
 * The serial protocol of a sniffer's firmware: it makes commands and turns received bytes into frames. It uses no platform
 * functions, and the size of the chunks does not change the result.
 */
export interface SnifferProtocol {
  readonly name: SnifferName;
  /** `LINKTYPE_*` of its frames. */
  readonly link_type: number;
  readonly counters: Readonly<SerialCounters>;
  /** Name and version that the firmware reported; null before that. */
  readonly firmware: string | null;
  /** The received bytes identify this firmware. */
  readonly recognised: boolean;
  /** Commands that the firmware answers in any state. */
  hello(): Uint8Array<ArrayBuffer>;
  start(options: SnifferOptions): Uint8Array<ArrayBuffer>;
  /** Empty where the firmware has no such command; closing the port ends the scan. */
  stop(): Uint8Array<ArrayBuffer>;
  /** Parses bytes of the port, in chunks of any size. */
  push(chunk: Uint8Array, take: (frame: SnifferFrame) => void): void;
}

export type SnifferName = 'nrf-sniffer' | 'sniffle';

/** One frame as a capture file of the sniffer's link type holds it. */
export interface SnifferFrame {
  /** The caller may keep them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Timestamp of the sniffer, µs modulo `modulus`; NaN where there is none. */
  readonly stamp: number;
  readonly modulus: number;
  /** dBm. */
  readonly rssi: number;
  /** Channel index. */
  readonly channel: number;
}

export interface SnifferOptions {
  /** Advertising channels (37–39) in the order of hopping; a firmware that cannot hop uses the first. */
  readonly channels: readonly number[];
  /** Weaker frames are dropped; null keeps all. dBm. */
  readonly rssi_min: number | null;
  /** `AA:BB:CC:DD:EE:FF` of the one device to follow into its connections; null scans for all. */
  readonly follow: { readonly address: string; readonly random: boolean } | null;
}

export interface SerialCounters {
  frames: number;
  /** Frames that the firmware numbered and that never arrived; null where it does not number them. */
  lost: number | null;
  /** Pieces of the stream that are no message. */
  damaged: number;
}

/** The octets of an address, most significant first. */
export const addressOctets = (address: string): number[] => address.split(':').map((octet) => Number.parseInt(octet, 16));
