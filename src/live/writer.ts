import type { DecodeEnd, DecodeOutput } from '../capture/decoder.ts';
import { EventRows } from './event-rows.ts';
import { FrameRows } from './frame-rows.ts';
import type { LogFormat } from './recording/log.ts';
import type { Recorder } from './recording/recorder.ts';
import { joinBytes } from '../base/join-bytes.ts';
import type { Heard, SourceRun } from './source.ts';

/** Maximum number of entries that wait for the recording: half a minute at 4,000 per second. Further ones are dropped and counted. */
const MOST_UNRECORDED = 120_000;
/** Maximum number of entries that wait for the engine in memory. Further ones are later read from the recording instead. */
const MOST_QUEUED = 120_000;

/** Value of the column `receiver` for frames: the index that the decoder gives to the only interface of the saved file. */
export const ONLY_INTERFACE = '0';

/** Where the rows of a scan are written. */
export interface ScanSink {
  /** Creates a new, empty table in the engine. */
  output(): DecodeOutput;
  /** Called after each write that added rows, with a summary of the capture so far. */
  grown(end: DecodeEnd, rows: number, bytes: number): void;
  /** Removes the table of a scan that could not start. Never rejects. */
  discard(): Promise<void>;
}

interface Rows {
  add(heard: Heard): boolean;
  flush(): Promise<void>;
  end(): Promise<DecodeEnd>;
}

/**
 * Writes received packets to the recording and to the engine. Neither waits for the other: the recording, which survives a crash, must not
 * wait for an engine that runs a long query or restarts.
 */
export class ScanWriter {
  /** Number of rows that are in the engine. */
  rows = 0;
  dropped = 0;
  /** Why the engine rejected rows; null again after the table was filled from the recording. */
  failure: Error | null = null;
  private table: Rows | null = null;
  private heard: Heard[] = [];
  /** Number of entries that are being written to the recording. */
  private unrecorded = 0;
  /** Number of entries that are being sent to the engine. */
  private queued = 0;
  /** True if the queue was full, so that some entries are only in the recording until the table is filled from it. */
  private hasGap = false;
  /** Number of entries that were passed to the recording. */
  private entries = 0;
  /** Number of entries that were read from the recording when the table was last filled from it. */
  private filled = 0;
  private recording: Promise<void> = Promise.resolve();
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: Pick<SourceRun, 'link_type' | 'receiver'>,
    readonly log: LogFormat,
    readonly recorder: Recorder,
    private readonly sink: ScanSink,
    /** Called at once when the engine rejects rows. */
    private readonly failed: (error: Error) => void,
  ) {}

  /** Creates the recording and the table. */
  async open(): Promise<void> {
    await this.recorder.append(this.log.head());
    this.table = this.newRows();
    await this.table.flush();
  }

  /** Number of entries that are not rows in the engine yet. */
  get waiting(): number {
    return this.entries + this.heard.length - this.rows;
  }

  add(heard: Heard): void {
    if (this.heard.length + this.unrecorded < MOST_UNRECORDED) this.heard.push(heard);
    else this.dropped++;
  }

  /** Settles when everything received so far is in the recording and, unless `failure` is set, in the engine. Never rejects. */
  async pump(): Promise<void> {
    const { heard } = this;
    if (heard.length > 0) {
      this.heard = [];
      const first = this.entries;
      this.entries += heard.length;
      this.record(heard);
      this.store(heard, first);
    }
    if (this.hasGap && this.queued === 0) {
      this.hasGap = false;
      this.storing = this.guarded(this.storing, () => this.fill());
    }
    await this.recording;
    await this.storing;
  }

  private record(heard: readonly Heard[]): void {
    const bytes = joinBytes(heard.map((each) => this.log.entry(each)));
    this.unrecorded += heard.length;
    this.recording = this.guarded(this.recording, async () => {
      try {
        await this.recorder.append(bytes);
      } finally {
        this.unrecorded -= heard.length;
      }
    });
  }

  /** @param first position in the recording of the first entry */
  private store(heard: readonly Heard[], first: number): void {
    this.hasGap ||= this.queued + heard.length > MOST_QUEUED;
    if (this.hasGap) return;
    this.queued += heard.length;
    this.storing = this.guarded(this.storing, async () => {
      this.queued -= heard.length;
      // After a failure the table has a gap that only filling it from the recording closes, so write nothing.
      if (this.failure !== null) return;
      // Skip entries that were already read when the table was filled from the recording.
      await this.write(heard.slice(Math.max(0, this.filled - first)));
    });
  }

  /** Fills a new table with the whole recording; returns the number of rows. Rejects if that fails. */
  async refill(): Promise<number> {
    this.storing = this.guarded(this.storing, () => this.fill());
    await this.storing;
    if (this.failure !== null) throw this.failure;
    return this.filled;
  }

  private async fill(): Promise<void> {
    this.failure = null;
    this.rows = 0;
    this.table = this.newRows();
    await this.table.flush();
    await this.recording;
    const all: Heard[] = [];
    this.log.read(await this.recorder.read(), (heard) => all.push(heard));
    this.filled = all.length;
    await this.write(all);
  }

  /** Removes the recording and the table of a scan that could not start. */
  async discard(): Promise<void> {
    await this.recorder.discard();
    await this.sink.discard();
  }

  /** Runs `work` after `before`. Stores and reports the first failure. */
  private guarded(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    return before.then(work).catch((error: unknown) => {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      this.failed(this.failure);
    });
  }

  private async write(batch: readonly Heard[]): Promise<void> {
    const { table } = this;
    if (table === null || batch.length === 0) return;
    for (const heard of batch) if (table.add(heard)) await table.flush();
    await table.flush();
    this.rows += batch.length;
    this.sink.grown(await table.end(), this.rows, this.recorder.bytes);
  }

  private newRows(): Rows {
    const { link_type, receiver } = this.run;
    if (link_type === null) {
      const rows = new EventRows(receiver, this.sink.output());
      return {
        add: (heard) => heard.kind === 'advert' && rows.add(heard.advert),
        flush: () => rows.flush(),
        end: () => rows.end(),
      };
    }
    const rows = new FrameRows(link_type, ONLY_INTERFACE, this.sink.output());
    return {
      add: (heard) => heard.kind === 'frame' && rows.add(heard.us, heard.bytes),
      flush: () => rows.flush(),
      end: () => rows.end(),
    };
  }
}
