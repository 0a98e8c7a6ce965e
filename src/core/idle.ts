/** Longest wait for an idle moment. */
const MOST_IDLE_WAIT_MS = 500;

/** Runs `work` after the tasks that are queued now. Workers have no idle callbacks. */
export function whenIdle(work: () => void): void {
  setTimeout(work, MOST_IDLE_WAIT_MS);
}
