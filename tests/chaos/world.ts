import { vi } from 'vitest';
import { CoreConnection } from '../../src/app/core-connection.ts';
import type { PageFocus } from '../../src/app/live/page-focus.ts';
import { createPageRadio } from '../../src/app/live/page-radio.ts';
import { remote } from '../../src/app/remote.ts';
import { joinFiles } from '../../src/base/join-files.ts';
import { removeKeysInWorker } from '../../src/capture/remove-keys.ts';
import { lazyDecoders } from '../../src/core/captures/decoders.ts';
import type { CoreThreads } from '../../src/core/data.ts';
import type { SessionStore } from '../../src/core/keeping/session-store.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import { systemClock } from '../../src/engine/state.ts';
import { kernelPool } from '../../src/kernels/pool.ts';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import type { Methods } from '../../src/workbench/channel.ts';
import { PAGE_CALLS, type PageCalls } from '../../src/workbench/page.ts';
import type { ApprovalQuestion } from '../../src/workbench/port.ts';
import { CALLS, type ServedPublic } from '../../src/workbench/public.ts';
import { FaultyEngine } from '../support/faulty-engine.ts';
import { FakeBluetooth } from '../support/live/fake-bluetooth.ts';
import { memorySessionStore } from '../support/memory-session-store.ts';
import { NODE_ENVIRONMENT } from '../support/node-core.ts';
import { Disk } from './disk.ts';
import { InProcessWorker, useWorkerPlace } from './in-process-worker.ts';
import { Locks } from './locks.ts';
import { nativeWork } from './native-work.ts';
import { PrivateFiles, refuseStorage } from './private-files.ts';

/** Elements of a one-file page, so that a shared page can be written. */
const ELEMENTS: Readonly<Record<string, string>> = {
  shell: JSON.stringify('<!doctype html><body><!--embedded--><script type="application/json" id="shell">@@slot:shell@@</script></body>'),
};
/** A promise that is still open after this much time on the injected clock never settles. */
export const PATIENCE_MS = 30 * 60_000;

/** Work that needs no time on the injected clock is over after this many turns of the event loop and this long without an event. */
const TURNS = 25;
const QUIET_NS = 2_000_000n;
/** Work that computes for longer lets the clock go on. */
const MOST_NS = 20_000_000_000n;

class Page {
  readonly connection: CoreConnection;
  readonly calls: PageCalls;
  readonly script: ServedPublic;

  constructor(page_id: string, methods: Methods) {
    const environment = { ...NODE_ENVIRONMENT, page_id, keep_sessions: true };
    const work = () => ({ selected: [], invocation: '{}', sql: 'SELECT 1' });
    this.connection = new CoreConnection(environment, methods, work, () => undefined);
    this.calls = remote<PageCalls>(this.connection, 'page', PAGE_CALLS);
    this.script = remote<ServedPublic>(this.connection, 'console', CALLS);
    // The person approves what is asked; an approval of a core that ended is gone.
    this.connection.bus.on('approvals', () => {
      for (const { id } of this.read<ApprovalQuestion[]>('page.approvals') ?? [])
        this.calls.approvals.answer(id, { kind: 'approved' }).catch(() => undefined);
    });
  }

  read<T>(name: string): T | undefined {
    return this.connection.mirror.read(name) as T | undefined;
  }
}

/** One browser with a page and its core, on an injected clock, and everything in it that can fail. */
export class World {
  readonly disk = new Disk();
  readonly locks = new Locks();
  readonly files = new PrivateFiles();
  readonly sessionStore = memorySessionStore();
  readonly engine = new FaultyEngine(systemClock);
  readonly workers = new Set<InProcessWorker>();
  readonly exported = new Map<number, { parts: Uint8Array[]; committed: boolean }>();
  readonly bluetooth = new FakeBluetooth({ focused: false });
  /** Messages, raw calls and writes so far. */
  events = 0;
  /** Called with the number of each event. */
  onEvent: (event: number) => void = () => undefined;
  page: Page;
  #pages = 0;
  readonly #unsettled = new Map<symbol, string>();

