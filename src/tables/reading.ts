import type { CaptureInfo } from './captures.ts';

/** Encodings of text tables. `windows-1252` is what the web calls latin-1. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** Encoding of a text table. */
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** All values of `TimeForm`. */
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
/**
 * How times are written. `iso`: ISO 8601; `dmy`, `mdy`: day or month first (`7.5.2020 13:00`, `5/7/2020 1:00 PM`); `epoch_…`: a number
 * since 1970-01-01 UTC; `elapsed_…`: a number since the recording began.
 */
export type TimeForm = (typeof TIME_FORMS)[number];

/** How a table is read. Members that the person does not choose when the file is opened are detected. */
export interface TableReading {
  /** Encoding. This and the following members up to `header` are only for text tables. */
  readonly encoding?: TextEncoding | undefined;
  /** The character between cells, which must be ASCII. */
  readonly delimiter?: string | undefined;
  readonly quote?: '"' | "'" | 'none' | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** Number of lines before the table. */
  readonly skip_lines?: number | undefined;
  /** Whether the first row contains the column names. */
  readonly header?: boolean | undefined;
  /** Name of the time column; null if the table has none. */
  readonly time_column?: string | null | undefined;
  readonly time_form?: TimeForm | undefined;
  /** Time zone of times that state none: `UTC`, `+02:00` or an IANA name such as `Europe/Berlin`. */
  readonly zone?: string | undefined;
  readonly address_columns?: readonly string[] | undefined;
  readonly rssi_column?: string | null | undefined;
}

/** Which part of a file to load. */
export interface RowsKept {
  /** Time range of the rows to load, both ends inclusive, in ms since 1970-01-01 UTC, or since the first row of a capture without dates. */
  readonly time_window?: { readonly start_ms: number; readonly end_ms: number } | undefined;
  readonly columns?: readonly string[] | undefined;
  /** Whether to leave out rows with a wrong CRC. */
  readonly crc_ok_only?: boolean | undefined;
}

/** How to decrypt packets of connections. */
export interface Decrypting {
  /**
   * Ids of long-term and session keys in the keyring to try, in addition to keys that the capture itself contains: those of legacy
   * pairings, and those sent in packets that could be decrypted.
   */
  readonly keys: readonly string[];
}

/** How a file is to be opened. */
export interface OpenChoice {
  /** How to read a table; what is absent is detected. */
  readonly reading?: TableReading | undefined;
  /** Which part of the file to load; by default all of it. */
  readonly keep?: RowsKept | undefined;
  /** How to decrypt packets of connections; if absent, they stay encrypted. */
  readonly decrypt?: Decrypting | undefined;
}

/** Whether encoding, delimiter and quote character of a capture can be chosen. */
export const isTextTable = (capture: Pick<CaptureInfo, 'format'>): boolean => capture.format === 'csv' || capture.format === 'tsv';
