import type { LiveClock } from '../../live/clock.ts';

/** Focus and clock of the page. */
export interface PageFocus extends LiveClock {
  hasFocus(): boolean;
  /** Calls the listener each time the page loses the focus or is hidden. Returns a function that removes it. */
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
  // More precise than `Date.now()`: sniffer frames are timestamped when their bytes arrive.
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
