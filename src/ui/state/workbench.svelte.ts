import type { CaptureInfo } from '../../tables/captures.ts';
import type { AuditEntry, ToolPolicy } from '../../tools/contract/index.ts';
import type { Activity, CheckedJournal, OpenOptions, SampleId, WorkbenchPort } from '../workbench.ts';

/** What the port knows, as state that views can read. */
export class WorkbenchState {
  captures = $state.raw<readonly CaptureInfo[]>([]);
  audit = $state.raw<readonly AuditEntry[]>([]);
  /** In force; what may be called follows from it. */
  policy = $state.raw<ToolPolicy>();
  /** Journals that came with sessions. */
  journals = $state.raw<readonly CheckedJournal[]>([]);
  /** The engine and the kernels answer. */
  engine = $state<'starting' | 'ready' | 'failed'>('starting');
  engineMessage = $state('');
  /** What the page's one live region reads out; every saying is one of its own, also of the same words. */
  said = $state.raw({ words: '' });
  #activities = $state.raw<readonly Activity[]>([]);
  /** Messages of the page itself: a refused call that no activity tells about. */
  #notices = $state.raw<readonly Activity[]>([]);
  #serial = 0;
  #following = false;

  readonly activities: readonly Activity[] = $derived([...this.#activities, ...this.#notices]);
  readonly running: readonly Activity[] = $derived(this.activities.filter((activity) => activity.state === 'running'));
  readonly failed: readonly Activity[] = $derived(this.activities.filter((activity) => activity.state === 'failed'));

  constructor(readonly port: WorkbenchPort) {
    this.captures = port.captures();
    this.audit = port.audit();
    this.journals = port.journal.earlier();
    this.policy = port.policy.read();
    this.#activities = port.activities();
  }

  /** Follows the port until the returned function is called. */
  connect(onCaptures: (now: readonly CaptureInfo[], before: readonly CaptureInfo[]) => void): () => void {
    const stops = [
      this.port.on('captures', ({ captures }) => {
        const before = this.captures;
        this.captures = captures;
        onCaptures(captures, before);
      }),
      this.port.on('activity', () => {
        this.#followActivities();
      }),
      this.port.on('audit', ({ entry }) => {
        this.audit = [...this.audit, entry];
      }),
      this.port.on('policy', () => {
        this.policy = this.port.policy.read();
      }),
      this.port.on('journals', () => {
        this.journals = this.port.journal.earlier();
      }),
    ];
    this.port.ready.then(
      () => {
        this.engine = 'ready';
      },
      (error: unknown) => {
        this.engine = 'failed';
        this.engineMessage = messageOf(error);
      },
    );
    return () => {
      for (const stop of stops) stop();
    };
  }

  dismiss(id: string): void {
    this.port.dismissActivity(id);
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
    this.#notices = [...this.#notices, { id, title, state: 'failed', progress: null, message, cancel: null }];
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

  /** Once for every picture: work that reports often, and the runner between two steps, do not wait for drawing. */
  #followActivities(): void {
    if (this.#following) return;
    this.#following = true;
    beforePicture(() => {
      this.#following = false;
      const now = this.port.activities();
      this.#announce(this.#activities, now);
      this.#activities = now;
    });
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

/** At once where nothing is ever drawn. */
function beforePicture(work: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(work);
  else work();
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
