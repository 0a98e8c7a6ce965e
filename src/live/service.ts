import type { CaptureInfo } from '../tables/captures.ts';
import type { LiveState } from './states.ts';

/** Source of advertisements. `lescan`: all that the browser receives; `watch`: devices that the person chooses; `serial`: a sniffer. */
export type LiveSource = 'lescan' | 'watch' | 'serial';

export interface LiveOptions {
  /** Source of the scan; `serial` by default. */
  readonly source?: LiveSource;
  /** Name of the capture; by default, the source and the time. */
  readonly name?: string;
  /** Size of the recording in bytes at which the scan ends; 256 MB by default. */
  readonly limit_bytes?: number;
  /** For `lescan` and `watch`: UUIDs of services. Only devices with one of them, or with `name_prefix`, are received; all by default. */
  readonly services?: readonly string[];
  /** For `lescan` and `watch`: how a device's name must begin. */
  readonly name_prefix?: string;
  /** For `watch`: ids of the companies whose manufacturer data is received; 0 to 4095 by default. */
  readonly manufacturers?: readonly number[];
  /** For `serial`: advertising channels, 37 to 39; all three by default. A Sniffle sniffer uses only the first. */
  readonly channels?: readonly number[];
  /** For `serial`: lowest RSSI of a frame in dBm; weaker frames are left out. */
  readonly rssi_min?: number;
  /** For `serial`: the device whose connections the sniffer follows. */
  readonly follow?: { readonly address: string; readonly random: boolean };
}

/** Something that scans require, with its state. */
export interface Preflight {
  readonly id: string;
  readonly label: string;
  /** `note` means that nothing is wrong, but the person should know it. */
  readonly state: 'ok' | 'missing' | 'note';
  /** What was found, as a text for the person. */
  readonly found: string;
  /** What to do about it; null if nothing is missing. */
  readonly remedy: string | null;
  /** The sources that require it. */
  readonly sources: readonly LiveSource[];
}

export interface LiveCounters {
  /** Number of frames or advertisements that were converted to rows. */
  readonly rows: number;
  /** Number of frames missing in the sniffer's numbering; null if it does not number frames. */
  readonly lost: number | null;
  /** Number of parts of the serial stream that are not valid messages. */
  readonly damaged: number;
  /** Number of frames or advertisements that were lost because the page was too slow. */
  readonly dropped: number;
  /** Number of frames or advertisements that were received but are not rows yet. */
  readonly waiting: number;
  /** Number of frames left out because of `rssi_min`. */
  readonly filtered: number;
}

export interface LiveRecording {
  readonly bytes: number;
  readonly limit_bytes: number;
  /** Where the recording is. `opfs`: the browser's private file system, which survives closing the page; `memory`: lost with the page. */
  readonly place: 'opfs' | 'memory';
}

export interface LiveStatus {
  readonly state: LiveState;
  readonly source: LiveSource | null;
  readonly capture_id: string | null;
  /** A message for the person that says what to do now, or why the scan ended. */
  readonly message: string | null;
  /**
   * Stable code of `message`, such as `LIVE_LIMIT`, `LIVE_PAUSED`, `LIVE_UNPLUGGED`, `LIVE_RADIO_LOST`,
   * `LIVE_STORAGE_FULL` or `LIVE_ENGINE_RESTARTED`.
   */
  readonly code: string | null;
  /** Name and version of the firmware, as the sniffer reports them. */
  readonly firmware: string | null;
  /** When the scan started, in ms since 1970-01-01 UTC. */
  readonly started_ms: number | null;
  /** Time in s since the last frame or advertisement; null before the first. */
  readonly silent_s: number | null;
  readonly devices: number;
  /** Number of rows per second, over the last few seconds. */
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

/** A device that a scan received. */
export interface LiveDevice {
  /** Address of the device, or the browser's opaque id if there is no address. */
  readonly key: string;
  readonly name: string | null;
  /** RSSI in dBm of the last advertisement that had an RSSI. */
  readonly rssi: number | null;
  readonly last_ms: number;
  readonly count: number;
  /** Number of advertisements per second, over the last three seconds. */
  readonly rate: number;
}

/** The RSSI of one device over time, oldest first. */
export interface LiveTrace {
  readonly key: string;
  readonly at_ms: readonly number[];
  /** dBm. */
  readonly rssi: readonly number[];
}

/** A stored recording that belongs to no open capture. */
export interface LeftRecording {
  readonly id: string;
  readonly file_name: string;
  readonly bytes: number;
  readonly started_ms: number;
}

/** Runs live scans, one at a time. */
export interface LiveService {
  preflight(): Promise<Preflight[]>;
  /** Starts a scan. Requires a click or key press just before. If it is refused, rejects with a message that says what to do. */
  start(options?: LiveOptions): Promise<CaptureInfo>;
  /** Continues a scan that the browser paused. */
  resume(): Promise<void>;
  /** For `watch`: lets the person choose one more device. */
  more(): Promise<void>;
  stop(): Promise<CaptureInfo>;
  status(): LiveStatus;
  /** Returns the `most` devices that were received most recently, those with the strongest RSSI first. */
  devices(most: number): Promise<readonly LiveDevice[]>;
  traces(keys: readonly string[]): Promise<readonly LiveTrace[]>;
  /** Returns the recording of a scan once it is complete: pcapng for a sniffer, NDJSON for Web Bluetooth. Null while the scan runs. */
  file(capture_id: string): Promise<File | null>;
  /** Lists the recordings of earlier scans that were not saved to a file. */
  left(): Promise<readonly LeftRecording[]>;
  /** Opens a stored recording as a capture. It stays stored until the person saves or discards it. */
  recover(id: string): Promise<CaptureInfo>;
  discard(id: string): Promise<void>;
  /** To be called after the person saved the recording of this capture to a file; deletes the stored copy. */
  saved(capture_id: string): Promise<void>;
}
