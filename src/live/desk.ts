import type { CaptureInfo } from '../tables/captures.ts';
import type { LiveState } from './states.ts';

/** `lescan`: everything the browser hears; `watch`: devices picked one by one; `serial`: a sniffer dongle. */
export type LiveSource = 'lescan' | 'watch' | 'serial';

export interface LiveOptions {
  /** `serial` by default. */
  readonly source?: LiveSource;
  /** What the capture is called; from the source and the time by default. */
  readonly name?: string;
  /** The scan ends when its recording has grown to this; 256 MB by default. */
  readonly limit_bytes?: number;
  /** `lescan` and `watch`: services (UUIDs) or the beginning of a name, either of which a device must have; all by default. */
  readonly services?: readonly string[];
  readonly name_prefix?: string;
  /** `watch`: company ids whose manufacturer data the browser shall hand over; 0 to 4095 by default. */
  readonly manufacturers?: readonly number[];
  /** `serial`: advertising channels to listen on, 37 to 39; all three by default, of which Sniffle takes the first. */
  readonly channels?: readonly number[];
  /** `serial`: weaker frames are dropped. dBm. */
  readonly rssi_min?: number;
  /** `serial`: one device, to be followed into its connections. */
  readonly follow?: { readonly address: string; readonly random: boolean };
}

/** One line of what a scan needs. */
export interface Preflight {
  readonly id: string;
  readonly label: string;
  /** `note`: nothing to mend, but to know. */
  readonly state: 'ok' | 'missing' | 'note';
  readonly found: string;
  /** What to do about it; null where all is well. */
  readonly remedy: string | null;
  /** Sources that it stands in the way of. */
  readonly sources: readonly LiveSource[];
}

export interface LiveCounters {
  /** Frames or events that became rows. */
  readonly rows: number;
  /** That the sniffer numbered and that never came; null where it does not number them. */
  readonly lost: number | null;
  /** Pieces of the serial stream that were no message. */
  readonly damaged: number;
  /** That the page could not keep up with. */
  readonly dropped: number;
  /** Heard and recorded, and not yet rows: the query engine is busy. */
  readonly waiting: number;
  /** Left out by the filter on strength. */
  readonly filtered: number;
}

export interface LiveRecording {
  readonly bytes: number;
  readonly limit_bytes: number;
  /** `opfs` outlives the page, `memory` does not. */
  readonly place: 'opfs' | 'memory';
}

export interface LiveStatus {
  readonly state: LiveState;
  readonly source: LiveSource | null;
  readonly capture_id: string | null;
  /** What to do now, or why it ended, in words for a person. */
  readonly message: string | null;
  /** The same as a code that does not change: `LIVE_LIMIT`, `LIVE_PAUSED`, `LIVE_UNPLUGGED`, `LIVE_STORAGE_FULL`, `LIVE_ENGINE_RESTARTED` and others. */
  readonly code: string | null;
  /** What the sniffer said about itself. */
  readonly firmware: string | null;
  readonly started_ms: number | null;
  /** Seconds since something was last heard; null before the first. */
  readonly silent_s: number | null;
  readonly devices: number;
  /** Rows per second, over the last few. */
  readonly rate: number;
  readonly counters: LiveCounters;
  readonly recording: LiveRecording | null;
}

/** A device as the scan knows it: by address where there is one, else by the browser's opaque id. */
export interface LiveDevice {
  readonly key: string;
  readonly name: string | null;
  /** dBm, of the last advertisement that had one. */
  readonly rssi: number | null;
  readonly last_ms: number;
  readonly count: number;
  /** Advertisements per second, over the last few. */
  readonly rate: number;
}

/** Strength over time of one device, oldest first. */
export interface LiveTrace {
  readonly key: string;
  readonly at_ms: readonly number[];
  readonly rssi: readonly number[];
}

/** A stored recording that no open capture of this page is made of. */
export interface LeftRecording {
  readonly id: string;
  readonly file_name: string;
  readonly bytes: number;
  readonly started_ms: number;
}

/** Live scanning, as the page and scripts see it. */
export interface LiveDesk {
  preflight(): Promise<Preflight[]>;
  /** Needs a click or a key of a person. Rejects with what to do about it. */
  start(options?: LiveOptions): Promise<CaptureInfo>;
  /** Goes on after the page lost the focus. */
  resume(): Promise<void>;
  /** `watch`: asks for one more device. */
  more(): Promise<void>;
  stop(): Promise<CaptureInfo>;
  status(): LiveStatus;
  /** The devices that were heard last, loudest first. */
  devices(most: number): readonly LiveDevice[];
  traces(keys: readonly string[]): readonly LiveTrace[];
  /** The recording of a scan that was stopped: pcapng of a dongle, NDJSON of Web Bluetooth. */
  file(capture_id: string): File | null;
  left(): Promise<readonly LeftRecording[]>;
  /** Opens a stored recording as a capture; it stays stored until it is saved or discarded. */
  recover(id: string): Promise<CaptureInfo>;
  discard(id: string): Promise<void>;
  /** The recording of a capture was saved to a file of the person's: the stored copy goes. */
  saved(capture_id: string): Promise<void>;
}
