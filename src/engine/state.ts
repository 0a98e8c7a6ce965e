import type { Progress } from '../base/progress.ts';

/**
 * `starting`: no database has answered yet. `ready`: it answers. `busy`: a statement has run for a while. `restarting`: a new
 * database starts after one was lost, and the captures are read again. `failed`: the last start failed and the next one waits.
 */
export type EnginePhase = 'starting' | 'ready' | 'busy' | 'restarting' | 'failed';

/** The state of the query engine as plain data, so that it crosses threads unchanged. */
export interface EngineState {
  readonly phase: EnginePhase;
  /** Why the engine restarts, failed or is busy for so long, as a sentence for people. */
  readonly reason: string | null;
  /** Starts since the engine last answered, the current one included; 0 while it answers. */
  readonly attempt: number;
  /** Bytes loaded during a start, captures read during a restart. */
  readonly progress: Progress | null;
  /** Time of the next automatic start, in ms since 1970 UTC. */
  readonly retry_at_ms: number | null;
}

/** The time source of the engine. Tests inject their own. */
export interface EngineClock {
  /** ms since 1970 UTC. */
  now(): number;
  /** Calls `work` once after `ms`; the returned function cancels it. */
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
  /** A cancelled statement may occupy the engine this long; then the engine restarts. */
  readonly graceMs: number;
  /** A statement that runs longer makes the engine `busy`. */
  readonly busyMs: number;
  /** Time between two pings of an idle worker. */
  readonly pingMs: number;
  /** An idle worker is considered dead after this many consecutive unanswered pings. */
  readonly pings: number;
  /** A start without any sign of life is abandoned after this time. The limit doubles with every failed start. */
  readonly silentStartMs: number;
  /** Appended bytes (as Arrow) from which compression starts once the engine has been idle for `compressAfterMs`. */
  readonly compressBytes: number;
  readonly compressAfterMs: number;
  /** Appended bytes that are compressed immediately, even while a file is still being read. */
  readonly compressAtOnceBytes: number;
  /** Wait before start 1, 2, 3, …; the last value repeats. */
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
