import type { DecodeEnd, DecodeOutput } from '../capture/decoder.ts';
import { abortError } from '../base/failure.ts';
import type { LiveCounters, LiveOptions, LiveStatus } from './desk.ts';
import { Devices } from './devices.ts';
import { EventRows } from './event-rows.ts';
import { FrameRows } from './frame-rows.ts';
import { pcapngLog, scanLog } from './recording/log.ts';
import type { LogFormat } from './recording/log.ts';
import type { Recorder } from './recording/recorder.ts';
import { joinBytes } from './serial/join-bytes.ts';
import type { AdvertisementSource, Heard, SourceRun } from './source.ts';
import { isActive, nextState } from './states.ts';
import type { LiveEvent, LiveState } from './states.ts';

/** How often rows leave for the engine and for the recording: what is lost when the page dies, and what is waited for. */
const PUMP_MS = 250;
/** Nothing heard for so long is silence. */
const QUIET_MS = 5_000;
/** Rows that may wait while the engine is busy, half a minute of 4 000 per second; more are dropped, and counted. */
const MOST_WAITING = 120_000;
export const DEFAULT_LIMIT = 256 * 1024 * 1024;

export interface ScanClock {
  now(): number;
  every(ms: number, work: () => void): () => void;
}

/** What a scan hands on. */
export interface ScanSink {
  /** Rows of the engine; a new one after the engine lost its tables. */
  output(): DecodeOutput;
  /** After each pump that wrote rows: what the capture amounts to. */
  grown(end: DecodeEnd, rows: number, bytes: number): void;
  /** Nothing came of the scan: what stands of its table goes. Never rejects. */
  discard(): Promise<void>;
}

/** What a scan that was granted writes. */
interface Written {
  readonly log: LogFormat;
  readonly recorder: Recorder;
}

interface Rows {
  add(heard: Heard): boolean;
  flush(): Promise<void>;
  end(): Promise<DecodeEnd>;
}

/** One scan, from the question to the person until it is stopped: state, rows, recording, devices and counters. */
export class Scan {
  readonly devices = new Devices();
  private current: LiveState = 'idle';
  private message: string | null = null;
  private run: SourceRun | null = null;
  private written: Written | null = null;
  private rows: Rows | null = null;
  private waiting: Heard[] = [];
  private pumping: Promise<void> = Promise.resolve();
  private stopTimer: () => void = () => undefined;
  private lastMs: number | null = null;
  private startedMs: number | null = null;
  private count = 0;
  private stopping: Promise<void> | null = null;
  private dropped = 0;
  private failure: Error | null = null;

  constructor(
    private readonly source: AdvertisementSource,
    /** Where to write, once it is known what. */
    private readonly record: (log: LogFormat) => Promise<Recorder>,
    private readonly sink: ScanSink,
    private readonly clock: ScanClock,
    private readonly changed: () => void,
    private readonly options: LiveOptions = {},
  ) {}

  get state(): LiveState {
    return this.current;
  }

  /** Asks the person; rejects with the remedy where nothing came of it. */
  async start(): Promise<LogFormat> {
    this.on('ask');
    try {
      this.run = await this.source.start({
        heard: (heard) => {
          this.hear(heard);
        },
        asking: (message) => {
          this.tell(message);
        },
        paused: (message) => {
          this.on('focus_lost', message);
        },
        unplugged: (message) => {
          this.on('unplugged', message);
        },
        plugged: () => {
          this.on('plugged', null);
        },
      });
    } catch (error) {
      this.on('refused', error instanceof Error ? error.message : String(error));
      throw error;
    }
    if (this.current !== 'asking') {
      await this.run.stop();
      throw abortError('the scan');
    }
    let log: LogFormat;
    try {
      log = await this.open(this.run);
    } catch (error) {
      await this.abandon(this.run);
      this.on('refused', error instanceof Error ? error.message : String(error));
      throw error;
    }
    // Stopped while the recording was being opened.
    if (nextState(this.current, 'granted') === this.current) {
      await this.abandon(this.run);
      throw abortError('the scan');
    }
    this.on('granted', null);
    this.stopTimer = this.clock.every(PUMP_MS, () => {
      this.tick();
    });
    return log;
  }

  /** Recording and rows of a source that was granted. */
  private async open({ link_type, receiver }: SourceRun): Promise<LogFormat> {
    this.startedMs = this.clock.now();
    const log = link_type === null ? scanLog(receiver, this.startedMs) : pcapngLog(link_type, receiver);
    const recorder = await this.record(log);
    this.written = { log, recorder };
    await recorder.append(log.head());
    this.rows = this.newRows();
    await this.rows.flush();
    return log;
  }

  /** A port that nobody reads would stay taken, a recording of a head alone be offered, and a table without rows stand. */
  private async abandon(run: SourceRun): Promise<void> {
    await run.stop();
    await this.written?.recorder.discard();
    this.written = null;
    await this.sink.discard();
  }

  async resume(): Promise<void> {
    await this.run?.resume();
    this.on('resumed', null);
  }

  async more(): Promise<void> {
    await this.run?.more();
  }

  /** Nothing more is taken; everything heard before is written. Rejects with what kept the last rows from the engine. */
  stop(message: string | null = null): Promise<void> {
    this.stopping ??= isActive(this.current) ? this.halt(message) : null;
    return this.stopping ?? Promise.resolve();
  }

