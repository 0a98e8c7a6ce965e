import type { WebAdvert } from '../tables/web-advert.ts';
import type { LiveSource } from './service.ts';

/** One frame of a sniffer. */
export interface HeardFrame {
  readonly kind: 'frame';
  /** µs since 1970-01-01 UTC. */
  readonly us: number;
  /** As a capture file of the source's link type holds it. The receiver may keep it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** dBm. */
  readonly rssi: number;
  /** Advertiser address with colons; null where the frame has none or is damaged. */
  readonly address: string | null;
  readonly name: string | null;
}

export interface HeardAdvert {
  readonly kind: 'advert';
  readonly advert: WebAdvert;
}

export type Heard = HeardFrame | HeardAdvert;

/** Receives what a source hears and what happens to it. Messages are for a person. */
export interface SourceListener {
  heard(heard: Heard): void;
  /** The browser's prompt is about to open; `message` says what to do. */
  asking(message: string): void;
  /** The browser stopped the scan when the page lost the focus. */
  paused(message: string): void;
  unplugged(message: string): void;
  plugged(): void;
  /** The page is gone: nothing more will be heard. */
  ended(message: string): void;
}

export interface SourceCounters {
  /** Frames that the sniffer numbered and that never arrived; null where it does not number them. */
  readonly lost: number | null;
  /** Pieces of the serial stream that are no message. */
  readonly damaged: number;
  /** Frames weaker than the limit. */
  readonly filtered: number;
  /** Lost between page and core because the core did not keep up. */
  readonly dropped: number;
}

/** A scan that the person allowed. */
export interface SourceRun {
  /** `LINKTYPE_*` of its frames; null where it gives advertisements. */
  readonly link_type: number | null;
  /** Value of the column `receiver`. */
  readonly receiver: string;
  /** What the sniffer reports about itself; null where there is none. */
  firmware(): string | null;
  counters(): SourceCounters;
  resume(): Promise<void>;
  more(): Promise<void>;
  /** Never rejects. */
  stop(): Promise<void>;
}

/** Where advertisements come from. `start` asks the person and rejects with a `WorkbenchError` that holds the remedy. */
export interface AdvertisementSource {
  readonly kind: LiveSource;
  start(listener: SourceListener): Promise<SourceRun>;
}
