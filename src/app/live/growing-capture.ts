import type { DecodeEnd, DecodeOutput } from '../../capture/decoder.ts';
import { MemoryCount } from '../../capture/memory-count.ts';
import { SinkOutput } from '../../capture/sink-output.ts';
import type { ScanSink } from '../../live/writer.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { Problem } from '../../tables/problems.ts';
import type { LiveParts } from './live-desk.ts';

/** The page and its checks are told of new rows so often; queries see them sooner. */
const TELL_MS = 1_000;
/** Problems that are kept; all are counted. */
const MOST_PROBLEMS = 10_000;

/** A capture whose rows come from a scan: its table, and what is known of it so far. */
export class GrowingCapture implements ScanSink {
  private rows = 0;
  private bytes = 0;
  private told = 0;
  private end: DecodeEnd = { link_types: [], channels: [], sensors: [], time_base: 'none', time_range_us: null };
  private current: SinkOutput | null = null;
  private problems: Problem[] = [];
  private started: { readonly file_name: string; readonly media_type: string; readonly refill: () => Promise<void> } | null = null;

  constructor(
    private readonly parts: LiveParts,
    readonly id: string,
    private readonly hash: { soFar(): string },
  ) {}

  output(): DecodeOutput {
    const { engine } = this.parts;
    this.problems = [];
    const output = new SinkOutput(
      {
        header: ({ columns }) => engine.create(this.id, columns),
        rows: (ipc) => engine.append(this.id, ipc),
        problems: (found) => {
          if (this.problems.length < MOST_PROBLEMS) this.problems.push(...found);
          return Promise.resolve();
        },
      },
      { encode: 0, wait: 0 },
      new MemoryCount(),
    );
    output.kind = 'ble';
    this.current = output;
    return {
      begin: (format, columns) => output.begin(format, columns),
      batch: async (batch) => {
        await output.batch(batch);
        // Whoever asks after this finds the rows.
        await output.end();
      },
      problem: (offset, record, code, message) => {
        output.problem(offset, record, code, message);
      },
      warning: (code, message) => {
        // What is said while the scan runs may be another number at its end.
        const said = output.warnings.findIndex((warning) => warning.code === code);
        if (said >= 0) output.warnings.splice(said, 1);
        output.warning(code, message);
      },
    };
  }

  /** Its source was granted. */
  get begun(): boolean {
    return this.started !== null;
  }

  grown(end: DecodeEnd, rows: number, bytes: number): void {
    this.end = end;
    this.rows = rows;
    this.bytes = bytes;
    const now = performance.now();
    if (this.started === null || now - this.told < TELL_MS) return;
    this.told = now;
    this.parts.captures.grown(this.info(), this.problems, this.started.refill);
  }

  async discard(): Promise<void> {
    await this.parts.engine.drop(this.id).catch(() => undefined);
  }

  /** The source was granted and the table stands. */
  start(file_name: string, media_type: string, bytes: number, refill: () => Promise<void>): CaptureInfo {
    this.bytes = bytes;
    this.started = { file_name, media_type, refill };
    this.parts.captures.grown(this.info(), this.problems, refill);
    return this.info();
  }

  async settle(finish: (name: string, mediaType: string) => Promise<File>): Promise<CaptureInfo> {
    if (this.started === null) throw new Error('broken invariant: a capture ended that never began');
    const file = await finish(this.started.file_name, this.started.media_type);
    this.bytes = file.size;
    const info = this.info();
    this.parts.captures.settled(info, this.problems, file);
    return info;
  }

  private info(): CaptureInfo {
    const { time_range_us: span, link_types, channels, sensors, time_base } = this.end;
    return {
      capture_id: this.id,
      file_name: this.started?.file_name ?? this.id,
      format: 'live',
      kind: 'ble',
      columns: ADVERT_COLUMNS,
      link_types,
      channels,
      sensors,
      time_base,
      bytes: this.bytes,
      sha256: this.hash.soFar(),
      row_count: this.rows,
      problem_count: this.current?.problems ?? 0,
      time_range: span && { start_ms: Number(span.start / 1000n), end_ms: Number((span.end + 999n) / 1000n) },
      warnings: [...(this.current?.warnings ?? [])],
    };
  }
}
