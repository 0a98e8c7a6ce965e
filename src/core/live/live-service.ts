import { WorkbenchError } from '../../base/failure.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveClock } from '../../live/clock.ts';
import { blockedBy, preflight } from '../../live/preflight.ts';
import type { RadioFacts, RadioHost } from '../../live/radio-host.ts';
import { leftRecordings, readRecording, removeRecording } from '../../live/recording/opfs.ts';
import type { LogFormat } from '../../live/recording/log.ts';
import type { Recorder } from '../../live/recording/recorder.ts';
import { Scan } from '../../live/scan.ts';
import { NO_SCAN } from '../../live/service.ts';
import type {
  LeftRecording,
  LiveDevice,
  LiveOptions,
  LiveService,
  LiveSource,
  LiveStatus,
  LiveTrace,
  Preflight,
} from '../../live/service.ts';
import type { AdvertisementSource } from '../../live/source.ts';
import { bluetoothSource } from '../../live/sources/bluetooth.ts';
import { serialSource } from '../../live/sources/serial.ts';
import { isActive, nextState } from '../../live/states.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { Captures } from '../captures/captures.ts';
import { growingSha256 } from '../captures/stream-hash.ts';
import { GrowingCapture } from './growing-capture.ts';
import { sourceOf } from './live-options.ts';
import { recordScan } from './record-scan.ts';

export interface LiveDependencies {
  readonly engine: Engine;
  readonly captures: Captures;
  readonly radio: RadioHost;
  readonly clock: LiveClock;
  /** Opens a stored recording as a capture. */
  readonly open: (file: File) => Promise<CaptureInfo | undefined>;
  readonly changed: (status: LiveStatus) => void;
}

/** Runs live scans in the core. The radio interface exists only on the page and is reached through `RadioHost`. */
export function createLiveService(dependencies: LiveDependencies): LiveService {
  const scans = new Scans(dependencies);
  return {
    preflight: () => scans.preflight(),
    start: (options) => scans.start(options),
    resume: () => scans.resume(),
    more: () => scans.more(),
    stop: () => scans.stop(),
    status: () => scans.status(),
    devices: (most) => Promise.resolve(scans.devices(most)),
    traces: (keys) => Promise.resolve(scans.traces(keys)),
    file: (id) => scans.file(id),
    left: () => scans.left(),
    recover: (id) => scans.recover(id),
    discard: (id) => removeRecording(id),
    saved: (id) => scans.saved(id),
  };
}

function requireGesture({ user_active }: RadioFacts): void {
  if (user_active) return;
  throw new WorkbenchError(
    'LIVE_NEEDS_GESTURE',
    'expected a click or a key press, found none: browsers start a scan only after one. Press Start in the Live view, or call live.start from a click handler.',
  );
}

class Scans {
  private scan: Scan | null = null;
  private capture: GrowingCapture | null = null;
  /** The status to report while no live scan runs: idle, or what is missing to start a scan. */
  private idle: LiveStatus = NO_SCAN;
  /** True while `start` waits for the page, or for the person's permission. */
  private starting = false;
  private ended: Promise<CaptureInfo> | null = null;
  /** Ids of recordings that the browser stores, by the id of their open capture. */
  private readonly stored = new Map<string, string>();

  constructor(private readonly dependencies: LiveDependencies) {}

  async preflight(): Promise<Preflight[]> {
    return preflight(await this.dependencies.radio.facts());
  }

