import type { Bindings, StartDatabase, StartWatch } from '../../src/engine/bindings.ts';
import type { EngineClock } from '../../src/engine/state.ts';
import { startInNode } from './node-engine.ts';

/** Outcome of a start: immediate, an error, never, or after `ms` with a sign of life every `alive_ms` (none if absent). */
export type StartFault = 'ok' | 'error' | 'never' | { readonly ms: number; readonly alive_ms?: number };

/** One started database, with the ways to break it. */
export interface FaultyDatabase {
  readonly bindings: Bindings;
  /** The worker ends with an error event. */
  kill(): void;
  /** The worker answers nothing more, calls that are under way included. */
  silence(): void;
  /** The worker answers nothing until the returned function is called, as in a long step. */
  hold(): () => void;
}

/** The real database in Node, whose starts follow a plan and whose worker a test can kill or silence. */
export class FaultyEngine {
  readonly made: FaultyDatabase[] = [];
  starts = 0;
  /** Called before each raw call of a database. */
  onCall: (name: string) => void = () => undefined;
  /** A raw call takes this much longer, ms on the clock. */
  slow_ms = 0;
  /** Raw calls of the running database that are being worked on. */
  working = 0;

  /** @param plan faults of the next starts, first one first; an empty plan starts at once */
  constructor(
    private readonly clock: EngineClock,
    readonly plan: StartFault[] = [],
  ) {}

  get current(): FaultyDatabase | undefined {
    return this.made.at(-1);
  }

  readonly start: StartDatabase = async (watch) => {
    this.starts += 1;
    const fault = this.plan.shift() ?? 'ok';
    if (fault === 'error') throw new Error('no such file');
    if (fault === 'never') return new Promise(() => undefined);
    if (fault !== 'ok') await this.#wait(fault.ms, fault.alive_ms ?? Infinity, watch);
    this.working = 1;
    const raw = await startInNode(watch);
    this.working = 0;
    const pausable = pause(this.#watched(raw));
    this.made.push({ ...pausable, kill: () => watch.died('its worker ended: killed by a test') });
    return pausable.bindings;
  };

  #watched(raw: Bindings): Bindings {
    const calls = { ended: false };
    const watched = Object.entries(raw).map(([name, call]: [string, (...args: unknown[]) => unknown]) => {
      if (name === 'terminate')
        return [
          name,
          () => {
            if (!calls.ended) this.working = 0;
            calls.ended = true;
            call();
          },
        ];
      return [
        name,
        async (...args: unknown[]) => {
          this.onCall(name);
          if (this.slow_ms > 0) await new Promise<void>((resolve) => void this.clock.after(this.slow_ms, resolve));
          if (calls.ended) return call(...args);
          this.working += 1;
          try {
            return await call(...args);
          } finally {
            if (!calls.ended) this.working -= 1;
          }
        },
      ];
    });
    return Object.fromEntries(watched) as Bindings;
  }

  async #wait(ms: number, alive_ms: number, watch: StartWatch): Promise<void> {
    for (let waited = 0; waited < ms;) {
      const step = Math.min(alive_ms, ms - waited);
      await new Promise<void>((resolve) => void this.clock.after(step, resolve));
      waited += step;
      if (waited < ms) watch.alive({ phase: 'starting', done: waited, total: ms, unit: 'steps' });
    }
  }
}

function pause(raw: Bindings): Omit<FaultyDatabase, 'kill'> {
  let paused = Promise.resolve();
  const unless = async <T>(call: () => Promise<T>): Promise<T> => {
    await paused;
    const answer = await call();
    await paused;
    return answer;
  };
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    paused = new Promise((resolve) => (release = resolve));
    return release;
  };
  const bindings: Bindings = {
    connect: () => unless(() => raw.connect()),
    tokenize: (sql) => unless(() => raw.tokenize(sql)),
    runQuery: (connection, sql) => unless(() => raw.runQuery(connection, sql)),
    createPrepared: (connection, sql) => unless(() => raw.createPrepared(connection, sql)),
    closePrepared: (connection, statement) => unless(() => raw.closePrepared(connection, statement)),
    startPendingQuery: (connection, sql, stream) => unless(() => raw.startPendingQuery(connection, sql, stream)),
    pollPendingQuery: (connection) => unless(() => raw.pollPendingQuery(connection)),
    cancelPendingQuery: (connection) => unless(() => raw.cancelPendingQuery(connection)),
    fetchQueryResults: (connection) => unless(() => raw.fetchQueryResults(connection)),
    insertArrow: (connection, table, ipc) => unless(() => raw.insertArrow(connection, table, ipc)),
    ping: () => unless(() => raw.ping()),
    terminate: () => raw.terminate(),
  };
  return { bindings, hold, silence: () => void hold() };
}
