/**
 * A sniffer's firmware as seen through its serial port: commands out, bytes in, frames out. Everything here is pure, so
 * that a recording of the port says the same every time, however the operating system cuts it into chunks.
 */
export interface SnifferProtocol {
  readonly name: SnifferName;
  /** `LINKTYPE_*` of its frames. */
  readonly link_type: number;
  readonly counters: Readonly<SerialCounters>;
  /** What the firmware said about itself; null before it did. */
  readonly firmware: string | null;
  /** The bytes read so far can come from no other firmware. */
  readonly recognised: boolean;
  /** Commands that make the firmware answer, whatever it is doing. */
  hello(): Uint8Array<ArrayBuffer>;
  start(options: SnifferOptions): Uint8Array<ArrayBuffer>;
  /** Empty where the firmware has no such command: closing the port is all that can be done. */
  stop(): Uint8Array<ArrayBuffer>;
  /** Bytes of the port in any pieces. */
  push(chunk: Uint8Array, take: (frame: SnifferFrame) => void): void;
}

export type SnifferName = 'nrf-sniffer' | 'sniffle';

/** One frame as a capture file of the sniffer's link type holds it. */
export interface SnifferFrame {
  /** The caller's to keep. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The sniffer's own time in µs, modulo the protocol's `STAMP_MODULUS`; NaN where it says none. */
  readonly stamp: number;
  readonly modulus: number;
  /** dBm. */
  readonly rssi: number;
  /** Channel index. */
  readonly channel: number;
}

export interface SnifferOptions {
  /** Advertising channels (37–39) to listen on, in the order of hopping; a firmware that cannot hop takes the first. */
  readonly channels: readonly number[];
  /** Weaker frames are dropped; null takes all. dBm. */
  readonly rssi_min: number | null;
  /** `AA:BB:CC:DD:EE:FF` of the one device to follow into its connections; null scans for all. */
  readonly follow: { readonly address: string; readonly random: boolean } | null;
}

export interface SerialCounters {
  frames: number;
  /** Frames that the firmware numbered and that never came; null where it does not number them. */
  lost: number | null;
  /** Pieces of the stream that are no message. */
  damaged: number;
}

/** The octets of an address, most significant first. */
export const addressOctets = (address: string): number[] => address.split(':').map((octet) => Number.parseInt(octet, 16));
