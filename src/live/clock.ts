/** Time and timers of a scan, passed in so that tests can control them. */
export interface LiveClock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Runs `work` once after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** Runs `work` every `ms` until the returned function is called. */
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
