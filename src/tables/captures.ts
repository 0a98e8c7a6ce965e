import type { OpenChoice, TableReading } from './reading.ts';

/** What a column contains. Role `time` orders the rows and determines `time_range`; a numeric time has the `unit` s, ms, us or ns. */
export type ColumnRole = 'time' | 'address' | 'rssi' | 'channel' | 'receiver';

/** Maximum number of bytes of captures in a shared file, because browsers can read this much from one page. */
export const MOST_EMBEDDED = 128 * 2 ** 20;

export interface ColumnInfo {
  readonly name: string;
  /** Name of the DuckDB type. */
  readonly type: string;
  readonly unit?: string;
  readonly description?: string;
  readonly role?: ColumnRole;
  /** True if no row has a value. Absent if some row has one, or if that was not counted, as in a growing or merged capture. */
  readonly empty?: true;
}

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** `ble`: rows are packets; `table`: rows are those of a table in a file. */
export type CaptureKind = 'ble' | 'table';
/** What times count from: 1970-01-01 UTC (`epoch`) or the first row (`relative`). `none`: there is no time column. */
export type TimeBase = 'epoch' | 'relative' | 'none';

/** An additional table of a capture, such as that of its connections. It exists as long as the capture's rows do. */
export interface CaptureTable {
  /** Name of the table in SQL: `<capture_id>_<what>`. */
  readonly name: string;
  /** Kind of the table in docs/reference/tables.md, such as `att`, which determines its columns. */
  readonly what: string;
  readonly row_count: number;
}

/** Why the rows of a listed capture cannot be queried now, and what a person can do about it. */
export interface CaptureUnavailable {
  /**
   * `waiting`: for the engine, or for the captures of a merged view. `reading`: the file is being read. `needs_file`: the file has changed
   * or is missing. `failed`: reading it failed for another reason.
   */
  readonly state: 'waiting' | 'reading' | 'needs_file' | 'failed';
  /** The reason as a sentence for people. */
  readonly reason: string;
  readonly actions: readonly ('retry' | 'choose_file' | 'close')[];
}

/** Which times of a capture are used (docs/decisions/0025-one-time-base.md). Views, sentences, tools and exports all use these times. */
export interface CaptureClock {
  /** Name of the column with the times; null if no row has a time. */
  readonly column: string | null;
  /** Why this column was chosen, in one sentence for people. */
  readonly reason: string;
  /**
   * Range of the file's own timestamps if the times differ from them, in whole milliseconds, both inclusive. The result of a call without a
   * time window states this range.
   */
  readonly stamped?: { readonly start_ms: number; readonly end_ms: number } | undefined;
}

/**
 * Identifies the rows of a capture. It changes if they are read from another file, or from the same file with another choice, but not when
 * a live scan adds rows.
 */
export const contentKey = ({ capture_id, format, sha256, choice }: CaptureInfo): string =>
  JSON.stringify([capture_id, format === 'live' ? null : sha256, choice ?? null]);

/** A place in a capture where the counter of a sniffer shows that frames were lost, and so an unknown span of time. */
export interface FrameLoss {
  /** Name of the sniffer, as in the column `receiver`. */
  readonly receiver: string;
  /** The `radio_ts_us` of the last frame before the loss, µs. */
  readonly after_us: number;
  /** Number of frames that the 16-bit counter skipped. The real number may be larger by a multiple of 65,536. */
  readonly frames: number;
}

/** What is known about an open capture. */
export interface CaptureInfo {
  /** Id derived from the file name, which is also the name of the SQL table. */
  readonly capture_id: string;
  /** The different values in the column `receiver`. */
  readonly sensors: readonly string[];
  readonly file_name: string;
  /** Format of the file: `pcap`, `pcapng`, `btsnoop`, `csv`, `json`, `ndjson`, `parquet`, `arrow`, `live` or another. */
  readonly format: string;
  /** Link types of the interfaces that have packets; empty for tables. */
  readonly link_types: readonly number[];
  readonly kind: CaptureKind;
  readonly bytes: number;
  /** SHA-256 of the file as 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly row_count: number;
  readonly problem_count: number;
  readonly columns: readonly ColumnInfo[];
  /** Additional tables about connections in a capture of packets; absent if it has none. */
  readonly tables?: readonly CaptureTable[] | undefined;
  /** The different values in the channel column. */
  readonly channels: readonly string[];
  readonly time_base: TimeBase;
  /** Which of the times are used, and why; absent while the capture is growing. */
  readonly clock?: CaptureClock | undefined;
  /** Time range that covers every row, in whole milliseconds, both inclusive. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly Notice[];
  /** Places where at least 100 frames were lost at once, in order, at most 256 per sniffer; absent if there are none. */
  readonly losses?: readonly FrameLoss[] | undefined;
  /** How the table was read, including what was detected. */
  readonly reading?: TableReading | undefined;
  /** The choice with which the capture was opened. */
  readonly choice?: OpenChoice | undefined;
  /** Why rows cannot be queried; absent while they can be. */
  readonly unavailable?: CaptureUnavailable | undefined;
}

/** Whether a capture has a column of this name in which some row has a value, as far as that was counted. */
export const hasValues = ({ columns }: Pick<CaptureInfo, 'columns'>, wanted: string): boolean =>
  columns.some(({ name, empty }) => name === wanted && empty !== true);
