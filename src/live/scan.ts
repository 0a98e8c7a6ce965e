import { abortError, WorkbenchError } from '../base/failure.ts';
import { every } from './clock.ts';
import type { LiveClock } from './clock.ts';
import { Devices } from './devices.ts';
import { pcapngLog, scanLog } from './recording/log.ts';
import type { LogFormat } from './recording/log.ts';
import type { Recorder } from './recording/recorder.ts';
import type { LiveCounters, LiveOptions, LiveStatus } from './service.ts';
import type { AdvertisementSource, Heard, SourceRun } from './source.ts';
import { isActive, nextState } from './states.ts';
import type { LiveEvent, LiveState } from './states.ts';
import { ScanWriter } from './writer.ts';
import type { ScanSink } from './writer.ts';

/** Interval in ms at which data is written to the engine and the recording; a crash loses the data of at most this time. */
const PUMP_MS = 250;
/** Time in ms without an advertisement after which the scan counts as silent. */
const QUIET_MS = 5_000;
export const DEFAULT_LIMIT = 256 * 1024 * 1024;

/** A message for the person, with a stable code. */
export interface LiveNotice {
  readonly code: string;
  readonly message: string;
}

/** One scan, from the browser's prompt until it is stopped: its state, rows, recording, devices and counters. */
export class Scan {
  readonly devices = new Devices();
  private current: LiveState = 'idle';
  private notice: LiveNotice | null = null;
  private run: SourceRun | null = null;
  private writer: ScanWriter | null = null;
  /** Whether the person got the notice that the recording continues in memory. */
  private spilled = false;
  private stopTimer: () => void = () => undefined;
  private lastMs: number | null = null;
  private startedMs: number | null = null;
  private stopping: Promise<void> | null = null;
  /** Whether the source was released. Events that arrive later are ignored. */
  private closed = false;

  constructor(
    private readonly source: AdvertisementSource,
    /** Creates the recording, once the format of its file is known. */
    private readonly record: (log: LogFormat) => Promise<Recorder>,
    private readonly sink: ScanSink,
    private readonly clock: LiveClock,
    private readonly changed: () => void,
    private readonly options: LiveOptions = {},
  ) {}

  get state(): LiveState {
    return this.current;
  }

  /** Asks the person's permission for the scan. If it is refused, rejects with a message that says what to do. */
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
        ended: (message) => {
          this.endBy('LIVE_RADIO_LOST', `${message} The scan has ended; its capture and its recording are kept.`);
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
    // The state has not changed if the scan was stopped while the recording was being created.
    if (nextState(this.current, 'granted') === this.current) {
      await this.abandon(this.run);
      throw abortError('the scan');
    }
    this.on('granted', null);
    this.stopTimer = every(this.clock, PUMP_MS, () => {
      this.tick();
    });
    return log;
  }

  /** Creates the recording and the table, after the person allowed the source. */
  private async open(run: SourceRun): Promise<LogFormat> {
    const { link_type, receiver } = run;
    this.startedMs = this.clock.now();
    const log = link_type === null ? scanLog(receiver, this.startedMs) : pcapngLog(link_type, receiver);
    const failed = ({ message }: Error): void => {
      this.tell({
        code: 'LIVE_ROWS_NOT_STORED',
        message: `Rows could not be stored (${message}). They are in the recording and are read again when the engine restarts or the scan stops.`,
      });
    };
    this.writer = new ScanWriter(run, log, await this.record(log), this.sink, failed);
    await this.writer.open();
    return log;
  }

  /** Releases the source and removes a scan that could not start. */
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

  /** Ends the scan. Settles when everything that was received is in the recording and, if possible, in the engine. Never rejects. */
  stop(notice: LiveNotice | null = null): Promise<void> {
    this.stopping ??= isActive(this.current) ? this.halt(notice) : null;
    return this.stopping ?? Promise.resolve();
  }

