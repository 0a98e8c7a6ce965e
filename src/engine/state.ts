import type { Progress } from '../base/progress.ts';

/**
 * States of the query engine. `starting`: no database has answered yet. `ready`: one answers. `busy`: a statement has been running for a
 * while. `restarting`: one was lost; a new one starts and the captures are read again. `failed`: the last start failed, and the next one is
 * waiting.
 */
export type EnginePhase = 'starting' | 'ready' | 'busy' | 'restarting' | 'failed';

/** The state of the query engine. It can be posted to other threads. */
export interface EngineState {
  readonly phase: EnginePhase;
  /** Why the engine restarts, has failed or has been busy for so long, as a sentence for people. */
  readonly reason: string | null;
  /** Number of starts since the engine last answered, including the current one; 0 while it answers. */
  readonly attempt: number;
  /** Progress: during a start, the bytes that were loaded; during a restart, the captures that were read. */
  readonly progress: Progress | null;
  /** When the next automatic start begins, in ms since 1970. */
  readonly retry_at_ms: number | null;
}

/** The time source of the engine. Tests supply their own. */
export interface EngineClock {
  /** Current time in ms since 1970. */
  now(): number;
  /** Calls `work` once after `ms`. The returned function prevents the call. */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: EngineClock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export interface EngineLimits {
  /** Time in ms for which a cancelled statement may occupy the engine; then the engine restarts. */
  readonly graceMs: number;
  /** Time in ms after which a running statement makes the engine `busy`. */
  readonly busyMs: number;
  /** Time in ms between two pings of an idle worker. */
  readonly pingMs: number;
  /** Number of unanswered pings in a row after which an idle worker is considered dead. */
  readonly pings: number;
  /** Time in ms after which a start is abandoned if the worker reports nothing. It doubles with every failed start. */
  readonly silentStartMs: number;
  /** Number of appended bytes (as Arrow) from which rows are compressed once the engine has been idle for `compressAfterMs`. */
  readonly compressBytes: number;
  readonly compressAfterMs: number;
  /** Number of appended bytes from which rows are compressed at once, even while a file is still being read. */
  readonly compressAtOnceBytes: number;
  /** Pauses in ms before the first, second, third … start of a database; the last value repeats. */
  readonly backOffMs: readonly number[];
}

export const DEFAULT_LIMITS: EngineLimits = {
  graceMs: 10_000,
  busyMs: 500,
  pingMs: 10_000,
  pings: 3,
  silentStartMs: 600_000,
  compressBytes: 16 * 2 ** 20,
  compressAfterMs: 1_000,
  compressAtOnceBytes: 256 * 2 ** 20,
  backOffMs: [0, 1_000, 2_000, 5_000, 10_000, 30_000],
};
