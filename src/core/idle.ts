/** How long `whenIdle` waits, in ms. */
const MOST_IDLE_WAIT_MS = 500;

/** Runs `work` after a pause in which more urgent tasks can run, because workers have no `requestIdleCallback`. */
export function whenIdle(work: () => void): void {
  setTimeout(work, MOST_IDLE_WAIT_MS);
}
