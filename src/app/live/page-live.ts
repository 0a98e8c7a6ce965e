import { WorkbenchError } from '../../base/failure.ts';
import type { LeftRecording, LiveDevice, LiveOptions, LiveSource, LiveStatus, LiveTrace, Preflight } from '../../live/desk.ts';
import { leftRecordings, OpfsRecorder, readRecording, removeRecording } from '../../live/recording/opfs.ts';
import type { LogFormat } from '../../live/recording/log.ts';
import { MemoryRecorder } from '../../live/recording/recorder.ts';
import type { Recorder } from '../../live/recording/recorder.ts';
import { SpillingRecorder } from '../../live/recording/spilling.ts';
import { blockedBy, preflight } from '../../live/preflight.ts';
import { DEFAULT_LIMIT, Scan } from '../../live/scan.ts';
import type { AdvertisementSource } from '../../live/source.ts';
import { leScanSource } from '../../live/sources/lescan.ts';
import { serialSource } from '../../live/sources/serial.ts';
import { watchSource } from '../../live/sources/watch.ts';
import { isActive, nextState } from '../../live/states.ts';
import type { LiveState } from '../../live/states.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { growingSha256 } from '../captures/stream-hash.ts';
import { GrowingCapture } from './growing-capture.ts';
import { NO_SCAN } from './live-desk.ts';
import type { LiveParts } from './live-desk.ts';
import { pageFocus, platform } from './page-platform.ts';

/** The scans of the page, one at a time. */
export class PageLive {
  private scan: Scan | null = null;
  private capture: GrowingCapture | null = null;
  /** Before the first scan, or where something stands in its way. */
  private state: LiveState = 'idle';
  private message: string | null = null;
  /** A scan is being asked for. */
  private starting = false;
  private ended: Promise<CaptureInfo> | null = null;
  private code: string | null = null;
  /** Stored recordings of captures that this page holds, by the capture's id: as long as it is open it is not offered again. */
  private readonly stored = new Map<string, string>();

  constructor(private readonly parts: LiveParts) {}

  preflight(): Promise<Preflight[]> {
    return preflight(platform());
  }

  async start(options: LiveOptions = {}): Promise<CaptureInfo> {
    const source = sourceOf(options);
    if (this.starting || (this.scan !== null && isActive(this.scan.state)))
      throw new WorkbenchError('LIVE_BUSY', 'expected no scan, found one that runs: stop it first');
    this.starting = true;
    try {
      await this.refuseWhatIsBlocked(source);
      return await this.begin(source, options);
    } finally {
      this.starting = false;
    }
  }

  async resume(): Promise<void> {
    await this.scan?.resume();
  }

  async more(): Promise<void> {
    await this.scan?.more();
  }

  async stop(): Promise<CaptureInfo> {
    await this.scan?.stop();
    if (this.ended === null) throw new WorkbenchError('LIVE_IDLE', 'expected a scan that was granted, found none');
    return this.ended;
  }

  status(): LiveStatus {
    const { scan, capture } = this;
    if (scan === null) return { ...NO_SCAN, state: this.state, message: this.message, code: this.code };
    return { ...scan.status(), capture_id: capture?.id ?? null };
  }

  devices(most: number): LiveDevice[] {
    return this.scan?.devices.list(most, Date.now()) ?? [];
  }

  traces(keys: readonly string[]): LiveTrace[] {
    return this.scan?.devices.traces(keys) ?? [];
  }

  async left(): Promise<LeftRecording[]> {
    const here = new Set([...this.stored].flatMap(([capture, id]) => (this.parts.captures.get(capture) ? [id] : [])));
    return (await leftRecordings()).filter(({ id }) => !here.has(id));
  }

  async recover(id: string): Promise<CaptureInfo> {
    const file = await readRecording(id);
    const opened = file && (await this.parts.open(file));
    if (!opened) throw new WorkbenchError('LIVE_GONE', `expected the recording ${id}, found none`);
    // It stays stored until somebody saves or deletes it: a capture that is open is in memory alone.
    this.stored.set(opened.capture_id, id);
    return opened;
  }

  discard(id: string): Promise<void> {
    return removeRecording(id);
  }