  /** The recording as a file. */
  async finish(name: string, mediaType: string): Promise<File> {
    if (this.written === null) throw new Error('broken invariant: a scan that was never granted has no file');
    return this.written.recorder.finish(name, mediaType);
  }

  /** The engine lost its tables: everything recorded so far becomes rows once more. Rejects where that fails. */
  async refill(): Promise<void> {
    await this.after(async () => {
      this.failure = null;
      this.rows = this.newRows();
      await this.rows.flush();
      this.count = 0;
      const all: Heard[] = [];
      if (this.written) this.written.log.read(await this.written.recorder.read(), (heard) => all.push(heard));
      await this.write(all);
      this.tell(
        `The query engine ended and was started again. Its ${String(all.length)} rows were read back from the recording; none is lost.`,
      );
    });
    if (this.failure !== null) throw this.failure;
  }

  /** Everything heard until now is in the engine and in the recording. */
  pump(): Promise<void> {
    return this.after(async () => {
      const batch = this.waiting;
      this.waiting = [];
      if (batch.length === 0 || this.written === null) return;
      const { log, recorder } = this.written;
      await recorder.append(joinBytes(batch.map((heard) => log.entry(heard))));
      await this.write(batch);
    });
  }

  status(): Omit<LiveStatus, 'capture_id'> {
    const now = this.clock.now();
    return {
      state: this.current,
      source: this.source.kind,
      message: this.message,
      firmware: this.run?.firmware() ?? null,
      started_ms: this.startedMs,
      silent_s: this.lastMs === null ? null : Math.max(0, (now - this.lastMs) / 1000),
      devices: this.devices.count,
      rate: isActive(this.current) ? this.devices.rate.at(now) : 0,
      counters: this.counters(),
      recording: this.written && { bytes: this.bytes, limit_bytes: this.limit, place: this.written.recorder.place },
    };
  }

  private get bytes(): number {
    return this.written?.recorder.bytes ?? 0;
  }

  private get limit(): number {
    return this.options.limit_bytes ?? DEFAULT_LIMIT;
  }

  private async halt(message: string | null): Promise<void> {
    // Whoever is told of the new state may ask for the end too, and gets this one.
    await Promise.resolve();
    this.on('stop', message);
    this.stopTimer();
    await this.run?.stop();
    await this.pump();
    if (this.failure !== null) throw this.failure;
  }

  private counters(): LiveCounters {
    const counted = this.run?.counters();
    return {
      rows: this.count,
      lost: counted?.lost ?? null,
      damaged: counted?.damaged ?? 0,
      dropped: this.dropped,
      filtered: counted?.filtered ?? 0,
    };
  }

  private hear(heard: Heard): void {
    if (!isActive(this.current)) return;
    const ms = this.clock.now();
    this.lastMs = ms;
    if (heard.kind === 'frame') this.devices.hear(heard.address, ms, heard.rssi, heard.name);
    else this.devices.hear(heard.advert.device_id, ms, heard.advert.rssi, heard.advert.name);
    if (this.waiting.length < MOST_WAITING) this.waiting.push(heard);
    else this.dropped++;
    this.on('heard');
  }

  private tick(): void {
    if (this.lastMs !== null && this.clock.now() - this.lastMs > QUIET_MS) this.on('quiet');
    void this.pump();
    const { limit } = this;
    if (this.bytes >= limit)
      // What went wrong with the last rows stands in the state.
      void this.stop(`The recording has reached its limit of ${String(Math.round(limit / 1e6))} MB.`).catch(() => undefined);
    this.changed();
  }

  /** One after another; a failure is kept for whoever stops the scan, and told at once. */
  private after(work: () => Promise<void>): Promise<void> {
    this.pumping = this.pumping.then(work).catch((error: unknown) => {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      this.tell(`Rows could not be stored: ${this.failure.message}`);
    });
    return this.pumping;
  }

  private async write(batch: readonly Heard[]): Promise<void> {
    const { rows } = this;
    if (rows === null) return;
    for (const heard of batch) if (rows.add(heard)) await rows.flush();
    await rows.flush();
    this.count += batch.length;
    this.sink.grown(await rows.end(), this.count, this.bytes);
  }

  private newRows(): Rows {
    const { link_type = null, receiver = '' } = this.run ?? {};
    if (link_type === null) {
      const rows = new EventRows(receiver, this.sink.output());
      return {
        add: (heard) => heard.kind === 'advert' && rows.add(heard.advert),
        flush: () => rows.flush(),
        end: () => rows.end(),
      };
    }
    const rows = new FrameRows(link_type, receiver, this.sink.output());
    return {
      add: (heard) => heard.kind === 'frame' && rows.add(heard.us, heard.bytes),
      flush: () => rows.flush(),
      end: () => rows.end(),
    };
  }

  private tell(message: string | null): void {
    this.message = message;
    this.changed();
  }

  private on(event: LiveEvent, message?: string | null): void {
    const next = nextState(this.current, event);
    if (message !== undefined) this.message = message;
    if (next === this.current && message === undefined) return;
    this.current = next;
    this.changed();
  }
}
