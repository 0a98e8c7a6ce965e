import type { CaptureKind, ColumnInfo, Notice, TimeBase } from './captures.ts';
import type { Problem } from './problems.ts';
import type { TableReading } from './reading.ts';

/** What the beginning of a file says, before it is opened. */
export interface FilePreview {
  readonly file_name: string;
  /** Of the file as it is. */
  readonly bytes: number;
  /** What the file is wrapped in; null where it is wrapped in nothing. */
  readonly wrapped: 'gzip' | 'Zstandard' | 'zip' | 'bug report' | null;
  /** The captures of a zip file that holds several: each opens on its own, and the preview is of the first. */
  readonly members: readonly string[];
  readonly format: string;
  /** Why it is taken for that, in words. */
  readonly evidence: string;
  readonly kind: CaptureKind;
  /** Of the packets that were read. */
  readonly link_types: readonly number[];
  readonly time_base: TimeBase;
  /** Of the rows that were read, whole milliseconds that cover them. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Whether the rows carry the sniffer's own clock too. */
  readonly radio_clock: boolean;
  readonly columns: readonly ColumnInfo[];
  /** How a table would be read. */
  readonly reading?: TableReading | undefined;
  /** Rows that were read, of which the first are shown; all of the file where `complete`. */
  readonly rows_read: number;
  /** Bytes of the content that were looked at; of a table, as many as its types were judged by. */
  readonly read_bytes: number;
  /** Of the content once it is unwrapped; null where that is known only at the end. */
  readonly content_bytes: number | null;
  readonly complete: boolean;
  /** Among the rows that were read; the first few are listed in `problems`. */
  readonly problem_count: number;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Notice[];
  /** The file leaves open which column is the time, or how it is written. */
  readonly unsure: boolean;
}

/** Rows that a preview shows, and of how many columns. */
export const PREVIEW_ROWS = 20;
export const PREVIEW_COLUMNS = 64;
