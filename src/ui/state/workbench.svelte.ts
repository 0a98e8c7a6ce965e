import type { CaptureInfo } from '../../tables/captures.ts';
import type { EngineState } from '../../engine/state.ts';
import type { AuditEntry, ToolPolicy } from '../../tools/contract/index.ts';
import type { Activity, CheckedJournal, OpenOptions, SampleId, WorkbenchPort } from '../../workbench/port.ts';
import type { FileChange, OpenedVerification, Signer } from '../../workbench/verification.ts';
import { beforePicture } from '../kit/before-picture.ts';

const CORE_RESTARTS = 'The core of the workbench ended and starts again. Captures, results and the journal are kept.';

/** The values of the port, as state that views can read. */
export class WorkbenchState {
  captures = $state.raw<readonly CaptureInfo[]>([]);
  audit = $state.raw<readonly AuditEntry[]>([]);
  /** In force; what may be called follows from it. */
  policy = $state.raw<ToolPolicy>();
  /** Journals that came with sessions. */
  journals = $state.raw<readonly CheckedJournal[]>([]);
  /** Of the session that was opened; null where none was. */
  verification = $state.raw<OpenedVerification | null>(null);
  /** The key that signs; null where there is none. */
  signer = $state.raw<Signer | null>(null);
  /** The state of the query engine, as the core reports it. */
  engineState = $state.raw() as EngineState;
  /** The core runs, and its kernels and rules answer. */
  #coreReady = $state(false);
  /** Why the core is not ready; empty where nothing is wrong. */
  #coreMessage = $state('');
  /** What the page's one live region reads out; every saying is one of its own, also of the same words. */
  said = $state.raw({ words: '' });
  #activities = $state.raw<readonly Activity[]>([]);
  /** Messages of the page itself: a refused call that no activity tells about. */
  #notices = $state.raw<readonly Activity[]>([]);
  #serial = 0;

  readonly activities: readonly Activity[] = $derived([...this.#activities, ...this.#notices]);
  readonly running: readonly Activity[] = $derived(this.activities.filter((activity) => activity.state === 'running'));
  readonly failed: readonly Activity[] = $derived(this.activities.filter((activity) => activity.state === 'failed'));

  constructor(readonly port: WorkbenchPort) {
    this.captures = port.captures();
    this.#readCore();
    this.#activities = port.activities();
    this.engineState = port.engine();
  }

  /** Whether SQL and calls run now, come to run by themselves, or need a look. */
  get engine(): 'starting' | 'ready' | 'failed' {
    const { phase } = this.engineState;
    if (phase === 'failed') return 'failed';
    return this.#coreReady && (phase === 'ready' || phase === 'busy') ? 'ready' : 'starting';
  }

  /** What keeps SQL and calls from running, as a sentence; empty where nothing does or the first start goes on as usual. */
  get engineMessage(): string {
    return this.#coreMessage || (this.engineState.reason ?? '');
  }

  /** Values that the core sends when it starts, without an event of their own. */
  #readCore(): void {
    this.policy = this.port.policy.read();
    this.audit = this.port.audit();
    this.journals = this.port.journal.earlier();
    this.verification = this.port.verification();
    this.signer = this.port.signing.key();
  }

  /** What verification found of a result; undefined where it is as it was written, or was made here. */
  changeOf(tool_call_id: string): FileChange | undefined {
    return this.verification?.changes.find((change) => change.tool_call_id === tool_call_id);
  }

  #awaitCore(): void {
    this.port.whenReady().then(
      () => {
        this.#coreReady = true;
        this.#coreMessage = '';
        this.engineState = this.port.engine();
      },
      (error: unknown) => {
        this.#coreMessage = messageOf(error);
      },
    );
  }

  /** Follows the port until the returned function is called. */
  connect(onCaptures: (now: readonly CaptureInfo[], before: readonly CaptureInfo[]) => void): () => void {
    const stops = [
      this.port.on('captures', ({ captures }) => {
        const before = this.captures;
        this.captures = captures;
        onCaptures(captures, before);
      }),
      this.port.on('engine', ({ state }) => {
        this.engineState = state;
      }),
      this.port.on('core', ({ state }) => {
        this.#coreReady = false;
        this.#coreMessage = state === 'restarting' ? CORE_RESTARTS : '';
        if (state === 'restarting') this.announcement = CORE_RESTARTS;
        else {
          this.#readCore();
          this.#awaitCore();
        }
      }),
      this.port.on(
        'activity',
        beforePicture(() => this.#followActivities()),
      ),
      this.port.on(
        'audit',
        beforePicture(() => {
          this.audit = this.port.audit();
        }),
      ),
      this.port.on('policy', () => {
        this.policy = this.port.policy.read();
      }),
      this.port.on('verification', () => {
        this.verification = this.port.verification();
      }),
      this.port.on('signing', () => {
        this.signer = this.port.signing.key();
      }),
      this.port.on('journals', () => {
        this.journals = this.port.journal.earlier();
      }),
    ];
    this.#awaitCore();
    return () => {
      for (const stop of stops) stop();
    };
  }

  dismiss(id: string): void {
    void this.port.dismissActivity(id);
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }

  dismissEnded(): void {
    for (const activity of this.activities) {
      if (activity.state !== 'running') this.dismiss(activity.id);
    }
  }

  /** Opens files; what cannot be read is told in the activity list, everything else opens. */
  async open(files: readonly File[], options: Pick<OpenOptions, 'mask' | 'choice'> = {}): Promise<void> {
    if (files.length === 0) return;
    await this.#tell(`Opening ${files.length === 1 ? (files[0]?.name ?? '') : `${String(files.length)} files`}`, () =>
      this.port.open(files, options),
    );
  }

  /** The same of a file that is still to be had. */
  async openLater(title: string, work: () => Promise<File>): Promise<void> {
    await this.#tell(title, async () => this.port.open([await work()]));
  }

  async openSample(id: SampleId): Promise<void> {
    await this.#tell('Opening the sample capture', () => this.port.openSample(id));
  }

  async close(captureId: string): Promise<void> {
    await this.#tell(`Closing ${captureId}`, () => this.port.close(captureId));
  }

  get announcement(): string {
    return this.said.words;
  }

  set announcement(words: string) {
    this.said = { words };
  }

  /** Tells what failed in the activity list and aloud. */
  notice(title: string, message: string): void {
    const id = `notice-${String(++this.#serial)}`;
    this.#notices = [...this.#notices, { id, title, state: 'failed', progress: null, message, cancellable: false }];
    this.announcement = `${title} failed: ${message}`;
  }

  /** Runs a call whose failure belongs into the activity list; adds it unless the port already did. */
  async #tell(title: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isAbort(error)) return;
      const message = messageOf(error);
      const told = [...this.port.activities(), ...this.#notices].some((other) => other.state === 'failed' && other.message === message);
      if (told) return;
      this.notice(title, message);
    }
  }

  #followActivities(): void {
    const now = this.port.activities();
    this.#announce(this.#activities, now);
    this.#activities = now;
  }

  #announce(before: readonly Activity[], now: readonly Activity[]): void {
    const words: string[] = [];
    for (const activity of now) {
      if (activity.state === 'running' || activity.told) continue;
      const known = before.find((other) => other.id === activity.id);
      if (known && known.state !== 'running') continue;
      const ended = { done: 'finished', failed: 'failed', cancelled: 'was cancelled' }[activity.state];
      words.push(`${activity.title} ${ended}${activity.message ? `: ${activity.message}` : ''}`);
    }
    if (words.length > 0) this.announcement = words.join('. ');
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
