import type { CaptureInfo } from '../tables/captures.ts';
import type { LiveState } from './states.ts';

/** `lescan`: every advertisement that the browser receives; `watch`: devices that a person picks; `serial`: a sniffer dongle. */
export type LiveSource = 'lescan' | 'watch' | 'serial';

export interface LiveOptions {
  /** `serial` by default. */
  readonly source?: LiveSource;
  /** Name of the capture; by default, the source and the time. */
  readonly name?: string;
  /** Size of the recording at which the scan ends; 256 MB by default. */
  readonly limit_bytes?: number;
  /** `lescan` and `watch`: UUIDs. A device must have one of these services, or `name_prefix`; all devices by default. */
  readonly services?: readonly string[];
  /** `lescan` and `watch`: the beginning of a device's name. */
  readonly name_prefix?: string;
  /** `watch`: company ids whose manufacturer data is received; 0 to 4095 by default. */
  readonly manufacturers?: readonly number[];
  /** `serial`: advertising channels, 37 to 39; all three by default. A Sniffle dongle uses the first. */
  readonly channels?: readonly number[];
  /** `serial`: lowest RSSI of a frame, in dBm; weaker frames are left out. */
  readonly rssi_min?: number;
  /** `serial`: the device whose connections are followed. */
  readonly follow?: { readonly address: string; readonly random: boolean };
}

/** One requirement of scans. */
export interface Preflight {
  readonly id: string;
  readonly label: string;
  /** `note`: no fault, but worth knowing. */
  readonly state: 'ok' | 'missing' | 'note';
  /** What was found. */
  readonly found: string;
  /** What to do about it; null if nothing is missing. */
  readonly remedy: string | null;
  /** The sources that need it. */
  readonly sources: readonly LiveSource[];
}

export interface LiveCounters {
  /** Frames or events that were converted to rows. */
  readonly rows: number;
  /** Frames missing in the sniffer's numbering; null if it does not number frames. */
  readonly lost: number | null;
  /** Parts of the serial stream that are not valid messages. */
  readonly damaged: number;
  /** Frames or events lost because the page was too slow. */
  readonly dropped: number;
  /** Received, but not yet rows. */
  readonly waiting: number;
  /** Left out because of `rssi_min`. */
  readonly filtered: number;
}

export interface LiveRecording {
  readonly bytes: number;
  readonly limit_bytes: number;
  /** `opfs`: the browser's private file system, which survives closing the page; `memory`: lost with the page. */
  readonly place: 'opfs' | 'memory';
}

export interface LiveStatus {
  readonly state: LiveState;
  readonly source: LiveSource | null;
  readonly capture_id: string | null;
  /** Message for the person: what to do now, or why the scan ended. */
  readonly message: string | null;
  /**
   * Stable code of `message`, such as `LIVE_LIMIT`, `LIVE_PAUSED`, `LIVE_UNPLUGGED`, `LIVE_RADIO_LOST`,
   * `LIVE_STORAGE_FULL` or `LIVE_ENGINE_RESTARTED`.
   */
  readonly code: string | null;
  /** Firmware that the sniffer reports. */
  readonly firmware: string | null;
  /** ms since 1970-01-01 UTC. */
  readonly started_ms: number | null;
  /** Seconds since the last frame or event; null before the first. */
  readonly silent_s: number | null;
  readonly devices: number;
  /** Rows per second, over the last few seconds. */
  readonly rate: number;
  readonly counters: LiveCounters;
  readonly recording: LiveRecording | null;
}

export const NO_SCAN: LiveStatus = {
  state: 'idle',
  source: null,
  capture_id: null,
  message: null,
  code: null,
  firmware: null,
  started_ms: null,
  silent_s: null,
  devices: 0,
  rate: 0,
  counters: { rows: 0, lost: null, damaged: 0, dropped: 0, waiting: 0, filtered: 0 },
  recording: null,
};

/** A device of the scan. */
export interface LiveDevice {
  /** Its address, or the browser's opaque id if there is no address. */
  readonly key: string;
  readonly name: string | null;
  /** RSSI in dBm of the last advertisement that had one. */
  readonly rssi: number | null;
  readonly last_ms: number;
  readonly count: number;
  /** Advertisements per second, over the last three seconds. */
  readonly rate: number;
}

/** RSSI over time of one device, oldest first. */
export interface LiveTrace {
  readonly key: string;
  readonly at_ms: readonly number[];
  /** dBm. */
  readonly rssi: readonly number[];
}

/** A stored recording that does not belong to an open capture. */
export interface LeftRecording {
  readonly id: string;
  readonly file_name: string;
  readonly bytes: number;
  readonly started_ms: number;
}

/** Live scanning. One scan at a time. */
export interface LiveService {
  preflight(): Promise<Preflight[]>;
  /** Starts a scan; needs a click or key press just before. Rejects with the remedy if it is refused. */
  start(options?: LiveOptions): Promise<CaptureInfo>;
  /** Continues a scan that the browser paused. */
  resume(): Promise<void>;
  /** `watch`: asks the person for one more device. */
  more(): Promise<void>;
  stop(): Promise<CaptureInfo>;
  status(): LiveStatus;
  /** The `most` devices received last, strongest RSSI first. */
  devices(most: number): Promise<readonly LiveDevice[]>;
  traces(keys: readonly string[]): Promise<readonly LiveTrace[]>;
  /** The recording of a scan that was stopped, once it is complete: pcapng for a dongle, NDJSON for Web Bluetooth. Null while the scan runs. */
  file(capture_id: string): Promise<File | null>;
  /** Recordings of earlier scans that were not saved. */
  left(): Promise<readonly LeftRecording[]>;
  /** Opens a stored recording as a capture. It stays stored until it is saved or discarded. */
  recover(id: string): Promise<CaptureInfo>;
  discard(id: string): Promise<void>;
  /** Call after the person saved the recording of this capture to a file; deletes the stored copy. */
  saved(capture_id: string): Promise<void>;
}
