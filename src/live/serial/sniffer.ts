/**
 * The serial protocol of a sniffer's firmware: builds commands, and parses received bytes to frames. It uses no functions of the platform,
 * and its result does not depend on how bytes are divided into chunks.
 */
export interface SnifferProtocol {
  readonly name: SnifferName;
  /** Link type (`LINKTYPE_*`) of the frames. */
  readonly link_type: number;
  readonly counters: Readonly<SerialCounters>;
  /** Name and version of the firmware; null until the firmware has reported them. */
  readonly firmware: string | null;
  /** Whether the bytes received so far show that the sniffer has this firmware. */
  readonly recognised: boolean;
  /** Returns commands that the firmware answers in any state, to recognise it. */
  hello(): Uint8Array<ArrayBuffer>;
  start(options: SnifferOptions): Uint8Array<ArrayBuffer>;
  /** Returns the commands that end a scan; empty if the firmware has none, in which case closing the port ends it. */
  stop(): Uint8Array<ArrayBuffer>;
  /** Parses bytes of the port, in chunks of any size, and passes frames to `take`. */
  push(chunk: Uint8Array, take: (frame: SnifferFrame) => void): void;
}

export type SnifferName = 'nrf-sniffer' | 'sniffle';

/** One frame in the form that capture files of the sniffer's link type have. */
export interface SnifferFrame {
  /** The frame. The receiver may keep this memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The sniffer's timestamp, µs modulo `modulus`; NaN if the frame has none. */
  readonly stamp: number;
  readonly modulus: number;
  /** dBm. */
  readonly rssi: number;
  /** Index of the channel on which the frame was received. */
  readonly channel: number;
}

export interface SnifferOptions {
  /** Advertising channels (37–39) in the order in which the sniffer changes between them. A firmware that cannot change uses the first. */
  readonly channels: readonly number[];
  /** Lowest RSSI in dBm: weaker frames are dropped. Null keeps all. */
  readonly rssi_min: number | null;
  /** The one device whose connections the sniffer follows, as `AA:BB:CC:DD:EE:FF`; null to receive all devices. */
  readonly follow: { readonly address: string; readonly random: boolean } | null;
}

export interface SerialCounters {
  frames: number;
  /** Number of frames that the sniffer numbered but that never arrived; null if the firmware does not number frames. */
  lost: number | null;
  /** Number of parts of the stream that are not messages. */
  damaged: number;
}

/** Converts an address to octets, most significant first. */
export const addressOctets = (address: string): number[] => address.split(':').map((octet) => Number.parseInt(octet, 16));
