import type { DecodeEnd, DecodeOutput } from '../capture/decoder.ts';
import { EventRows } from './event-rows.ts';
import { FrameRows } from './frame-rows.ts';
import type { LogFormat } from './recording/log.ts';
import type { Recorder } from './recording/recorder.ts';
import { joinBytes } from './serial/join-bytes.ts';
import type { Heard, SourceRun } from './source.ts';

/** Rows that may wait while the engine is busy, half a minute of 4 000 per second; more are dropped, and counted. */
const MOST_WAITING = 120_000;

/** Column `receiver` of frames: as whoever opens the saved file names its one interface, whose name the file holds too. */
export const ONLY_INTERFACE = '0';

/** What a scan hands on. */
export interface ScanSink {
  /** Rows of the engine; a new one after the engine lost its tables. */
  output(): DecodeOutput;
  /** After each pump that wrote rows: what the capture amounts to. */
  grown(end: DecodeEnd, rows: number, bytes: number): void;
  /** Nothing came of the scan: what stands of its table goes. Never rejects. */
  discard(): Promise<void>;
}

interface Rows {
  add(heard: Heard): boolean;
  flush(): Promise<void>;
  end(): Promise<DecodeEnd>;
}

/**
 * Where what is heard goes: into the recording and into the engine, each at its own pace. A query that keeps the engine busy
 * for a minute must not keep a minute of the air out of the recording, which is what outlives the page.
 */
export class ScanWriter {
  /** Rows that the engine has. */
  rows = 0;
  dropped = 0;
  /** What kept the last rows from the engine; gone after a refill. */
  failure: Error | null = null;
  private table: Rows | null = null;
  private heard: Heard[] = [];
  /** Taken from `heard`, on the way to the engine. */
  private queued = 0;
  /** Entries handed to the recording: the place of the next one in it. */
  private entries = 0;
  /** Entries that the table has from the recording itself. */
  private filled = 0;
  private recording: Promise<void> = Promise.resolve();
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: Pick<SourceRun, 'link_type' | 'receiver'>,
    readonly log: LogFormat,
    readonly recorder: Recorder,
    private readonly sink: ScanSink,
    /** Tells at once what went wrong. */
    private readonly failed: (error: Error) => void,
  ) {}

  /** Begins the recording and the table. */
  async open(): Promise<void> {
    await this.recorder.append(this.log.head());
    this.table = this.newRows();
    await this.table.flush();
  }

  /** Heard, and not yet rows of the engine. */
  get waiting(): number {
    return this.heard.length + this.queued;
  }

  add(heard: Heard): void {
    if (this.waiting < MOST_WAITING) this.heard.push(heard);
    else this.dropped++;
  }

  /** Settles when everything heard until now is in the recording and, unless that failed, in the engine. */
  async pump(): Promise<void> {
    const { heard, entries } = this;
    if (heard.length > 0) {
      this.heard = [];
      this.entries += heard.length;
      this.queued += heard.length;
      const bytes = joinBytes(heard.map((each) => this.log.entry(each)));
      this.recording = this.guarded(this.recording, () => this.recorder.append(bytes));
      this.storing = this.guarded(this.storing, async () => {
        this.queued -= heard.length;
        // A refill may have come first, with these among what it read.
        await this.write(heard.slice(Math.max(0, this.filled - entries)));
      });
    }
    await this.recording;
    await this.storing;
  }

  /** The engine lost its tables: everything recorded so far becomes rows once more, and how many. Rejects where that fails. */
  async refill(): Promise<number> {
    this.storing = this.guarded(this.storing, async () => {
      this.failure = null;
      this.table = this.newRows();
      await this.table.flush();
      await this.recording;
      const all: Heard[] = [];
      this.log.read(await this.recorder.read(), (heard) => all.push(heard));
      this.rows = 0;
      this.filled = all.length;
      await this.write(all);
    });
    await this.storing;
    if (this.failure !== null) throw this.failure;
    return this.filled;
  }

  /** A recording of a head alone would be offered, and a table without rows stand. */
  async discard(): Promise<void> {
    await this.recorder.discard();
    await this.sink.discard();
  }

  /** One after another; a failure is kept for whoever stops the scan, and told at once. */
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
