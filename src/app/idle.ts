/** What waits for an idle page is started then at the latest, however busy the page is. */
const MOST_IDLE_WAIT_MS = 2_000;

/** Starts `work` once the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  // Typed as always there, but absent in Safari.
  const idle = globalThis.requestIdleCallback as typeof requestIdleCallback | undefined;
  if (idle === undefined) setTimeout(work, MOST_IDLE_WAIT_MS);
  else idle(work, { timeout: MOST_IDLE_WAIT_MS });
}
