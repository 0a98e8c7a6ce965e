import { WorkbenchError } from '../base/failure.ts';
import type { Progress } from '../base/progress.ts';
import type { StartDatabase } from './bindings.ts';
import type { Database } from './database.ts';
import type { RestartHook } from './engine.ts';
import { startHeartbeat } from './heartbeat.ts';
import { Latch } from './latch.ts';
import { Link } from './link.ts';
import type { EngineClock, EngineLimits, EngineState } from './state.ts';

const CLOSED = 'it was closed';
/** Maximum delay of a browser's timer: a longer one overflows 32 bits and fires at once (HTML standard, timers). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Keeps one database running. Starts it, detects its loss, starts the next one after a growing pause, and has the tables recreated before
 * ordinary statements run. Also determines the engine's state. docs/decisions/0018-engine-life.md gives the reasons.
 */
export class Supervisor {
  /** The running database, even while its tables are still being recreated. */
  readonly running = new Latch<Database>();
  /** The running database, which waiting statements get only after its tables are restored. */
  readonly restored = new Latch<Database>();
  readonly #hooks = new Set<RestartHook>();
  readonly #listeners = new Set<(state: EngineState) => void>();
  #state: EngineState = { phase: 'starting', reason: null, attempt: 1, progress: null, retry_at_ms: null };
  #database: Database | null = null;
  #link: Link | null = null;
  #generation = 0;
  #failures = 0;
  /** How many pieces of work are in progress that will run further statements. */
  #awaiting = 0;
  #statements = 0;
  #everReady = false;
  #closed = false;
  #hurry = (): void => undefined;
  #stopBusy = (): void => undefined;
  readonly #ended: Promise<void>;

  constructor(
    private readonly start: StartDatabase,
    private readonly limits: EngineLimits,
    private readonly clock: EngineClock,
  ) {
    this.#ended = this.#keepRunning();
  }

