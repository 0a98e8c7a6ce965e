/**
 * The serial protocol of a sniffer's firmware: builds commands and parses received bytes to frames. Uses no platform functions, and the
 * result does not depend on the size of the chunks.
 */
export interface SnifferProtocol {
  readonly name: SnifferName;
  /** `LINKTYPE_*` of its frames. */
  readonly link_type: number;
  readonly counters: Readonly<SerialCounters>;
  /** Name and version reported by the firmware; null until then. */
  readonly firmware: string | null;
  /** Whether the received bytes identify this firmware. */
  readonly recognised: boolean;
  /** Commands that the firmware answers in any state. */
  hello(): Uint8Array<ArrayBuffer>;
  start(options: SnifferOptions): Uint8Array<ArrayBuffer>;
  /** Empty if the firmware has no such command; closing the port ends the scan. */
  stop(): Uint8Array<ArrayBuffer>;
  /** Parses bytes of the port, in chunks of any size. */
  push(chunk: Uint8Array, take: (frame: SnifferFrame) => void): void;
}

export type SnifferName = 'nrf-sniffer' | 'sniffle';

/** One frame, as in a capture file of the sniffer's link type. */
export interface SnifferFrame {
  /** The caller owns this memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Timestamp of the sniffer, µs modulo `modulus`; NaN if there is none. */
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
  /** Numbered frames that never arrived; null if the firmware does not number frames. */
  lost: number | null;
  /** Parts of the stream that are not messages. */
  damaged: number;
}

/** The octets of an address, most significant first. */
export const addressOctets = (address: string): number[] => address.split(':').map((octet) => Number.parseInt(octet, 16));
