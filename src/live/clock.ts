/** Time and timers of a scan. They are passed as an argument, so that tests can control them. */
export interface LiveClock {
  /** Current time in ms since 1970-01-01 UTC. */
  now(): number;
  /** Calls `work` once after `ms`. The returned function prevents the call. */
  after(ms: number, work: () => void): () => void;
}

/** Calls `work` every `ms` until the returned function is called. */
export function every(clock: LiveClock, ms: number, work: () => void): () => void {
  let cancel: () => void = () => undefined;
  const arm = (): void => {
    cancel = clock.after(ms, () => {
      arm();
      work();
    });
  };
  arm();
  return () => {
    cancel();
  };
}
