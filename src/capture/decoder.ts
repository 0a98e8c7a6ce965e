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
 * What a decoder is: it looks at the first bytes of a file and says whether they are its own, then reads the
 * bytes through a bounded window and hands on batches, problems and warnings. Decoders know neither worker
 * nor page; `read-capture.ts` drives them, `decoders/index.ts` lists them.
 */
export interface Decoder {
  readonly name: string;
  readonly kind: CaptureKind;
  /** Reads nothing of a file that is not whole. */
  readonly whole?: boolean;
  /** Judges by content; the name may only break a tie between formats that look alike. */
  probe(head: ProbeHead): Probe | null;
  /** The decoder of this very file, where its first bytes do not say whether its rows are packets. Read by place. */
  readonly settle?: (source: ByteSource, options: DecodeOptions) => Promise<Decoder>;
  /** What the file says about its rows before they are read where it does. Without it they are counted. */
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
  /** 0–1: 1 is a magic number that nothing else has, 0.5 a text that could be several things. Highest wins. */
  readonly confidence: number;
  /** `CaptureInfo.format`. */
  readonly format: string;
}

/** The bytes of a file without its wrapping (zip, gzip …). One pass or random access, never both at once. */
export interface ByteSource {
  readonly file_name: string;
  /** In bytes; null where it is known only at the end (inflated streams). */
  readonly size: number | null;
  /** Windows in order, each of at most `WINDOW_BYTES`; a window is valid until the next one is asked for. */
  windows(): AsyncIterable<Uint8Array>;
  /**
   * Exactly the bytes [start, end), fewer only at the end of the file. For formats with an index (Parquet). An
   * inflated source is held in memory for this and refuses with `TOO_LARGE` past a bound.
   */
  bytes(start: number, end: number): Promise<Uint8Array>;
  /** As `size`, but reads to the end where it must. */
  length(): Promise<number>;
}

/** The rows of a file that says how many there are, and when. */
export interface Survey {
  readonly rows: number;
  /** Parts of the rows that have times, in the order of the file. */
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

/** Large parts of the product that a decoder may need and the page keeps elsewhere; asked for when needed. */
export interface DecodeAssets {
  /** The Parquet reader: compiled, where one module can serve all files and stay as quick as the first one made it, else `application/wasm`. */
  parquetModule(): Promise<WebAssembly.Module | Blob>;
}

export interface DecodeOptions {
  readonly assets?: DecodeAssets | undefined;
  /** Most rows per batch; a decoder of wide tables may choose fewer. */
  readonly batch_rows: number;
  /** False leaves out the compiled kernel, which gives the same rows sooner. */
  readonly kernel?: boolean | undefined;
  /** How a table is to be read; what it does not say is guessed. */
  readonly reading?: TableReading | undefined;
  /** Throws the caller's `AbortError`; called at least once per window. */
  readonly check: () => void;
  /** Packets of connections give rows of their own tables too (`DecodeOutput.tableRows`). */
  readonly tables?: boolean | undefined;
  /** What opens encrypted packets for these tables; without it they stay closed. */
  readonly decryption?: { readonly cipher: LinkCipher; readonly keys: readonly LinkKey[] } | undefined;
  /** Observes which octets a decoder of packets takes for what; the decoder works without its kernel then. */
  readonly watch?: PacketWatch | undefined;
  /** Where a decoder counts what it holds beside its batch, like the memory of a WebAssembly reader. */
  readonly memory?: MemoryCount | undefined;
}

/** Where a decoder's findings go. */
export interface DecodeOutput {
  /** Once, before the first batch, when the columns are known; also for a table that has no row. `reading` says how a table was read. */
  begin(format: string, columns: readonly ColumnSpec[], reading?: TableReading): Promise<void>;
  /** The batch's memory is the decoder's again (cleared by it) when the promise settles. */
  batch(batch: Batch): Promise<void>;
  /**
   * Rows of a table next to the packets, by its name in `CONVERSATION_TABLES`; only where the options want them. The
   * batch's memory is the decoder's again when the promise settles.
   */
  tableRows?(name: string, batch: Batch): Promise<void>;
  /** Offset in the uncompressed file; record is 1-based, 0 where there is none. Any number may be reported. */
  problem(offset: number, record: number, code: string, message: string): void;
  /** Link types of the interfaces that have packets so far, ascending; before each batch of a capture that has link types. */
  linkTypes?(types: readonly number[]): void;
  /** One per code and file; later ones of the same code are dropped. */
  warning(code: string, message: string): void;
}

/** What is known when the last row has gone. */
export interface DecodeEnd {
  /** Link types of the interfaces that have packets, ascending; empty for tables. */
  readonly link_types: readonly number[];
  readonly channels: readonly string[];
  readonly sensors: readonly string[];
  readonly time_base: TimeBase;
  /** How many records the file has, and how each ended. */
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
