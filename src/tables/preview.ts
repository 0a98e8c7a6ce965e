import type { CaptureKind, ColumnInfo, Notice, TimeBase } from './captures.ts';
import type { Problem } from './problems.ts';
import type { TableReading } from './reading.ts';

/** What the beginning of a file shows, before the file is opened. */
export interface FilePreview {
  readonly file_name: string;
  /** Size of the file as it is, in bytes. */
  readonly bytes: number;
  /** Compression or archive that contains the capture; null if there is none. */
  readonly wrapped: 'gzip' | 'Zstandard' | 'zip' | 'bug report' | null;
  /** Names of the captures in a zip file that contains several. Each opens as its own capture; the preview shows the first. */
  readonly members: readonly string[];
  readonly format: string;
  /** By what the format was recognised, in words. */
  readonly evidence: string;
  readonly kind: CaptureKind;
  /** Link types of the packets that were read. */
  readonly link_types: readonly number[];
  readonly time_base: TimeBase;
  /** Time range of the rows that were read, in whole milliseconds. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Whether the rows also have the sniffer's own clock. */
  readonly radio_clock: boolean;
  readonly columns: readonly ColumnInfo[];
  /** How the table would be read if it is opened. */
  readonly reading?: TableReading | undefined;
  /** Number of rows that were read, of which the first are shown. If `complete`, they are all rows of the file. */
  readonly rows_read: number;
  /** Number of bytes of the content that were read; for a table, those of the sample from which types were determined. */
  readonly read_bytes: number;
  /** Size of the uncompressed content in bytes; null if it is only known at the end. */
  readonly content_bytes: number | null;
  readonly complete: boolean;
  /** Number of problems in the rows that were read; `problems` lists the first few. */
  readonly problem_count: number;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Notice[];
  /** Whether it is uncertain which column contains the time, or in which format. */
  readonly unsure: boolean;
}

/** Maximum number of rows in a preview; `PREVIEW_COLUMNS` is that of columns. */
export const PREVIEW_ROWS = 20;
export const PREVIEW_COLUMNS = 64;
