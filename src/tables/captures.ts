import type { OpenChoice, TableReading } from './reading.ts';

/**
 * What a column was recognised as. `time`: the one that orders the rows and gives `time_range`; its `unit` is
 * s, ms, us or ns where it holds numbers.
 */
export type ColumnRole = 'time' | 'address' | 'rssi' | 'channel' | 'receiver';

/** Bytes of captures that a shared file holds: what a browser reads out of one page again. */
export const MOST_EMBEDDED = 128 * 2 ** 20;

/** What the page knows about an opened file. Published as part of `window.workbench`. */
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

export type CaptureKind = 'ble' | 'table';
export type TimeBase = 'epoch' | 'relative' | 'none';

export interface CaptureInfo {
  /** From the file's name; also the name of the SQL table. */
  readonly capture_id: string;
  /** Distinct values of the column `receiver`. */
  readonly sensors: readonly string[];
  readonly file_name: string;
  readonly format: string;
  /** Link types of every interface that has packets; empty for tables. */
  readonly link_types: readonly number[];
  readonly kind: CaptureKind;
  readonly bytes: number;
  /** Of the file as it was, 64 lower-case hex digits. */
  readonly sha256: string;
  readonly row_count: number;
  readonly problem_count: number;
  readonly columns: readonly ColumnInfo[];
  readonly channels: readonly string[];
  readonly time_base: TimeBase;
  /** Inclusive whole milliseconds that cover every row. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly Notice[];
  /** How a table was read: what was guessed, and what was chosen. */
  readonly reading?: TableReading | undefined;
  /** What a person or a script chose when it was opened. */
  readonly choice?: OpenChoice | undefined;
}
