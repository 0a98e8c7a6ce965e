import type { CaptureInfo } from './captures.ts';

/** Encodings of text tables. The web's latin-1 is `windows-1252`. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** Encoding of a text table. */
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Every `TimeForm`. */
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
 * How times are written. `iso`: ISO 8601; `dmy`, `mdy`: day or month first (`7.5.2020 13:00`, `5/7/2020 1:00 PM`); `epoch_…`: a
 * number since 1970-01-01 UTC; `elapsed_…`: a number since the recording began.
 */
export type TimeForm = (typeof TIME_FORMS)[number];

/** How a table is read. Members that are not given when a file is opened are guessed. */
export interface TableReading {
  /** This member and those up to `header` apply to text tables only. */
  readonly encoding?: TextEncoding | undefined;
  /** One ASCII character. */
  readonly delimiter?: string | undefined;
  readonly quote?: '"' | "'" | 'none' | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** Number of lines above the table. */
  readonly skip_lines?: number | undefined;
  /** Whether the first row contains the column names. */
  readonly header?: boolean | undefined;
  /** Name of the time column; null if there is none. */
  readonly time_column?: string | null | undefined;
  readonly time_form?: TimeForm | undefined;
  /** Time zone of times without one: `UTC`, `+02:00` or an IANA name such as `Europe/Berlin`. */
  readonly zone?: string | undefined;
  readonly address_columns?: readonly string[] | undefined;
  readonly rssi_column?: string | null | undefined;
}

/** The part of a file to load. */
export interface RowsKept {
  /** Both inclusive, in ms since 1970-01-01 UTC, or since the first row of a capture without a wall clock. */
  readonly time_window?: { readonly start_ms: number; readonly end_ms: number } | undefined;
  readonly columns?: readonly string[] | undefined;
  /** Whether to leave out rows with a wrong CRC. */
  readonly crc_ok_only?: boolean | undefined;
}

/** Options for decrypting packets of connections. */
export interface Decrypting {
  /**
   * Ids of long-term and session keys in the keyring to try, in addition to keys derived from the capture itself: those of legacy pairings,
   * and those distributed in decrypted packets.
   */
  readonly keys: readonly string[];
}

/** Choices for opening a file. */
export interface OpenChoice {
  /** How to read a table; detected by default. */
  readonly reading?: TableReading | undefined;
  /** The part of the file to load; all of it by default. */
  readonly keep?: RowsKept | undefined;
  /** Decrypts packets of connections; without it they stay encrypted. */
  readonly decrypt?: Decrypting | undefined;
}

/** Whether encoding, delimiter and quote character can be chosen for a capture. */
export const isTextTable = (capture: Pick<CaptureInfo, 'format'>): boolean => capture.format === 'csv' || capture.format === 'tsv';