  get state(): EngineState {
    return this.#state;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The running database; null if none runs. */
  get database(): Database | null {
    return this.#database;
  }

  get closed(): boolean {
    return this.#closed;
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#awaiting += 1;
    try {
      return await work();
    } finally {
      this.#awaiting -= 1;
    }
  }

  onRestart(hook: RestartHook): () => void {
    this.#hooks.add(hook);
    return () => void this.#hooks.delete(hook);
  }

  retry(): void {
    this.#hurry();
  }

  restart(): void {
    this.#failures = 0;
    this.#hurry();
    this.#link?.end('a person restarted it');
  }

  async close(): Promise<void> {
    this.#closed = true;
    const lost = new WorkbenchError('ENGINE_LOST', 'the query engine was closed');
    this.#link?.end(CLOSED);
    this.running.fail(lost);
    this.restored.fail(lost);
    this.#hurry();
    await this.#ended;
    this.#show({ phase: 'failed', reason: 'The query engine was closed.', attempt: 0 });
  }

  async #keepRunning(): Promise<void> {
    while (!this.#closed) {
      await this.#backOff();
      if (this.#closed) return;
      await this.#runOnce();
    }
  }

  /** Waits before a start that follows a failed one. */
  async #backOff(): Promise<void> {
    const { backOffMs } = this.limits;
    const wait = backOffMs[Math.min(this.#failures, backOffMs.length - 1)] ?? 0;
    if (wait === 0) return;
    this.#show({ phase: 'failed', attempt: this.#failures, retry_at_ms: this.clock.now() + wait });
    await new Promise<void>((resolve) => {
      const cancel = this.clock.after(wait, resolve);
      this.#hurry = () => {
        cancel();
        resolve();
      };
    });
    this.#hurry = () => undefined;
  }

  /** Runs one database from its start to its end. */
  async #runOnce(): Promise<void> {
    let ended = (): void => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const link = new Link(
      () => this.clock.now(),
      (reason) => {
        this.#onEnd(link, reason);
        ended();
      },
    );
    this.#link = link;
    this.#show({ phase: this.#everReady ? 'restarting' : 'starting', attempt: this.#failures + 1 });
    try {
      this.#database = await this.#open(link);
    } catch (error) {
      // If the connection has already ended, it has reported its own reason.
      if (link.reason === null) link.end(error instanceof Error ? error.message : String(error));
      return;
    }
    const database = this.#database;
    const stopHeartbeat = startHeartbeat(link, this.clock, this.limits, {
      dead: (reason) => link.end(reason),
      silent: (ms) => this.#showLongStep(ms),
    });
    this.running.open(database);
    await Promise.race([this.#restore(database), end]);
    if (link.reason === null) {
      this.#failures = 0;
      this.#everReady = true;
      this.#show({ phase: 'ready', reason: null, attempt: 0 });
      this.restored.open(database);
    }
    await end;
    stopHeartbeat();
  }

  async #open(link: Link): Promise<Database> {
    const limit = Math.min(this.limits.silentStartMs * 2 ** this.#failures, LONGEST_TIMER_MS);
    let cancel = (): void => undefined;
    const watchSilence = (): void => {
      const left = link.lastAliveAt + limit - this.clock.now();
      if (left <= 0) link.end(`it gave no sign of life for ${limit / 60_000} minutes while it started`);
      else cancel = this.clock.after(left, watchSilence);
    };
    watchSilence();
    try {
      const bindings = await link.start(
        this.start({
          signal: link.signal,
          died: (reason) => link.end(reason),
          alive: (progress) => {
            link.markAlive();
            if (progress && link.reason === null) this.#show({ progress });
          },
        }),
      );
      const { clock, limits } = this;
      // Load the code for a database when the first one starts, so that the first load of the page does not include it.
      const { openDatabase } = await import('./database.ts');
      const isAwaited = (): boolean => this.#awaiting > 0;
      return await openDatabase(bindings, link, { clock, limits, isAwaited, count: (change) => this.#count(link, change) });
    } finally {
      cancel();
    }
  }

  /** Runs the restart hooks one after another. A hook that fails reports its failure itself. */
  async #restore(database: Database): Promise<void> {
    if (this.#generation === 0) return;
    const { link } = database;
    const onProgress = (progress: Progress): void => {
      if (link.reason === null) this.#show({ progress });
    };
    for (const hook of [...this.#hooks]) {
      if (link.reason !== null) return;
      await hook(database, { signal: link.signal, onProgress }).catch(() => undefined);
    }
  }

  #onEnd(link: Link, reason: string): void {
    if (this.#link !== link) return;
    const database = this.#database;
    this.#link = null;
    this.#database = null;
    this.running.shut();
    this.restored.shut();
    this.#statements = 0;
    this.#stopBusy();
    // Count the loss only of a database that had started, because only such a database can have had tables.
    if (database) this.#generation += 1;
    const usable = this.#state.phase === 'ready' || this.#state.phase === 'busy';
    this.#failures = usable || reason === 'a person restarted it' ? 0 : this.#failures + 1;
    this.#show({
      phase: usable ? 'restarting' : this.#state.phase,
      reason: database ? `The query engine stopped: ${reason}.` : `The query engine did not start: ${reason}.`,
      attempt: this.#failures + 1,
    });
  }

  /** Counts running statements. When they have run for a while without a pause, the engine becomes `busy`. */
  #count(link: Link, change: 1 | -1): void {
    if (link.reason !== null) return;
    this.#statements += change;
    if (this.#statements === 1 && change === 1)
      this.#stopBusy = this.clock.after(this.limits.busyMs, () => {
        if (this.#state.phase === 'ready') this.#show({ phase: 'busy', reason: null, attempt: 0 });
      });
    if (this.#statements > 0) return;
    this.#stopBusy();
    if (this.#state.phase === 'busy') this.#show({ phase: 'ready', reason: null, attempt: 0 });
  }

  #showLongStep(ms: number): void {
    if (this.#state.phase !== 'busy') return;
    const minutes = Math.floor(ms / 60_000);
    const reason = `One step of a query has run for ${minutes} min without an answer. Wait, cancel the query, or restart the engine.`;
    if (reason !== this.#state.reason) this.#show({ phase: 'busy', reason, attempt: 0 });
  }

  /** Updates the engine's state. Fields that `change` omits stay, except progress and the time of the next start, which are reset. */
  #show(change: Partial<EngineState>): void {
    this.#state = { ...this.#state, progress: null, retry_at_ms: null, ...change };
    for (const listener of [...this.#listeners]) listener(this.#state);
  }
}
