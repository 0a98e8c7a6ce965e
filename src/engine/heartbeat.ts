import type { Link } from './link.ts';
import type { EngineClock, EngineLimits } from './state.ts';

/** A worker that is still in the same step of a statement after this time in ms is reported as silent, but not ended. */
const LONG_STEP_MS = 60_000;

export interface HeartbeatEvents {
  /** Called when an idle worker has not answered several pings, so that it is considered dead. */
  dead(reason: string): void;
  /** Called when one step of a statement has shown no progress for `ms`. */
  silent(ms: number): void;
}

/**
 * Detects a worker that ended without an error event. Only idle workers are checked, because a worker cannot answer during a long step of
 * DuckDB. If a timer fires late, this thread was blocked, so pings of that time do not count.
 * @returns a function that stops the checks
 */
export function startHeartbeat(link: Link, clock: EngineClock, { pingMs, pings }: EngineLimits, events: HeartbeatEvents): () => void {
  let sent: number | null = null;
  let unanswered = 0;
  let due = 0;
  let cancel = (): void => undefined;
  const next = (): void => {
    due = clock.now() + pingMs;
    cancel = clock.after(pingMs, tick);
  };
  const tick = (): void => {
    const late = clock.now() - due > pingMs;
    if (link.waiting > 0 || late || sent === null || link.lastAliveAt >= sent) unanswered = 0;
    else unanswered += 1;
    if (unanswered >= pings) {
      events.dead(`its worker left ${pings} checks in ${(pings * pingMs) / 1000} s unanswered`);
      return;
    }
    if (link.waiting > 0) {
      const silence = clock.now() - link.lastAliveAt;
      if (silence >= LONG_STEP_MS) events.silent(silence);
      sent = null;
    } else {
      if (sent === null || link.lastAliveAt >= sent) sent = clock.now();
      link.ping();
    }
    next();
  };
  next();
  return () => cancel();
}
