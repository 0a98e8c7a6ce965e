import type { Progress } from '../base/progress.ts';
import { throwIfAborted } from '../base/failure.ts';
import { encodeIpc } from '../tables/arrow.ts';
import type { Batch } from '../tables/batch.ts';
import type { CaptureKind, Notice } from '../tables/captures.ts';
import type { ColumnSpec } from '../tables/column.ts';
import type { Problem } from '../tables/problems.ts';
import type { DecodeAssets, DecodeEnd, DecodeOutput, Decoder } from './decoder.ts';
import { DECODERS } from './decoders/index.ts';
import type { CaptureSink, CaptureSummary } from './import.ts';
import { chooseDecoder, claimBy } from './probe.ts';
import { fileSource } from './source.ts';
import { unwrap } from './wrapped/unwrap.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly decoders?: readonly Decoder[] | undefined;
  readonly batch_rows?: number | undefined;
  readonly assets?: DecodeAssets | undefined;
}

/** Large batches insert faster into DuckDB; past this the gain is gone and the memory is not. */
export const BATCH_ROWS = 131_072;
const FEWEST_BATCH_ROWS = 1_024;
/** No record that gives a row is shorter, so a small file needs no large batch. */
const LEAST_BYTES_PER_ROW = 16;
export const MOST_PROBLEMS = 10_000;
const PROBLEMS_PER_BATCH = 1_000;

/**
 * Reads one file into a sink: probe, decode, encode. Runs wherever `Blob` exists (worker, Node). Holds one batch and
 * two windows at a time; the sink's promises are awaited, so a slow sink slows the reading.
 */
export async function readCapture(blob: Blob, file_name: string, sink: CaptureSink, options: ReadOptions = {}): Promise<CaptureSummary> {
  const began = performance.now();
  const timings = { read: 0, hash: 0, encode: 0, sink: 0 };
  const check = (): void => throwIfAborted(options.signal, 'opening the file');
  const output = new SinkOutput(sink, timings);
  const source = fileSource(blob, file_name, {
    check,
    timings,
    onRead: (done) => options.onProgress?.({ phase: 'reading', done, total: blob.size, unit: 'bytes' }),
  });
  check();
  const decoders = options.decoders ?? DECODERS;
  const content = await unwrap(source, output, claimBy(decoders));
  const { decoder } = await chooseDecoder(content, decoders);
  output.kind = decoder.kind;
  const batch_rows = options.batch_rows ?? Math.min(BATCH_ROWS, Math.max(FEWEST_BATCH_ROWS, Math.ceil(blob.size / LEAST_BYTES_PER_ROW)));
  const end = await decoder.decode(content, output, { batch_rows, check, assets: options.assets });
  await output.sendProblems();
  const sha256 = await source.sha256();
  check();
  const decode = performance.now() - began - timings.read - timings.hash - timings.encode - timings.sink;
  return summarise(blob.size, sha256, end, output, { ...timings, decode });
}

function summarise(
  bytes: number,
  sha256: string,
  end: DecodeEnd,
  output: SinkOutput,
  timings: Readonly<Record<string, number>>,
): CaptureSummary {
  const { time_range_us, ...known } = end;
  return {
    ...known,
    bytes,
    sha256,
    row_count: output.rows,
    problem_count: output.problems,
    time_range: time_range_us && { start_ms: floorMs(time_range_us.start), end_ms: -floorMs(-time_range_us.end) },
    warnings: output.warnings,
    timings,
  };
}

/** Whole milliseconds towards the past. */
function floorMs(us: bigint): number {
  const ms = us / 1000n;
  return Number(us < 0n && ms * 1000n !== us ? ms - 1n : ms);
}

/** Counts and encodes on the way to the sink. */
class SinkOutput implements DecodeOutput {
  kind: CaptureKind = 'table';
  rows = 0;
  problems = 0;
  readonly warnings: Notice[] = [];
  private pending: Problem[] = [];

  constructor(
    private readonly sink: CaptureSink,
    private readonly timings: { encode: number; sink: number },
  ) {}

  begin(format: string, columns: readonly ColumnSpec[]): Promise<void> {
    return this.timed(() => this.sink.header({ format, kind: this.kind, columns }));
  }

  async batch(batch: Batch): Promise<void> {
    const { rows } = batch;
    const began = performance.now();
    const ipc = encodeIpc(batch);
    this.timings.encode += performance.now() - began;
    await this.timed(() => this.sink.rows(ipc, rows));
    this.rows += rows;
    await this.sendProblems();
  }

  problem(offset: number, record: number, code: string, message: string): void {
    this.problems++;
    if (this.problems <= MOST_PROBLEMS) this.pending.push({ offset, record, code, message });
  }

  warning(code: string, message: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, message });
  }

  async sendProblems(): Promise<void> {
    const { pending } = this;
    this.pending = [];
    for (let at = 0; at < pending.length; at += PROBLEMS_PER_BATCH) {
      const some = pending.slice(at, at + PROBLEMS_PER_BATCH);
      await this.timed(() => this.sink.problems(some));
    }
  }

  private async timed(send: () => Promise<void>): Promise<void> {
    const began = performance.now();
    await send();
    this.timings.sink += performance.now() - began;
  }
}
