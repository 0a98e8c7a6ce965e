import type { CaptureKind, ColumnInfo, Notice, TimeBase } from './captures.ts';
import type { Problem } from './problems.ts';
import type { TableReading } from './reading.ts';

/** Description of the beginning of a file, before it is opened. */
export interface FilePreview {
  readonly file_name: string;
  /** Size of the file itself. */
  readonly bytes: number;
  /** Container or compression of the file; null if there is none. */
  readonly wrapped: 'gzip' | 'Zstandard' | 'zip' | 'bug report' | null;
  /** The captures in a zip file with several: each opens separately, and the preview shows the first. */
  readonly members: readonly string[];
  readonly format: string;
  /** Why this format was detected, in words. */
  readonly evidence: string;
  readonly kind: CaptureKind;
  /** Link types of the packets that were read. */
  readonly link_types: readonly number[];
  readonly time_base: TimeBase;
  /** Range of the rows that were read, in whole milliseconds. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Whether the rows also have the sniffer's own clock. */
  readonly radio_clock: boolean;
  readonly columns: readonly ColumnInfo[];
  /** How the table would be read. */
  readonly reading?: TableReading | undefined;
  /** Number of rows that were read, of which the first are shown; the whole file if `complete`. */
  readonly rows_read: number;
  /** Bytes of the content that were read; for a table, the sample from which its types were determined. */
  readonly read_bytes: number;
  /** Size of the uncompressed content; null if it is only known at the end. */
  readonly content_bytes: number | null;
  readonly complete: boolean;
  /** Number of problems in the rows that were read; the first few are listed in `problems`. */
  readonly problem_count: number;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Notice[];
  /** Whether the time column or its format is ambiguous. */
  readonly unsure: boolean;
}

/** Most rows and columns in a preview. */
export const PREVIEW_ROWS = 20;
export const PREVIEW_COLUMNS = 64;
