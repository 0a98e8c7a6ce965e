/** How long work that waits for an idle moment waits at most. */
const MOST_IDLE_WAIT_MS = 500;

/** Starts `work` after what is waiting now. Workers have no idle callbacks. */
export function whenIdle(work: () => void): void {
  setTimeout(work, MOST_IDLE_WAIT_MS);
}
