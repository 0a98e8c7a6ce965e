import type { OpenChoice, TableReading } from './reading.ts';

/** Meaning of a column. `time` orders the rows and gives `time_range`; its `unit` is s, ms, us or ns when it holds numbers. */
export type ColumnRole = 'time' | 'address' | 'rssi' | 'channel' | 'receiver';

/** Most bytes of captures in a shared file: a browser can read that much out of one page. */
export const MOST_EMBEDDED = 128 * 2 ** 20;

export interface ColumnInfo {
  readonly name: string;
  /** DuckDB type name. */
  readonly type: string;
  readonly unit?: string;
  readonly description?: string;
  readonly role?: ColumnRole;
}

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** `ble`: rows are packets; `table`: rows are those of a table file. */
export type CaptureKind = 'ble' | 'table';
/** What times count from: 1970-01-01 UTC, or the first row; `none`: no column is a time. */
export type TimeBase = 'epoch' | 'relative' | 'none';

/** A table next to the packets of a capture, which exists as long as its rows. */
export interface CaptureTable {
  /** Name in SQL, `<capture_id>_<what>`. */
  readonly name: string;
  /** Which of the tables in docs/reference/tables.md, such as `att`: it says the columns. */
  readonly what: string;
  readonly row_count: number;
}

/** Why the rows of a listed capture cannot be queried now, and what a person can do about it. */
export interface CaptureUnavailable {
  /**
   * `waiting`: for the engine, or for the members of a merged view. `reading`: its file is being read. `needs_file`: its file
   * changed or is missing. `failed`: reading it failed for another reason.
   */
  readonly state: 'waiting' | 'reading' | 'needs_file' | 'failed';
  /** A sentence for people. */
  readonly reason: string;
  readonly actions: readonly ('retry' | 'choose_file' | 'close')[];
}

/** The one time base of a capture (docs/decisions/0025-one-time-base.md): views, sentences, tools and exports use its times. */
export interface CaptureClock {
  /** The column that holds the times; null where no row has one. */
  readonly column: string | null;
  /** Why these are the times, in one sentence for people. */
  readonly reason: string;
  /**
   * What the file's own stamps span, where the times differ from them: whole milliseconds, both inclusive. A call without a window
   * names this span.
   */
  readonly stamped?: { readonly start_ms: number; readonly end_ms: number } | undefined;
}

/**
 * Changes when a capture's rows become other rows: another file under its id, or the same file read in another way. A live scan that
 * adds rows keeps its key.
 */
export const contentKey = ({ capture_id, format, sha256, choice }: CaptureInfo): string =>
  JSON.stringify([capture_id, format === 'live' ? null : sha256, choice ?? null]);

/** A place in a capture where a sniffer's counter says that it lost many frames at once, and so an unknown time. */
export interface FrameLoss {
  /** As in the column `receiver`. */
  readonly receiver: string;
  /** `radio_ts_us` of the last frame before it, µs. */
  readonly after_us: number;
  /** Frames that the 16-bit counter skipped: that many, or 65,536 times any number more. */
  readonly frames: number;
}

/** An open file. */
export interface CaptureInfo {
  /** Made of the file's name; also the name of the SQL table. */
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
  /** Tables about the connections of a capture of packets; absent where it holds none. */
  readonly tables?: readonly CaptureTable[] | undefined;
  /** Distinct values of the channel column. */
  readonly channels: readonly string[];
  readonly time_base: TimeBase;
  /** How its times were chosen; absent while it grows. */
  readonly clock?: CaptureClock | undefined;
  /** Whole milliseconds, both inclusive, that cover every row. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly Notice[];
  /** Where at least 100 frames were lost at once, at most 256 places for each sniffer, in order; absent where none were. */
  readonly losses?: readonly FrameLoss[] | undefined;
  /** How the table was read, including what was guessed. */
  readonly reading?: TableReading | undefined;
  /** The choice that was given when it was opened. */
  readonly choice?: OpenChoice | undefined;
  /** Absent while its rows can be queried. */
  readonly unavailable?: CaptureUnavailable | undefined;
}
