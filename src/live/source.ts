import type { WebAdvert } from '../tables/web-advert.ts';
import type { LiveSource } from './service.ts';

/** One frame that a sniffer received. */
export interface HeardFrame {
  readonly kind: 'frame';
  /** Time of the frame, µs since 1970-01-01 UTC. */
  readonly us: number;
  /** The frame in the form that capture files of the source's link type have. The receiver may keep this memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** dBm. */
  readonly rssi: number;
  /** Address of the advertiser with colons; null if the frame contains none or is damaged. */
  readonly address: string | null;
  readonly name: string | null;
}

export interface HeardAdvert {
  readonly kind: 'advert';
  readonly advert: WebAdvert;
}

export type Heard = HeardFrame | HeardAdvert;

/** Receives the packets and events of a source. Messages are texts for the person. */
export interface SourceListener {
  heard(heard: Heard): void;
  /** Called when the browser's prompt is about to open; `message` says what to do. */
  asking(message: string): void;
  /** Called when the browser has stopped the scan because the page lost the focus. */
  paused(message: string): void;
  unplugged(message: string): void;
  plugged(): void;
  /** Called when the page is gone, so that no packets follow. */
  ended(message: string): void;
}

export interface SourceCounters {
  /** Number of frames that were numbered but never arrived; null if the sniffer does not number frames. */
  readonly lost: number | null;
  /** Number of parts of the serial stream that are not messages. */
  readonly damaged: number;
  /** Number of frames whose RSSI was below the limit. */
  readonly filtered: number;
  /** Number of packets that were lost between page and core, because the core was too slow. */
  readonly dropped: number;
}

/** A scan that the person allowed and that runs. */
export interface SourceRun {
  /** Link type (`LINKTYPE_*`) of the frames; null if the source delivers advertisements of Web Bluetooth. */
  readonly link_type: number | null;
  /** Value of the column `receiver` in all rows of the scan. */
  readonly receiver: string;
  /** Name and version of the sniffer's firmware; null if it reports none. */
  firmware(): string | null;
  counters(): SourceCounters;
  resume(): Promise<void>;
  more(): Promise<void>;
  /** Ends the scan. Never rejects. */
  stop(): Promise<void>;
}

/** A source of advertisements. `start` asks the person's permission. It rejects with a `WorkbenchError` that says what to do. */
export interface AdvertisementSource {
  readonly kind: LiveSource;
  start(listener: SourceListener): Promise<SourceRun>;
}
