import type { WebAdvert } from '../tables/web-advert.ts';
import type { LiveSource } from './service.ts';

/** One frame of a sniffer. */
export interface HeardFrame {
  readonly kind: 'frame';
  /** µs since 1970-01-01 UTC. */
  readonly us: number;
  /** The frame as in a capture file of the source's link type. The receiver owns this memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** dBm. */
  readonly rssi: number;
  /** Advertiser address with colons; null if the frame has none or is damaged. */
  readonly address: string | null;
  readonly name: string | null;
}

export interface HeardAdvert {
  readonly kind: 'advert';
  readonly advert: WebAdvert;
}

export type Heard = HeardFrame | HeardAdvert;

/** Receives the packets and events of a source. Messages are for a person. */
export interface SourceListener {
  heard(heard: Heard): void;
  /** The browser's prompt is about to open; `message` says what to do. */
  asking(message: string): void;
  /** The browser stopped the scan when the page lost the focus. */
  paused(message: string): void;
  unplugged(message: string): void;
  plugged(): void;
  /** The page is gone; there will be no more packets. */
  ended(message: string): void;
}

export interface SourceCounters {
  /** Numbered frames that never arrived; null if the sniffer does not number frames. */
  readonly lost: number | null;
  /** Parts of the serial stream that are not messages. */
  readonly damaged: number;
  /** Frames below the RSSI limit. */
  readonly filtered: number;
  /** Packets lost between page and core because the core was too slow. */
  readonly dropped: number;
}

/** A scan that the person allowed. */
export interface SourceRun {
  /** `LINKTYPE_*` of its frames; null if it delivers advertisements. */
  readonly link_type: number | null;
  /** Value of the column `receiver`. */
  readonly receiver: string;
  /** What the sniffer reports about itself; null if it reports nothing. */
  firmware(): string | null;
  counters(): SourceCounters;
  resume(): Promise<void>;
  more(): Promise<void>;
  /** Never rejects. */
  stop(): Promise<void>;
}

/** A source of advertisements. `start` asks the person and rejects with a `WorkbenchError` that contains the remedy. */
export interface AdvertisementSource {
  readonly kind: LiveSource;
  start(listener: SourceListener): Promise<SourceRun>;
}
