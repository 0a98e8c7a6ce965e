import type { WorkOptions } from '../base/progress.ts';
import type { CaptureKind, ColumnInfo, FrameLoss, Notice, TimeBase } from '../tables/captures.ts';
import type { OpenChoice, TableReading } from '../tables/reading.ts';
import type { LinkKey } from './decryption/key-source.ts';
import type { RecordCount } from './record-count.ts';
import type { Problem } from '../tables/problems.ts';

/** Facts that are known before the first row. */
export interface CaptureHeader {
  readonly format: string;
  readonly kind: CaptureKind;
  readonly columns: readonly ColumnInfo[];
  /** How a table was read. */
  readonly reading?: TableReading | undefined;
}

/** An identity resolving key that a host wrote into its log, with the identity address it belongs to where that was said. */
export interface FoundKey {
  /** 16 octets, most significant first. */
  readonly bytes: Uint8Array;
  /** Identity address, `AA:BB:CC:DD:EE:FF`; null if the log does not state it. */
  readonly identity: string | null;
  /** Owner of the key: the logging device, or a device paired with it. */
  readonly whose: 'own' | 'peer';
}

/** Facts that are known after the last row. */
export interface CaptureSummary {
  readonly sha256: string;
  readonly bytes: number;
  readonly row_count: number;
  readonly problem_count: number;
  /** Names of the columns in which no row has a value. */
  readonly empty_columns: readonly string[];
  readonly link_types: readonly number[];
  readonly channels: readonly string[];
  readonly sensors: readonly string[];
  readonly time_base: TimeBase;
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly warnings: readonly Notice[];
  /** Places where the sniffer's counter shows that it lost many frames at once. */
  readonly losses?: readonly FrameLoss[] | undefined;
  /** How many records the file has, and how each ended, before a part of the rows was chosen. */
  readonly records: RecordCount;
  /** Resolving keys of an HCI log. Only the keyring may receive them. */
  readonly keys?: readonly FoundKey[] | undefined;
  /** Maximum number of bytes in memory at one time while reading: windows, the batch, blocks in flight, WebAssembly readers. */
  readonly peak_bytes: number;
  /** Milliseconds per stage, for the bench: read, hash, decode, encode, wait (for the sink), insert (what the sink took, beside the others). */
  readonly timings: Readonly<Record<string, number>>;
}

/**
 * Where rows go while a file is read. A few blocks are sent ahead (`BLOCKS_AHEAD`) and arrive in order; past that a slow
 * engine slows the reader down instead of filling the memory.
 */
export interface CaptureSink {
  header(header: CaptureHeader): Promise<void>;
  /**
   * One Arrow IPC stream (schema + one record batch); the bytes are the sink's to keep. Its fields are the columns that were
   * sent before, in that order, followed by those that differ in it for the first time. The others are NULL so far, or have had the
   * value that the schema's metadata states in every row (`tables/constants.ts`).
   */
  rows(ipc: Uint8Array, rows: number): Promise<void>;
  /**
   * Rows of a table next to the packets, by its name in `CONVERSATION_TABLES`, as `rows` sends them. Without this
   * the reader leaves those tables out.
   */
  tableRows?(name: string, ipc: Uint8Array, rows: number): Promise<void>;
  /** The first 10 000 problems of a file, in batches; the summary counts all. */
  problems(problems: readonly Problem[]): Promise<void>;
  /**
   * Bytes of memory that the engine takes for the rows sent so far, after compressing what can be compressed now. Absent where the
   * rows stay uncompressed. Called only with `memory_bytes`.
   */
  taken?(): Promise<number>;
}

export interface ImportOptions extends WorkOptions {
  /** How the file is to be read, and which part of it. */
  readonly choice?: OpenChoice | undefined;
  /** Memory of the engine that is free for the rows, bytes; a file that will not fit is refused before it is loaded. */
  readonly memory_bytes?: number | undefined;
  /**
   * Opens encrypted packets of connections with these keys, and with keys that follow from the capture itself. Without this they stay
   * closed. An empty list is for the latter alone.
   */
  readonly link_keys?: readonly LinkKey[] | undefined;
}

/**
 * Reads one file in a worker and sends its rows on. Rejects with a `WorkbenchError` (`UNREADABLE_FILE`)
 * when neither a BLE row nor a table row can ever come of it, `BAD_READING` when the choice does not fit the file,
 * `TOO_LARGE_FOR_MEMORY` (with `details.offers`) when its rows do not fit, with an `AbortError` when cancelled.
 */
export type ImportCapture = (file: File, sink: CaptureSink, options?: ImportOptions) => Promise<CaptureSummary>;