  /** Returns the recording as a file. If it can no longer be read, the file has no entries, and a notice says so. */
  async finish(name: string, mediaType: string): Promise<File> {
    const { writer } = this;
    if (writer === null) throw new Error('broken invariant: a scan that was never granted has no file');
    try {
      return await writer.recorder.finish(name, mediaType);
    } catch (error) {
      this.tell({
        code: 'LIVE_RECORDING_LOST',
        message: `The browser no longer has the recording (${messageOf(error)}). Its rows stay in the query engine: export them as Parquet or CSV before you close the page.`,
      });
      return new File([writer.log.head()], name, { type: mediaType });
    }
  }

  /** Fills an empty table from the recording, after an engine restart. Rejects if that fails. */
  async refill(): Promise<void> {
    if (this.writer === null) return;
    const rows = await this.writer.refill();
    const message = `The query engine restarted. Its ${String(rows)} rows were read back from the recording; none is lost.`;
    this.tell({ code: 'LIVE_ENGINE_RESTARTED', message });
  }

  /** Settles when everything that was received so far is in the recording and in the engine. */
  async pump(): Promise<void> {
    const { writer } = this;
    if (writer === null) return;
    await writer.pump();
    const { failure } = writer.recorder;
    if (failure === null || this.spilled) return;
    this.spilled = true;
    this.tell({
      code: 'LIVE_STORAGE_FULL',
      message: `The browser stores no more of the recording (${failure.message}). Nothing is lost: recording continues in memory, but a reload would lose it. Stop the scan and save it.`,
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

  private async halt(notice: LiveNotice | null): Promise<void> {
    // Wait, so that `stopping` is set before listeners see the new state: a listener may call `stop`.
    await Promise.resolve();
    this.on('stop', notice);
    this.stopTimer();
    await this.run?.stop();
    this.closed = true;
    await this.pump();
    // Write the rows again that the engine rejected; the recording contains all of them.
    if (this.writer !== null && this.writer.failure !== null) await this.writer.refill().catch(() => undefined);
    this.changed();
  }

  private endBy(code: string, message: string): void {
    void this.stop({ code, message });
  }

  private counters(): LiveCounters {
    const counted = this.run?.counters();
    const { writer } = this;
    return {
      rows: writer?.rows ?? 0,
      lost: counted?.lost ?? null,
      damaged: counted?.damaged ?? 0,
      dropped: (writer?.dropped ?? 0) + (counted?.dropped ?? 0),
      waiting: writer?.waiting ?? 0,
      filtered: counted?.filtered ?? 0,
    };
  }

  private hear(heard: Heard): void {
    if (!isActive(this.current) && (this.closed || this.stopping === null)) return;
    const ms = this.clock.now();
    this.lastMs = ms;
    if (heard.kind === 'frame') this.devices.hear(heard.address, ms, heard.rssi, heard.name);
    else this.devices.hear(heard.advert.device_id, ms, heard.advert.rssi, heard.advert.name);
    this.writer?.add(heard);
    this.on('heard');
  }

  private tick(): void {
    if (this.lastMs !== null && this.clock.now() - this.lastMs > QUIET_MS) this.on('quiet');
    void this.pump();
    if (this.bytes >= this.limit)
      this.endBy('LIVE_LIMIT', `The recording has reached its limit of ${String(Math.round(this.limit / 1e6))} MB.`);
    this.changed();
  }

  private tell(notice: LiveNotice): void {
    this.notice = notice;
    this.changed();
  }

  private on(event: LiveEvent, notice?: LiveNotice | null): void {
    const next = nextState(this.current, event);
    if (notice !== undefined) this.notice = notice;
    if (next === this.current && notice === undefined) return;
    this.current = next;
    this.changed();
  }
}

const noticeOf = (error: unknown): LiveNotice => ({
  code: error instanceof WorkbenchError ? error.code : 'LIVE_REFUSED',
  message: messageOf(error),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