  async start(options: LiveOptions = {}): Promise<CaptureInfo> {
    const source = sourceOf(options);
    if (this.starting || (this.scan !== null && isActive(this.scan.state)))
      throw new WorkbenchError('LIVE_BUSY', 'expected no scan, found one that runs: stop it first');
    this.starting = true;
    try {
      const facts = await this.dependencies.radio.facts();
      requireGesture(facts);
      this.refuseBlocked(facts, source);
      return await this.begin(source, options, facts.storage);
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
    if (this.ended === null) throw new WorkbenchError('LIVE_IDLE', 'expected a running scan, found none');
    return this.ended;
  }

  status(): LiveStatus {
    return this.scan === null ? this.idle : { ...this.scan.status(), capture_id: this.capture?.id ?? null };
  }

  devices(most: number): LiveDevice[] {
    return this.scan?.devices.list(most, this.dependencies.clock.now()) ?? [];
  }

  traces(keys: readonly string[]): LiveTrace[] {
    return this.scan?.devices.traces(keys) ?? [];
  }

  /** Waits until a scan that was just stopped has completed its recording; null if there is no file. */
  async file(captureId: string): Promise<File | null> {
    if (this.capture?.id === captureId) await this.ended?.catch(() => undefined);
    return this.dependencies.captures.file(captureId) ?? null;
  }

  async left(): Promise<LeftRecording[]> {
    const { captures } = this.dependencies;
    const open = new Set([...this.stored].flatMap(([capture, id]) => (captures.get(capture) ? [id] : [])));
    return (await leftRecordings()).filter(({ id }) => !open.has(id));
  }

  async recover(id: string): Promise<CaptureInfo> {
    const file = await readRecording(id);
    const opened = file && (await this.dependencies.open(file));
    if (!opened) throw new WorkbenchError('LIVE_GONE', `expected the recording ${id}, found none`);
    // Keep the stored recording until a person saves or deletes it, because the open capture exists only in memory.
    this.stored.set(opened.capture_id, id);
    return opened;
  }

  async saved(captureId: string): Promise<void> {
    const id = this.stored.get(captureId);
    this.stored.delete(captureId);
    if (id !== undefined) await removeRecording(id);
  }

  private refuseBlocked(facts: RadioFacts, source: LiveSource): void {
    const blocked = blockedBy(preflight(facts), source);
    if (blocked === null) return;
    const { label, found, remedy } = blocked.line;
    const message = `${label}: ${found}. ${remedy ?? ''}`;
    this.scan = null;
    this.idle = { ...NO_SCAN, state: nextState('idle', blocked.event), message, code: 'LIVE_BLOCKED' };
    this.dependencies.changed(this.idle);
    throw new WorkbenchError('LIVE_BLOCKED', message);
  }

  private async begin(kind: LiveSource, options: LiveOptions, storage: boolean): Promise<CaptureInfo> {
    const { captures, clock, changed } = this.dependencies;
    const startedMs = clock.now();
    const name = options.name ?? `scan ${new Date(startedMs).toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
    const { id, release } = captures.reserve(name);
    try {
      const hash = await growingSha256();
      const capture = new GrowingCapture(this.dependencies, id, hash);
      const record = async ({ extension }: LogFormat): Promise<Recorder> => {
        const { recorder, stored } = await recordScan({ id, startedMs, extension }, storage, clock, hash);
        if (stored !== null) this.stored.set(id, stored);
        return recorder;
      };
      const scan: Scan = new Scan(
        this.source(kind, options),
        record,
        capture,
        clock,
        () => {
          if (scan.state === 'stopped') this.end(scan, capture);
          changed(this.status());
        },
        options,
      );
      this.scan = scan;
      this.capture = capture;
      this.ended = null;
      const log = await scan.start();
      return capture.start(`${name}.${log.extension}`, log.media_type, scan.status().recording?.bytes ?? 0, () => scan.refill());
    } finally {
      release();
    }
  }

  private source(kind: LiveSource, options: LiveOptions): AdvertisementSource {
    const { radio, clock } = this.dependencies;
    return kind === 'serial' ? serialSource(radio, clock, options) : bluetoothSource(radio, kind, options);
  }

  /** Turns the growing capture into one of a file. Every way in which a scan can end calls this; only the first call has an effect. */
  private end(scan: Scan, capture: GrowingCapture): void {
    if (this.ended !== null || this.capture !== capture || !capture.begun) return;
    this.ended = scan.stop().then(() => capture.settle((name, type) => scan.finish(name, type)));
    this.ended.then(
      () => {
        this.dependencies.changed(this.status());
      },
      () => undefined,
    );
  }
}
