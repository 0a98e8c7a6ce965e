import { abortError, WorkbenchError } from '../base/failure.ts';
import type { LiveCounters, LiveOptions, LiveStatus } from './desk.ts';
import { Devices } from './devices.ts';
import { pcapngLog, scanLog } from './recording/log.ts';
import type { LogFormat } from './recording/log.ts';
import type { Recorder } from './recording/recorder.ts';
import type { AdvertisementSource, Heard, SourceRun } from './source.ts';
import { isActive, nextState } from './states.ts';
import type { LiveEvent, LiveState } from './states.ts';
import { ScanWriter } from './writer.ts';
import type { ScanSink } from './writer.ts';

/** How often rows leave for the engine and for the recording: what is lost when the page dies, and what is waited for. */
const PUMP_MS = 250;
/** Nothing heard for so long is silence. */
const QUIET_MS = 5_000;
export const DEFAULT_LIMIT = 256 * 1024 * 1024;

export interface ScanClock {
  now(): number;
  every(ms: number, work: () => void): () => void;
}

/** What the person is told: in words, and as a code that stays the same. */
interface Notice {
  readonly code: string;
  readonly message: string;
}

/** One scan, from the question to the person until it is stopped: state, rows, recording, devices and counters. */
export class Scan {
  readonly devices = new Devices();
  private current: LiveState = 'idle';
  private notice: Notice | null = null;
  private run: SourceRun | null = null;
  private writer: ScanWriter | null = null;
  private pumpedMs = 0;
  /** The person was told that the recording goes on in memory. */
  private spilled = false;
  private stopTimer: () => void = () => undefined;
  private lastMs: number | null = null;
  private startedMs: number | null = null;
  private stopping: Promise<void> | null = null;

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
          this.tell({ code: 'LIVE_ASKING', message });
        },
        paused: (message) => {
          this.on('focus_lost', { code: 'LIVE_PAUSED', message });
        },
        unplugged: (message) => {
          this.on('unplugged', { code: 'LIVE_UNPLUGGED', message });
        },
        plugged: () => {
          this.on('plugged', null);
        },
      });
    } catch (error) {
      this.on('refused', noticeOf(error));
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
      this.on('refused', noticeOf(error));
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
  private async open(run: SourceRun): Promise<LogFormat> {
    const { link_type, receiver } = run;
    this.startedMs = this.clock.now();
    const log = link_type === null ? scanLog(receiver, this.startedMs) : pcapngLog(link_type, receiver);
    const failed = ({ message }: Error): void => {
      this.tell({ code: 'LIVE_ROWS_NOT_STORED', message: `Rows could not be stored: ${message}` });
    };
    this.writer = new ScanWriter(run, log, await this.record(log), this.sink, failed);
    await this.writer.open();
    return log;
  }

  /** A port that nobody reads would stay taken. */
  private async abandon(run: SourceRun): Promise<void> {
    await run.stop();
    if (this.writer) await this.writer.discard();
    else await this.sink.discard();
    this.writer = null;
  }

  async resume(): Promise<void> {
    try {
      await this.run?.resume();
    } catch (error) {
      this.tell(noticeOf(error));
      throw error;
    }
    this.on('resumed', null);
  }

  async more(): Promise<void> {
    await this.run?.more();
  }

  /** Nothing more is taken; everything heard before is written. Rejects with what kept the last rows from the engine. */
  stop(notice: Notice | null = null): Promise<void> {
    this.stopping ??= isActive(this.current) ? this.halt(notice) : null;
    return this.stopping ?? Promise.resolve();
  }

  /** The recording as a file. */
  async finish(name: string, mediaType: string): Promise<File> {
    if (this.writer === null) throw new Error('broken invariant: a scan that was never granted has no file');
    return this.writer.recorder.finish(name, mediaType);
  }

  /** The engine lost its tables: everything recorded so far becomes rows once more. Rejects where that fails. */
  async refill(): Promise<void> {
    if (this.writer === null) return;
    const rows = await this.writer.refill();
    const message = `The query engine ended and was started again. Its ${String(rows)} rows were read back from the recording; none is lost.`;
    this.tell({ code: 'LIVE_ENGINE_RESTARTED', message });
  }

  /** Everything heard until now is in the recording and in the engine. */
  async pump(): Promise<void> {
    this.pumpedMs = this.clock.now();
    const { writer } = this;
    if (writer === null) return;
    await writer.pump();
    const { failure } = writer.recorder;
    if (failure === null || this.spilled) return;
    this.spilled = true;
    this.tell({
      code: 'LIVE_STORAGE_FULL',
      message: `The browser stores no more of the recording (${failure.message}). Nothing is lost: it goes on in memory, which a reload does not survive. Stop the scan and save it.`,
    });
  }

  status(): Omit<LiveStatus, 'capture_id'> {
    const now = this.clock.now();
    return {
      state: this.current,
      source: this.source.kind,
      code: this.notice?.code ?? null,
      message: this.notice?.message ?? null,
      firmware: this.run?.firmware() ?? null,
      started_ms: this.startedMs,
      silent_s: this.lastMs === null ? null : Math.max(0, (now - this.lastMs) / 1000),
      devices: this.devices.count,
      rate: isActive(this.current) ? this.devices.rate.at(now) : 0,
      counters: this.counters(),
      recording: this.writer && { bytes: this.bytes, limit_bytes: this.limit, place: this.writer.recorder.place },
    };
  }

  private get bytes(): number {
    return this.writer?.recorder.bytes ?? 0;
  }

  private get limit(): number {
    return this.options.limit_bytes ?? DEFAULT_LIMIT;
  }

  private async halt(notice: Notice | null): Promise<void> {
    // Whoever is told of the new state may ask for the end too, and gets this one.
    await Promise.resolve();
    this.on('stop', notice);
    this.stopTimer();
    await this.run?.stop();
    await this.pump();
    const failure = this.writer?.failure ?? null;
    if (failure !== null) throw failure;
  }

  private counters(): LiveCounters {
    const counted = this.run?.counters();
    return {
      rows: this.writer?.rows ?? 0,
      lost: counted?.lost ?? null,
      damaged: counted?.damaged ?? 0,
      dropped: this.writer?.dropped ?? 0,
      waiting: this.writer?.waiting ?? 0,
      filtered: counted?.filtered ?? 0,
    };
  }

  private hear(heard: Heard): void {
    if (!isActive(this.current)) return;
    const ms = this.clock.now();
    this.lastMs = ms;
    if (heard.kind === 'frame') this.devices.hear(heard.address, ms, heard.rssi, heard.name);
    else this.devices.hear(heard.advert.device_id, ms, heard.advert.rssi, heard.advert.name);
    this.writer?.add(heard);
    this.on('heard');
    // Timers of a page that nobody looks at come late, up to a minute; what is heard does not.
    if (ms - this.pumpedMs >= PUMP_MS) void this.pump();
  }

  private tick(): void {
    if (this.lastMs !== null && this.clock.now() - this.lastMs > QUIET_MS) this.on('quiet');
    void this.pump();
    const { limit } = this;
    if (this.bytes >= limit)
      // What went wrong with the last rows stands in the state.
      void this.stop({
        code: 'LIVE_LIMIT',
        message: `The recording has reached its limit of ${String(Math.round(limit / 1e6))} MB.`,
      }).catch(() => undefined);
    this.changed();
  }

  private tell(notice: Notice): void {
    this.notice = notice;
    this.changed();
  }

  private on(event: LiveEvent, notice?: Notice | null): void {
    const next = nextState(this.current, event);
    if (notice !== undefined) this.notice = notice;
    if (next === this.current && notice === undefined) return;
    this.current = next;
    this.changed();
  }
}

const noticeOf = (error: unknown): Notice => ({
  code: error instanceof WorkbenchError ? error.code : 'LIVE_REFUSED',
  message: error instanceof Error ? error.message : String(error),
});
