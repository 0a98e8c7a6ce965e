/** Shortest time between two updates of a view, in ms, because an update can take the page's thread a whole frame. */
const PAUSE_MS = 100;

let waiting = 0;

/** Whether an update of the views is pending. */
export const updatesWait = (): boolean => waiting > 0;

/** Marks an update of the views as pending until the returned function is called. */
export function updateComes(): () => void {
  let came = false;
  waiting += 1;
  return () => {
    if (!came) waiting -= 1;
    came = true;
  };
}

/** Whether the browser draws frames: not outside a browser, and not while the page is hidden. */
const drawn = (): boolean => typeof requestAnimationFrame === 'function' && !document.hidden;

/**
 * Runs the work once before the next frame, however often it is requested until then, and at most every 100 ms, so that frequent events
 * cause one update of the views. Runs immediately if no frames are drawn: in a hidden page and outside a browser.
 */
export function beforePicture(work: () => void): () => void {
  let came: (() => void) | null = null;
  let last = -Infinity;
  const run = (): void => {
    came?.();
    came = null;
    last = performance.now();
    work();
  };
  return () => {
    if (came !== null) return;
    if (!drawn()) {
      work();
      return;
    }
    came = updateComes();
    const pause = last + PAUSE_MS - performance.now();
    if (pause <= 0) requestAnimationFrame(run);
    // The page may be hidden by then.
    else setTimeout(() => (drawn() ? requestAnimationFrame(run) : run()), pause);
  };
}
