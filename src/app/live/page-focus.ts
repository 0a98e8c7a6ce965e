import type { LiveClock } from '../../live/clock.ts';

/** Focus and clock of the page; tests replace them. */
export interface PageFocus extends LiveClock {
  hasFocus(): boolean;
  /** Calls the listener whenever the page loses the focus or is hidden. Returns a function that removes the listener. */
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
  // The arrival times of sniffer frames are taken from this clock, so it is more precise than `Date.now()`.
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
