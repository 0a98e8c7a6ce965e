import { throwIfAborted } from '../base/failure.ts';
import { linkCipher } from '../kernels/cipher.ts';
import type { ByteSource, DecodeAssets, DecodeEnd, DecodeOptions, DecodeOutput, Decoder, Span } from './decoder.ts';
import { DECODERS } from './decoders/index.ts';
import { refuseUnlessItFits } from './estimate.ts';
import type { HashBlob, StreamHash } from './file-hash.ts';
import { BoundedOutput } from './fit.ts';
import type { CaptureSink, CaptureSummary, ImportOptions } from './import.ts';
import { KeptRows } from './keep-rows.ts';
import { MemoryCount } from './memory-count.ts';
import { claimBy, decoderOf } from './probe.ts';
import { recordNotices } from './record-count.ts';
import { SinkOutput } from './sink-output.ts';
import type { OutputTimings } from './sink-output.ts';
import type { CaptureKind, Notice } from '../tables/captures.ts';
import { fileSource } from './source.ts';
import { unwrap } from './wrapped/unwrap.ts';

export interface ReadOptions extends ImportOptions {
  readonly decoders?: readonly Decoder[] | undefined;
  readonly batch_rows?: number | undefined;
  readonly assets?: DecodeAssets | undefined;
  /** Hashes files that are too large to hold. */
  readonly hash?: StreamHash | undefined;
  /** Hashes files that are read by place, beside the decoding. */
  readonly hashBlob?: HashBlob | undefined;
}

/**
 * The rows of one row group of DuckDB: an insert of at least as many becomes part of the table as it is, a shorter one is
 * copied once more, and a longer one produces a small extra group.
 */
export const BATCH_ROWS = 122_880;
const FEWEST_BATCH_ROWS = 1_024;
/** No record that gives a row is shorter, so a small file needs no large batch. */
const LEAST_BYTES_PER_ROW = 16;

/** Takes the rows of a file batch by batch, and counts them. */
export interface CaptureOutput extends DecodeOutput {
  /** Set before `begin`. */
  kind: CaptureKind;
  readonly rows: number;
  readonly problems: number;
  readonly warnings: readonly Notice[];
  /** Names of the columns in which no row has a value. Absent if the output does not count them. */
  emptyColumns?(): readonly string[];
  /** Everything that was taken is where it belongs. */
  end(): Promise<void>;
}

/** What an output may count and call. */
export interface OutputHooks {
  readonly timings: OutputTimings;
  readonly memory: MemoryCount;
  /** Call before decoding waits. */
  readonly onWait: () => void;
  /** Call when more rows were taken. */
  readonly onRows: () => void;
}

/**
 * Reads one file into a sink: probe, decode, encode. Runs wherever `Blob` exists (worker, Node). Holds two windows and those
 * that the hash has not taken, one batch and `BLOCKS_AHEAD` encoded blocks at a time: past that a slow sink slows the reading.
 */
export const readCapture = (blob: Blob, file_name: string, sink: CaptureSink, options: ReadOptions = {}): Promise<CaptureSummary> =>
  readBatches(
    blob,
    file_name,
    ({ timings, memory, onWait, onRows }) => new SinkOutput(sink, timings, memory, onWait, onRows),
    options,
    sink,
  );

/**
 * Reads one file into an output of batches, which `readCapture` encodes for the engine.
 * @param sink where the rows are measured, and whether tables next to the packets are wanted
 */
export async function readBatches(
  blob: Blob,
  file_name: string,
  outputOf: (hooks: OutputHooks) => CaptureOutput,
  options: ReadOptions,
  sink: Pick<CaptureSink, 'taken' | 'tableRows'> = {},
): Promise<CaptureSummary> {
  const began = performance.now();
  const timings = { read: 0, hash: 0, encode: 0, wait: 0 };
  const memory = new MemoryCount();
  const check = (): void => throwIfAborted(options.signal, 'opening the file');
  let done = 0;
  const tell = (): void => options.onProgress?.({ phase: 'reading', done, total: blob.size, unit: 'bytes', rows: output.rows });
  const output: CaptureOutput = outputOf({ timings, memory, onWait: () => source.hashAhead(), onRows: tell });
  const source = fileSource(blob, file_name, {
    check,
    timings,
    memory,
    hash: options.hash,
    hashBlob: options.hashBlob,
    onRead: (read) => {
      done = read;
      tell();
    },
  });
  check();
  const decoders = options.decoders ?? DECODERS;
  const content = await unwrap(source, output, claimBy(decoders));
  const batch_rows = options.batch_rows ?? Math.min(BATCH_ROWS, Math.max(FEWEST_BATCH_ROWS, Math.ceil(blob.size / LEAST_BYTES_PER_ROW)));
  const { choice, memory_bytes, link_keys } = options;
  const tables = sink.tableRows !== undefined;
  const decryption = link_keys && { cipher: await linkCipher(), keys: link_keys };
  const decoding = { batch_rows, check, assets: options.assets, memory, reading: choice?.reading, tables, decryption };
  const { decoder } = await decoderOf(content, decoders, decoding);
  output.kind = decoder.kind;
  const taken = sink.taken && (() => sink.taken!());
  const spans =
    memory_bytes === undefined
      ? undefined
      : await refuseUnlessItFits(content, blob.size, decoder, decoding, memory_bytes, choice?.keep ?? {}, taken !== undefined);
  const end = await decodePart(content, decoder, decoding, output, options, { taken, spans });
  await output.end();
  const sha256 = end.sha256 ?? (await source.sha256());
  check();
  const decode = performance.now() - began - timings.read - timings.hash - timings.encode - timings.wait;
  return summarise(blob.size, sha256, end, output, { peak_bytes: memory.peak_bytes, timings: { ...timings, decode } });
}

/** Decodes what was chosen of the file, as long as it fits. */
async function decodePart(
  content: ByteSource,
  decoder: Decoder,
  decoding: DecodeOptions,
  output: DecodeOutput,
  { choice, memory_bytes }: ReadOptions,
  { taken, spans }: { readonly taken: CaptureSink['taken']; readonly spans: readonly Span[] | undefined },
): Promise<DecodeEnd> {
  const keep = choice?.keep;
  const bounded = memory_bytes === undefined ? output : new BoundedOutput(output, decoder.kind, memory_bytes, keep ?? {}, taken, spans);
  if (keep === undefined) return decoder.decode(content, bounded, decoding);
  const kept = new KeptRows(bounded, decoder.kind, keep);
  return kept.end(await decoder.decode(content, kept, decoding));
}

function summarise(
  bytes: number,
  sha256: string,
  end: DecodeEnd,
  output: CaptureOutput,
  spent: Pick<CaptureSummary, 'peak_bytes' | 'timings'>,
): CaptureSummary {
  const { time_range_us, ...known } = end;
  return {
    ...known,
    bytes,
    sha256,
    row_count: output.rows,
    problem_count: output.problems,
    empty_columns: output.emptyColumns?.() ?? [],
    time_range: time_range_us && { start_ms: floorMs(time_range_us.start), end_ms: -floorMs(-time_range_us.end) },
    warnings: [...output.warnings, ...recordNotices(end.records)],
    ...spent,
  };
}

/** Whole milliseconds towards the past. */
function floorMs(us: bigint): number {
  const ms = us / 1000n;
  return Number(us < 0n && ms * 1000n !== us ? ms - 1n : ms);
}
