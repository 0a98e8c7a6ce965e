import type { CaptureInfo } from '../../tables/captures.ts';
import type { EngineState } from '../../engine/state.ts';
import type { AuditEntry, ToolPolicy } from '../../tools/contract/index.ts';
import type { Activity, CheckedJournal, OpenOptions, SampleId, WorkbenchPort } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';
import type { FileChange, OpenedVerification, Signer } from '../../workbench/verification.ts';
import { beforePicture } from '../kit/before-picture.ts';
import { copyText } from '../kit/copy-text.ts';

const CORE_RESTARTS = 'The core of the workbench stopped and is restarting. Captures, results and the journal are kept.';
const ENDED = { done: 'finished', failed: 'failed', cancelled: 'was cancelled' } as const;

/** Sets the port before the fields of a derived class, which can then use it. */
export class OverPort {
  constructor(readonly port: WorkbenchPort) {}
}

/** The values of the port, as state that views can read. */
export class WorkbenchState extends OverPort {
  captures = $state.raw<readonly CaptureInfo[]>(this.port.captures());
  audit = $state.raw<readonly AuditEntry[]>(this.port.audit());
  policy = $state.raw<ToolPolicy | undefined>(this.port.policy.read());
  /** Journals that came with sessions. */
  journals = $state.raw<readonly CheckedJournal[]>(this.port.journal.earlier());
  /** Verification of the opened session; null if none was opened. */
  verification = $state.raw<OpenedVerification | null>(this.port.verification());
  /** The signing key; null if there is none. */
  signer = $state.raw<Signer | null>(this.port.signing.key());
  engineState = $state.raw<EngineState>(this.port.engine());
  /** Whether the core, its kernels and its rules are ready. */
  #coreReady = $state(false);
  /** Why the core is not ready; empty if nothing is wrong. */
  #coreMessage = $state('');
  /** Text for the page's one live region; a new object each time, so that equal text is announced again. */
  said = $state.raw({ words: '' });
  #activities = $state.raw<readonly Activity[]>(this.port.activities());
  /** Failures of the page itself. They are listed with the activities of the core, which knows nothing of them. */
  #notices = $state.raw<readonly Activity[]>([]);
  #serial = 0;
  /** True while several files are being opened together on an empty page: they are then selected together. */
  joining = false;

