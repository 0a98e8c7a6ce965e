import type { CaptureInfo } from './captures.ts';

/** What a text table's bytes are. `windows-1252` is what the web means by latin-1. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/**
 * How the time of a row is written: ISO 8601; with the day or the month first (`7.5.2020 13:00`, `5/7/2020 1:00 PM`);
 * as a number since 1970-01-01 UTC; as a number since the recording began.
 */
export const TIME_FORMS = [
  'iso',
  'dmy',
  'mdy',
  'epoch_s',
  'epoch_ms',
  'epoch_us',
  'epoch_ns',
  'elapsed_s',
  'elapsed_ms',
  'elapsed_us',
  'elapsed_ns',
] as const;
export type TimeForm = (typeof TIME_FORMS)[number];

/** How a table is read. Of a capture that is open: how it was; given by a person or a script: how it shall be, the rest is guessed. */
export interface TableReading {
  /** Text tables only, as all up to `header`. */
  readonly encoding?: TextEncoding | undefined;
  /** One ASCII character. */
  readonly delimiter?: string | undefined;
  readonly quote?: '"' | "'" | 'none' | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** Lines above the table, which describe it. */
  readonly skip_lines?: number | undefined;
  /** The first row names the columns. */
  readonly header?: boolean | undefined;
  /** Null: no column is the time. */
  readonly time_column?: string | null | undefined;
  readonly time_form?: TimeForm | undefined;
  /** Of times that do not say theirs: `UTC`, `+02:00` or an IANA name such as `Europe/Berlin`. */
  readonly zone?: string | undefined;
  readonly address_columns?: readonly string[] | undefined;
  readonly rssi_column?: string | null | undefined;
}

/** Which part of a file is loaded. */
export interface RowsKept {
  /** Inclusive, in ms since 1970-01-01 UTC or since the clock of the capture started. */
  readonly time_window?: { readonly start_ms: number; readonly end_ms: number } | undefined;
  readonly columns?: readonly string[] | undefined;
  /** Leaves out rows whose CRC is known to be wrong. */
  readonly crc_ok_only?: boolean | undefined;
}

/** What a person may say about a file before it is opened. */
export interface OpenChoice {
  readonly reading?: TableReading | undefined;
  readonly keep?: RowsKept | undefined;
}

/** Text tables are the ones whose dialect can be corrected. */
export const isTextTable = (capture: Pick<CaptureInfo, 'format'>): boolean => capture.format === 'csv' || capture.format === 'tsv';
