import type { Link } from './link.ts';
import type { EngineClock, EngineLimits } from './state.ts';

/** A worker that spends this long on one step is reported as silent. It is not ended. */
const LONG_STEP_MS = 60_000;

export interface HeartbeatEvents {
  /** The worker is dead: it was idle and left several pings unanswered. */
  dead(reason: string): void;
  /** One step of a statement has given no sign of life for `ms`. */
  silent(ms: number): void;
}

/**
 * Detects a worker that died without an error event. Only idle workers are checked: a worker cannot answer during a long DuckDB step, so
 * silence means nothing while a call is pending. If a timer fires late, this thread was blocked; pings sent during that time do not count.
 * @returns stops the heartbeat
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