  readonly activities: readonly Activity[] = $derived([...this.#activities, ...this.#notices]);
  readonly running: readonly Activity[] = $derived(this.activities.filter((activity) => activity.state === 'running'));
  readonly failed: readonly Activity[] = $derived(this.activities.filter((activity) => activity.state === 'failed'));

  /** Whether SQL and calls run now, will run without help, or have failed. */
  get engine(): 'starting' | 'ready' | 'failed' {
    const { phase } = this.engineState;
    if (phase === 'failed') return 'failed';
    return this.#coreReady && (phase === 'ready' || phase === 'busy') ? 'ready' : 'starting';
  }

  /** Why SQL and calls cannot run, as a sentence; empty if they can or if the first start proceeds normally. */
  get engineMessage(): string {
    return this.#coreMessage || (this.engineState.reason ?? '');
  }

  /** Values that the core sends when it starts, without an event for each. */
  #readCore(): void {
    this.policy = this.port.policy.read();
    this.audit = this.port.audit();
    this.journals = this.port.journal.earlier();
    this.verification = this.port.verification();
    this.signer = this.port.signing.key();
  }

  /** Verification fault of a result; undefined if it is unchanged or was computed here. */
  changeOf(tool_call_id: string): FileChange | undefined {
    return this.verification?.changes.find((change) => change.tool_call_id === tool_call_id);
  }

  /** Ids of open captures whose rows differ from those that a result was computed from: the file changed, or the scan continued. */
  changedSince({ metadata }: ResultView): readonly string[] {
    return (metadata.captures ?? []).flatMap(({ capture_id, sha256 }) => {
      const open = this.captures.find((capture) => capture.capture_id === capture_id);
      return open === undefined || open.sha256 === sha256 ? [] : [capture_id];
    });
  }

  #awaitCore(): void {
    this.port.whenReady().then(
      () => {
        this.#coreReady = true;
        this.#coreMessage = '';
        this.engineState = this.port.engine();
      },
      (error: unknown) => void (this.#coreMessage = messageOf(error)),
    );
  }

  /** Follows the port until the returned function is called. */
  connect(onCaptures: (now: readonly CaptureInfo[], before: readonly CaptureInfo[]) => void): () => void {
    const { port } = this;
    const stops = [
      port.on('captures', ({ captures }) => {
        const before = this.captures;
        this.captures = captures;
        onCaptures(captures, before);
      }),
      port.on('engine', ({ state }) => void (this.engineState = state)),
      port.on('core', ({ state }) => {
        this.#coreReady = false;
        this.#coreMessage = state === 'restarting' ? CORE_RESTARTS : '';
        if (state === 'restarting') this.announcement = CORE_RESTARTS;
        else {
          this.#readCore();
          this.#awaitCore();
        }
      }),
      port.on(
        'activity',
        beforePicture(() => this.#followActivities()),
      ),
      port.on(
        'audit',
        beforePicture(() => void (this.audit = port.audit())),
      ),
      ...(['policy', 'verification', 'signing', 'journals'] as const).map((event) => port.on(event, () => this.#readCore())),
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
    for (const { id, state } of this.activities) if (state !== 'running') this.dismiss(id);
  }

  /** Runs work that opens several files; these are selected together although they are read one after another. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.joining;
    this.joining ||= this.captures.length === 0;
    try {
      return await work();
    } finally {
      this.joining = outer;
    }
  }

  /** Opens files; the activity list shows those that cannot be read. */
  async open(files: readonly File[], options: Pick<OpenOptions, 'mask' | 'choice'> = {}): Promise<void> {
    if (files.length === 0) return;
    const title = `Opening ${files.length === 1 ? (files[0]?.name ?? '') : `${String(files.length)} files`}`;
    await this.together(() => this.reporting(title, () => this.port.open(files, options)));
  }

  /** Opens a file that must be fetched first. */
  openLater(title: string, work: () => Promise<File>): Promise<void> {
    return this.reporting(title, async () => this.port.open([await work()]));
  }

  openSample(id: SampleId): Promise<void> {
    return this.reporting('Opening the sample capture', () => this.port.openSample(id));
  }

  close(captureId: string): Promise<void> {
    return this.reporting(`Closing ${captureId}`, () => this.port.close(captureId));
  }

  get announcement(): string {
    return this.said.words;
  }

  set announcement(words: string) {
    this.said = { words };
  }

  /** Shows a failure in the activity list and announces it. */
  notice(title: string, message: string): void {
    const id = `notice-${String(++this.#serial)}`;
    this.#notices = [...this.#notices, { id, title, state: 'failed', progress: null, message, cancellable: false }];
    this.announcement = `${title} failed: ${message}`;
  }

  /** Copies a text for an action without its own status line: the outcome is announced, and a refusal stays in the activity list. */
  async copy(title: string, text: string, said: string): Promise<void> {
    const outcome = await copyText(text, true, said);
    if (outcome === said) this.announcement = said;
    else this.notice(title, outcome);
  }

  /** Runs work and shows its failure in the activity list, unless the port already did. */
  async reporting(title: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isAbort(error)) return;
      const message = messageOf(error);
      const known = [...this.port.activities(), ...this.#notices].some((other) => other.state === 'failed' && other.message === message);
      if (!known) this.notice(title, message);
    }
  }

  #followActivities(): void {
    const [before, now] = [this.#activities, this.port.activities()];
    this.#activities = now;
    const words = now.flatMap(({ id, title, state, message, reported }) => {
      const known = before.find((other) => other.id === id);
      if (state === 'running' || reported || (known && known.state !== 'running')) return [];
      return [`${title} ${ENDED[state]}${message ? `: ${message}` : ''}`];
    });
    if (words.length > 0) this.announcement = words.join('. ');
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