  /** The person has the file: the stored copy may go. */
  async saved(captureId: string): Promise<void> {
    const id = this.stored.get(captureId);
    this.stored.delete(captureId);
    if (id !== undefined) await removeRecording(id);
  }

  private async refuseWhatIsBlocked(source: LiveSource): Promise<void> {
    const blocked = blockedBy(await this.preflight(), source);
    if (blocked === null) return;
    const { label, found, remedy } = blocked.line;
    this.scan = null;
    this.state = nextState('idle', blocked.event);
    this.message = `${label}: ${found}. ${remedy ?? ''}`;
    this.code = 'LIVE_BLOCKED';
    this.parts.changed(this.status());
    throw new WorkbenchError('LIVE_BLOCKED', this.message);
  }

  private async begin(kind: LiveSource, options: LiveOptions): Promise<CaptureInfo> {
    const startedMs = Date.now();
    const name = options.name ?? `scan ${new Date(startedMs).toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
    const { id, release } = this.parts.captures.reserve(name);
    const hash = await growingSha256();
    const capture = new GrowingCapture(this.parts, id, hash);
    const changed = (): void => {
      this.parts.changed(this.status());
      if (scan.state === 'stopped') this.end(scan, capture);
    };
    const record = async ({ extension }: LogFormat): Promise<Recorder> => {
      const stored = await OpfsRecorder.create(id, startedMs, extension);
      // A page from disk has no storage, which the preflight says; elsewhere it is news.
      if (stored instanceof Error) return hashed(new MemoryRecorder(platform().storage ? stored : null), hash);
      this.stored.set(id, stored.file);
      return hashed(new SpillingRecorder(stored), hash);
    };
    const scan: Scan = new Scan(sourceFor(kind, options), record, capture, clock, changed, options);
    this.scan = scan;
    this.capture = capture;
    this.ended = null;
    try {
      const log = await scan.start();
      return capture.start(`${name}.${log.extension}`, log.media_type, scan.status().recording?.bytes ?? 0, () => scan.refill());
    } finally {
      release();
    }
  }

  /** Once, however the scan ended. */
  private end(scan: Scan, capture: GrowingCapture): void {
    if (this.ended !== null || this.capture !== capture || !capture.begun) return;
    this.ended = scan.stop().then(() => capture.settle((name, type) => scan.finish(name, type)));
    this.ended.then(
      () => {
        this.parts.changed(this.status());
      },
      () => undefined,
    );
  }
}

/** The digest of a recording grows with it. */
function hashed(inner: Recorder, hash: { update(bytes: Uint8Array): void }): Recorder {
  return {
    get place() {
      return inner.place;
    },
    get failure() {
      return inner.failure;
    },
    get bytes() {
      return inner.bytes;
    },
    append(bytes) {
      hash.update(bytes);
      return inner.append(bytes);
    },
    read: () => inner.read(),
    finish: (name, type) => inner.finish(name, type),
    discard: () => inner.discard(),
  };
}

const clock = {
  now: () => Date.now(),
  every: (ms: number, work: () => void) => {
    const timer = setInterval(work, ms);
    return () => {
      clearInterval(timer);
    };
  },
};

const SOURCES: readonly LiveSource[] = ['lescan', 'watch', 'serial'];

function sourceOf({ source = 'serial', limit_bytes = DEFAULT_LIMIT }: LiveOptions): LiveSource {
  if (!SOURCES.includes(source))
    throw new WorkbenchError('LIVE_OPTIONS', `expected source as one of ${SOURCES.join(', ')}, found ${JSON.stringify(source)}`);
  if (!(limit_bytes >= 1_000_000))
    throw new WorkbenchError('LIVE_OPTIONS', `expected limit_bytes of at least 1000000, found ${String(limit_bytes)}`);
  return source;
}

function sourceFor(kind: LiveSource, options: LiveOptions): AdvertisementSource {
  const { bluetooth, serial } = platform();
  const focus = pageFocus();
  // What the source stands on is there: the preflight has seen it.
  if (kind === 'serial') return serialSource(serial!, focus, options);
  return kind === 'watch' ? watchSource(bluetooth!, focus, options) : leScanSource(bluetooth!, focus, options);
}
