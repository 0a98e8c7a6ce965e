import type { Batch } from '../tables/batch.ts';
import type { CaptureKind, FrameLoss, TimeBase } from '../tables/captures.ts';
import type { ColumnSpec } from '../tables/column.ts';
import type { TableReading } from '../tables/reading.ts';
import type { LinkCipher } from '../kernels/cipher.ts';
import type { LinkKey } from './decryption/key-source.ts';
import type { FoundKey } from './import.ts';
import type { PacketWatch } from './keys/watch.ts';
import type { MemoryCount } from './memory-count.ts';
import type { RecordCount } from './record-count.ts';

/**
 * A decoder of a file format: judges by the first bytes whether a file has its format, then reads the bytes in windows and passes batches,
 * problems and warnings on. Decoders do not depend on worker or page; `read-capture.ts` runs them, `decoders/index.ts` lists them.
 */
export interface Decoder {
  readonly name: string;
  readonly kind: CaptureKind;
  /** True if the decoder needs the complete file and cannot read one that was cut. */
  readonly whole?: boolean;
  /** Whether the content has this format; the name only decides between formats that look alike. */
  probe(head: ProbeHead): Probe | null;
  /** Chooses the decoder of a file if its first bytes do not show whether its rows are packets. Needs random access. */
  readonly settle?: (source: ByteSource, options: DecodeOptions) => Promise<Decoder>;
  /** Reads what the file states about its rows before they are read, if it does; without this, rows are counted. */
  readonly survey?: (source: ByteSource, options: DecodeOptions) => Promise<Survey>;
  /**
   * Reads the whole source. Throws `WorkbenchError('UNREADABLE_FILE')` when no row can ever come of it; anything
   * less is a problem or a warning. Awaits every call on `output`: that is the backpressure.
   */
  decode(source: ByteSource, output: DecodeOutput, options: DecodeOptions): Promise<DecodeEnd>;
}

/** At most `PROBE_BYTES` from the start of the (uncompressed) file. */
export interface ProbeHead {
  readonly bytes: Uint8Array;
  /** True when `bytes` is the whole file. */
  readonly complete: boolean;
  readonly file_name: string;
}

export const PROBE_BYTES = 65_536;

export interface Probe {
  /** Confidence 0–1: 1 for a unique magic number, 0.5 for a text that could have several formats. The highest wins. */
  readonly confidence: number;
  /** Value for `CaptureInfo.format`. */
  readonly format: string;
}

/** The bytes of a file without its wrapping (zip, gzip …). One pass or random access, never both at once. */
export interface ByteSource {
  readonly file_name: string;
  /** Size in bytes; null if it is known only at the end (compressed streams). */
  readonly size: number | null;
  /** The windows in order, each of at most `WINDOW_BYTES`; a window is valid until the next one is requested. */
  windows(): AsyncIterable<Uint8Array>;
  /**
   * Exactly the bytes [start, end), fewer only at the end of the file. For formats with an index (Parquet). An
   * inflated source is held in memory for this and refuses with `TOO_LARGE` past a bound.
   */
  bytes(start: number, end: number): Promise<Uint8Array>;
  /** As `size`, but reads to the end if necessary. */
  length(): Promise<number>;
}

/** Number and times of the rows, as the file states them. */
export interface Survey {
  readonly rows: number;
  /** Stretches of the rows that have times, in the order of the file. */
  readonly spans: readonly Span[];
  /** A file of the same format with the first rows. */
  readonly sample: ByteSource;
}

/** Rows and the times of the first and last of them, µs. */
export interface Span {
  readonly rows: number;
  readonly start_us: number;
  readonly end_us: number;
}

export const WINDOW_BYTES = 8 * 1024 * 1024;

/** Large assets that a decoder may need, which the page loads only on request. */
export interface DecodeAssets {
  /** The Parquet reader: compiled, where one module can serve all files and stay as quick as the first one made it, else `application/wasm`. */
  parquetModule(): Promise<WebAssembly.Module | Blob>;
}

export interface DecodeOptions {
  readonly assets?: DecodeAssets | undefined;
  /** Most rows per batch; a decoder of wide tables may choose fewer. */
  readonly batch_rows: number;
  /** If false, the compiled kernel is not used; the rows are the same, only slower. */
  readonly kernel?: boolean | undefined;
  /** How to read a table; what is not specified is guessed. */
  readonly reading?: TableReading | undefined;
  /** Throws the caller's `AbortError`; called at least once per window. */
  readonly check: () => void;
  /** Whether packets of connections also give rows in tables of their own (`DecodeOutput.tableRows`). */
  readonly tables?: boolean | undefined;
  /** Cipher and keys that decrypt packets for these tables; without them packets stay encrypted. */
  readonly decryption?: { readonly cipher: LinkCipher; readonly keys: readonly LinkKey[] } | undefined;
  /** Observes how a decoder of packets interprets the octets; the decoder then works without its kernel. */
  readonly watch?: PacketWatch | undefined;
  /** Counts memory that a decoder holds besides its batch, such as that of a WebAssembly reader. */
  readonly memory?: MemoryCount | undefined;
}

/** Receives the results of a decoder. */
export interface DecodeOutput {
  /** Call once before the first batch, when the columns are known; also for a table without rows. `reading`: how a table was read. */
  begin(format: string, columns: readonly ColumnSpec[], reading?: TableReading): Promise<void>;
  /** Takes a batch. When the promise settles, the decoder may clear and reuse the batch's memory. */
  batch(batch: Batch): Promise<void>;
  /**
   * Rows of a table next to the packets, by its name in `CONVERSATION_TABLES`; only where the options want them. The
   * batch's memory is the decoder's again when the promise settles.
   */
  tableRows?(name: string, batch: Batch): Promise<void>;
  /** Reports a problem, any number of times. Offset in the uncompressed file; `record` counts from 1, 0 if there is none. */
  problem(offset: number, record: number, code: string, message: string): void;
  /** Link types of the interfaces that have packets so far, ascending; before each batch of a capture that has link types. */
  linkTypes?(types: readonly number[]): void;
  /** Reports a warning; of several with the same code, only the first counts. */
  warning(code: string, message: string): void;
}

/** Facts that are known after the last row. */
export interface DecodeEnd {
  /** Link types of the interfaces that have packets, ascending; empty for tables. */
  readonly link_types: readonly number[];
  readonly channels: readonly string[];
  readonly sensors: readonly string[];
  readonly time_base: TimeBase;
  /** Number of records in the file, and how each ended. */
  readonly records: RecordCount;
  /** As in `CaptureInfo`. */
  readonly losses?: readonly FrameLoss[] | undefined;
  /** Resolving keys of an HCI log. */
  readonly keys?: readonly FoundKey[] | undefined;
  /** Digest that identifies the file, where that is not the digest of its bytes. */
  readonly sha256?: string | undefined;
  /** Inclusive µs of the earliest and latest row; null when no row has a time. */
  readonly time_range_us: { readonly start: bigint; readonly end: bigint } | null;
}
