import type { DecodeEnd, DecodeOutput } from '../../capture/decoder.ts';
import { RecordTally } from '../../capture/record-count.ts';
import { MemoryCount } from '../../capture/memory-count.ts';
import { SinkOutput } from '../../capture/sink-output.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveClock } from '../../live/clock.ts';
import type { ScanSink } from '../../live/writer.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { Problem } from '../../tables/problems.ts';
import type { Captures } from '../captures/captures.ts';
import { chooseClock } from '../captures/choose-clock.ts';

/** Interval, in ms, at which the capture list receives the growing capture's counts. Queries find new rows earlier. */
const REPORT_MS = 1_000;
/** Maximum number of problems that are stored for one scan; all are counted. */
const MOST_PROBLEMS = 10_000;

export interface GrowingDependencies {
  readonly engine: Engine;
  readonly captures: Captures;
  readonly clock: Pick<LiveClock, 'now'>;
}

interface Started {
  readonly file_name: string;
  readonly media_type: string;
  readonly refill: () => Promise<void>;
}

/** A capture that receives rows from a live scan: its table, and its entry in the capture list. */
export class GrowingCapture implements ScanSink {
  private rows = 0;
  private bytes = 0;
  private reportedMs = -Infinity;
  private end: DecodeEnd = {
    records: new RecordTally().end(),
    link_types: [],
    channels: [],
    sensors: [],
    time_base: 'none',
    time_range_us: null,
  };
  private current: SinkOutput | null = null;
  private problems: Problem[] = [];
  private started: Started | null = null;

  constructor(
    private readonly dependencies: GrowingDependencies,
    readonly id: string,
    private readonly hash: { soFar(): string },
  ) {}

  output(): DecodeOutput {
    const { engine } = this.dependencies;
    const isRefill = this.current !== null;
    this.problems = [];
    const output = new SinkOutput(
      {
        header: async ({ columns }) => {
          // Drop the old table first: if only some of its rows were lost, the engine still has it.
          if (isRefill) await this.discard();
          await engine.create(this.id, columns);
        },
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
        // Wait until the rows are in the engine, so that the caller can rely on it.
        await output.end();
      },
      problem: (offset, record, code, message) => {
        output.problem(offset, record, code, message);
      },
      warning: (code, message) => {
        // A later warning with the same code replaces the earlier one, because its numbers may have grown.
        const earlier = output.warnings.findIndex((warning) => warning.code === code);
        if (earlier >= 0) output.warnings.splice(earlier, 1);
        output.warning(code, message);
      },
    };
  }

  /** Whether the scan has started, which needs the person's permission, so that the capture is in the capture list. */
  get begun(): boolean {
    return this.started !== null;
  }

  grown(end: DecodeEnd, rows: number, bytes: number): void {
    this.end = end;
    this.rows = rows;
    this.bytes = bytes;
    const now = this.dependencies.clock.now();
    if (this.started === null || now - this.reportedMs < REPORT_MS) return;
    this.reportedMs = now;
    this.dependencies.captures.grown(this.info(), this.problems, this.started.refill);
  }

  async discard(): Promise<void> {
    await this.dependencies.engine.drop(this.id).catch(() => undefined);
  }

  /** Adds the capture to the capture list. `refill` fills its table again after an engine restart. */
  start(file_name: string, media_type: string, bytes: number, refill: () => Promise<void>): CaptureInfo {
    this.bytes = bytes;
    this.started = { file_name, media_type, refill };
    this.dependencies.captures.grown(this.info(), this.problems, refill);
    return this.info();
  }

  /** Turns the capture of a scan that has ended into a capture of its recording file. */
  async settle(finish: (name: string, mediaType: string) => Promise<File>): Promise<CaptureInfo> {
    if (this.started === null) throw new Error('broken invariant: a capture ended that never began');
    const file = await finish(this.started.file_name, this.started.media_type);
    this.bytes = file.size;
    const info = await this.#withClock(this.info());
    this.dependencies.captures.settled(info, this.problems, file);
    return info;
  }

  /** Chooses the time base. If the engine is lost meanwhile, returns the facts unchanged; reading the recording again then chooses it. */
  async #withClock(info: CaptureInfo): Promise<CaptureInfo> {
    return chooseClock(this.dependencies.engine, info).catch(() => info);
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
