import type { OpenChoice, TableReading } from './reading.ts';

/** Meaning of a column. `time` orders the rows and gives `time_range`; its `unit` is s, ms, us or ns when it holds numbers. */
export type ColumnRole = 'time' | 'address' | 'rssi' | 'channel' | 'receiver';

/** Most bytes of captures in a shared file: browsers can read this much from one page. */
export const MOST_EMBEDDED = 128 * 2 ** 20;

export interface ColumnInfo {
  readonly name: string;
  /** DuckDB type name. */
  readonly type: string;
  readonly unit?: string;
  readonly description?: string;
  readonly role?: ColumnRole;
  /** No row has a value. Absent if some row has one, or if that was not counted, as while a capture grows or in a merged capture. */
  readonly empty?: true;
}

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** `ble`: rows are packets; `table`: rows of a table file. */
export type CaptureKind = 'ble' | 'table';
/** Origin of times: 1970-01-01 UTC (`epoch`) or the first row (`relative`); `none`: there is no time column. */
export type TimeBase = 'epoch' | 'relative' | 'none';

/** An additional table of a capture, which exists as long as its rows do. */
export interface CaptureTable {
  /** Name in SQL, `<capture_id>_<what>`. */
  readonly name: string;
  /** The kind of table in docs/reference/tables.md, such as `att`; determines the columns. */
  readonly what: string;
  readonly row_count: number;
}

/** Why the rows of a listed capture cannot be queried now, and what a person can do about it. */
export interface CaptureUnavailable {
  /**
   * `waiting`: for the engine, or for the members of a merged view. `reading`: the file is being read. `needs_file`: the file changed or is
   * missing. `failed`: reading it failed for another reason.
   */
  readonly state: 'waiting' | 'reading' | 'needs_file' | 'failed';
  /** A sentence for people. */
  readonly reason: string;
  readonly actions: readonly ('retry' | 'choose_file' | 'close')[];
}

/** The time base of a capture (docs/decisions/0025-one-time-base.md); views, sentences, tools and exports all use its times. */
export interface CaptureClock {
  /** The column with the times; null if no row has a time. */
  readonly column: string | null;
  /** Why this column was chosen, in one sentence for people. */
  readonly reason: string;
  /**
   * Range of the file's own timestamps if the times differ from them: whole milliseconds, both inclusive. The result of a call without a
   * time window states this range.
   */
  readonly stamped?: { readonly start_ms: number; readonly end_ms: number } | undefined;
}

/**
 * Changes when a capture gets different rows: another file under its id, or the same file read in another way. Rows added by a live scan do
 * not change it.
 */
export const contentKey = ({ capture_id, format, sha256, choice }: CaptureInfo): string =>
  JSON.stringify([capture_id, format === 'live' ? null : sha256, choice ?? null]);

/** A position in a capture where a sniffer's counter shows that many frames, and so an unknown span of time, were lost. */
export interface FrameLoss {
  /** Sniffer, as in the column `receiver`. */
  readonly receiver: string;
  /** `radio_ts_us` of the last frame before it, µs. */
  readonly after_us: number;
  /** Frames skipped by the 16-bit counter; the true number may be larger by any multiple of 65,536. */
  readonly frames: number;
}

/** An open file. */
export interface CaptureInfo {
  /** Derived from the file name; also the name of the SQL table. */
  readonly capture_id: string;
  /** Distinct values of the column `receiver`. */
  readonly sensors: readonly string[];
  readonly file_name: string;
  /** `pcap`, `pcapng`, `btsnoop`, `csv`, `json`, `ndjson`, `parquet`, `arrow`, `live` or another. */
  readonly format: string;
  /** Link types of the interfaces that have packets; empty for tables. */
  readonly link_types: readonly number[];
  readonly kind: CaptureKind;
  readonly bytes: number;
  /** SHA-256 of the file, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly row_count: number;
  readonly problem_count: number;
  readonly columns: readonly ColumnInfo[];
  /** Additional tables about the connections in a capture of packets; absent if it has none. */
  readonly tables?: readonly CaptureTable[] | undefined;
  /** Distinct values of the channel column. */
  readonly channels: readonly string[];
  readonly time_base: TimeBase;
  /** How its times were chosen; absent while the capture is growing. */
  readonly clock?: CaptureClock | undefined;
  /** Range in whole milliseconds, both inclusive, that covers every row. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly Notice[];
  /** Positions where at least 100 frames were lost at once, in order, at most 256 per sniffer; absent if there are none. */
  readonly losses?: readonly FrameLoss[] | undefined;
  /** How the table was read, including detected settings. */
  readonly reading?: TableReading | undefined;
  /** The choice with which it was opened. */
  readonly choice?: OpenChoice | undefined;
  /** Absent while its rows can be queried. */
  readonly unavailable?: CaptureUnavailable | undefined;
}

/** Whether a capture has a column of this name with a value in some row, as far as they were counted. */
export const hasValues = ({ columns }: Pick<CaptureInfo, 'columns'>, wanted: string): boolean =>
  columns.some(({ name, empty }) => name === wanted && empty !== true);
