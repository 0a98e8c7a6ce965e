import type { LiveClock } from '../../live/clock.ts';

/** Focus and time of the page. */
export interface PageFocus extends LiveClock {
  hasFocus(): boolean;
  /** Calls the listener each time the page loses the focus or is hidden; the returned function ends that. */
  onLost(listener: () => void): () => void;
}

export const pageFocus: PageFocus = {
  hasFocus: () => document.hasFocus(),
  onLost(listener) {
    const hidden = (): void => {
      if (document.hidden) listener();
    };
    window.addEventListener('blur', listener);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('blur', listener);
      document.removeEventListener('visibilitychange', hidden);
    };
  },
  // Finer than `Date.now()`: sniffer frames are timed by the arrival of their bytes.
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