  constructor() {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: 1_760_000_000_000,
    });
    vi.stubGlobal('Worker', InProcessWorker);
    vi.stubGlobal('ErrorEvent', ErrorEventOfTest);
    vi.stubGlobal('navigator', { locks: this.locks, storage: this.files.storage, hardwareConcurrency: 1 });
    this.engine.onCall = () => this.#tick();
    useWorkerPlace({
      locks: this.locks,
      files: this.files,
      workers: this.workers,
      tick: () => this.#tick(),
      threads: (isAlive) => this.#threads(isAlive),
    });
    this.page = this.#open();
  }

  /** A page as after a reload: the core of the page before ended with it. */
  reload(): void {
    this.#leave();
    this.page = this.#open();
  }

  crash(kind: string): void {
    for (const worker of [...this.workers]) if (worker.kind === kind) worker.crash();
  }

  captures(): readonly CaptureInfo[] {
    return this.page.read<CaptureInfo[]>('captures') ?? [];
  }

  /** Remembers a promise until it settles. */
  watch<T>(what: string, promise: Promise<T>): Promise<T> {
    const key = Symbol(what);
    this.#unsettled.set(key, what);
    return promise.finally(() => this.#unsettled.delete(key));
  }

  unsettled(): string[] {
    return [...this.#unsettled.values()];
  }

  /** Lets time pass until the condition holds, at most `ms` on the injected clock. Answers whether it holds. */
  async until(condition: () => boolean, ms = PATIENCE_MS): Promise<boolean> {
    const end = Date.now() + ms;
    for (;;) {
      await this.#quiet();
      if (condition()) return true;
      if (Date.now() >= end) return false;
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      if (Date.now() === before) vi.advanceTimersByTime(100);
    }
  }

  async end(): Promise<void> {
    this.#leave();
    await this.#quiet();
    useWorkerPlace(null);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }

  /** The page ends, and with it its timers, locks and workers. */
  #leave(): void {
    this.locks.pageEnded();
    vi.clearAllTimers();
    for (const worker of [...this.workers]) worker.crash();
  }

  /** Lets work go on that needs no time on the injected clock. Modules load in real time, of which a busy machine may need a lot. */
  async #quiet(): Promise<void> {
    for (;;) {
      await this.#turns();
      const since = process.hrtime.bigint();
      await vi.dynamicImportSettled();
      if (process.hrtime.bigint() - since < QUIET_NS) return;
    }
  }

  /** Lets the event loop turn until no event has come for a while and nothing computes. */
  async #turns(): Promise<void> {
    const start = process.hrtime.bigint();
    let since = start;
    for (let left = TURNS, events = this.events; left > 0 || process.hrtime.bigint() - since < QUIET_NS; left--) {
      await new Promise((resolve) => setImmediate(resolve));
      if (since - start > MOST_NS) return;
      if (!this.#computes() && events === this.events) continue;
      events = this.events;
      left = TURNS;
      since = process.hrtime.bigint();
    }
  }

  /** A reader is left out: it waits for the engine, which may wait for the clock. */
  #computes(): boolean {
    const pure = (kind: string): boolean => ['kernels', 'merge', 'hash', 'export'].includes(kind);
    return nativeWork() > 0 || this.engine.working > 0 || [...this.workers].some(({ kind, unanswered }) => pure(kind) && unanswered > 0);
  }

  #tick(): void {
    this.events += 1;
    this.onEvent(this.events);
  }

  #open(): Page {
    return new Page(`page-${String(++this.#pages)}`, this.#host());
  }

  #threads(isAlive: () => boolean): CoreThreads {
    const engine = new SqlEngine(this.engine.start, {}, systemClock);
    const { importCapture } = lazyDecoders({ base: '', textOf: () => Promise.resolve(null) });
    return {
      engine,
      importCapture,
      removeKeys: removeKeysInWorker,
      joinFiles,
      kernels: kernelPool(),
      sessionStore: this.#sessionStore(isAlive),
    };
  }

  /** The stored sessions as one core reaches them: the requests of a core that ended are never answered. */
  #sessionStore(isAlive: () => boolean): SessionStore {
    const guarded =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>, writes: boolean) =>
      async (...args: A): Promise<R> => {
        if (!isAlive()) return new Promise<never>(() => undefined);
        this.#tick();
        refuseStorage(this.files.state, writes);
        return work(...args);
      };
    const { list, parts, file, write, remove } = this.sessionStore;
    return {
      list: guarded(list, false),
      parts: guarded(parts, false),
      file: guarded(file, false),
      write: guarded(write, true),
      remove: guarded(remove, false),
    };
  }

  #host() {
    let places = 0;
    const write = (work: () => void) => async () => {
      this.#tick();
      refuseStorage(this.files.state, true);
      work();
    };
    const focus: PageFocus = { ...systemClock, hasFocus: () => false, onLost: () => () => undefined };
    const radio = createPageRadio({ bluetooth: this.bluetooth, serial: undefined }, focus);
    return {
      elementText: (id: string) => Promise.resolve(ELEMENTS[id] ?? null),
      destination: {
        choose: async ({ name }: { name: string }) => {
          const id = ++places;
          this.exported.set(id, { parts: [], committed: false });
          return { id, place: 'file', name };
        },
        open: write(() => undefined),
        write: (id: number, bytes: Uint8Array) => write(() => void this.exported.get(id)?.parts.push(bytes))(),
        closeFile: write(() => undefined),
        commit: (id: number) => write(() => Object.assign(this.exported.get(id)!, { committed: true }))(),
        abort: (id: number) => Promise.resolve(void this.exported.delete(id)),
      },
      storeArtifact: () => Promise.resolve('blob:test'),
      files: { handleOf: () => Promise.resolve(null), read: () => Promise.resolve(null) },
      model: { obstacle: () => Promise.resolve('none'), ask: () => Promise.resolve('') },
      radio: {
        ...radio,
        facts: () =>
          Promise.resolve({
            ...{ secure: true, serial: false, bluetooth: true, scans: true, watches: false, adapter: true, permission: null },
            ...{ agent: 'Chrome/156.0.0.0', storage: true, user_active: true },
          }),
      },
      restore: () => Promise.resolve(),
      keepSessions: () => Promise.resolve(),
      report: () => undefined,
    };
  }
}

class ErrorEventOfTest extends Event {
  readonly message: string;

  constructor(type: string, { message = '' }: { readonly message?: string } = {}) {
    super(type);
    this.message = message;
  }
}
