import type { WebAdvert } from '../tables/web-advert.ts';
import type { LiveSource } from './desk.ts';
import type { SerialCounters } from './serial/sniffer.ts';

/** One frame of a sniffer. */
export interface HeardFrame {
  readonly kind: 'frame';
  /** µs since 1970-01-01 UTC. */
  readonly us: number;
  /** As a capture file of the source's link type holds it; the receiver's to keep. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rssi: number;
  /** Of the sender, with the colons; null where the frame holds none or is damaged. */
  readonly address: string | null;
  readonly name: string | null;
}

export interface HeardAdvert {
  readonly kind: 'advert';
  readonly advert: WebAdvert;
}

export type Heard = HeardFrame | HeardAdvert;

/** Who listens to a source. */
export interface SourceListener {
  heard(heard: Heard): void;
  /** Tells the person what to do while the browser asks. */
  asking(message: string): void;
  /** The browser ended the scan when the page lost the focus. */
  paused(message: string): void;
  unplugged(message: string): void;
  plugged(): void;
}

/** A scan that was granted. */
export interface SourceRun {
  /** `LINKTYPE_*` of its frames, null where it gives advertisements. */
  readonly link_type: number | null;
  /** For the column `receiver`. */
  readonly receiver: string;
  firmware(): string | null;
  /** Null where nothing is counted. */
  counters(): Readonly<SerialCounters & { filtered: number }> | null;
  resume(): Promise<void>;
  more(): Promise<void>;
  stop(): Promise<void>;
}

/** Where advertisements come from. `start` asks the person and rejects with a `WorkbenchError` that holds the remedy. */
export interface AdvertisementSource {
  readonly kind: LiveSource;
  start(listener: SourceListener): Promise<SourceRun>;
}
