/** A vertical stretch of an element, in CSS pixels from its top. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** Margin around the view in pixels, and the step by which the band moves. */
const MARGIN = 200;
const STEP = 100;

/** An attachment that reports which part of a high element is in view whenever that changes. */
export const visibleBand =
  (report: (band: Band) => void) =>
  (element: Element): (() => void) => {
    let last: Band | null = null;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const { top } = element.getBoundingClientRect();
      const view = viewOf(element);
      const band = {
        top: Math.floor((view.top - top - MARGIN) / STEP) * STEP,
        bottom: Math.ceil((view.bottom - top + MARGIN) / STEP) * STEP,
      };
      if (last?.top === band.top && last.bottom === band.bottom) return;
      last = band;
      report(band);
    };
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(element);
    // Scroll events do not bubble, but every ancestor can capture them.
    document.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      document.removeEventListener('scroll', later, { capture: true });
      cancelAnimationFrame(frame);
    };
  };

/** The part of the window in which the nearest scrolling ancestor shows its content. */
function viewOf(element: Element): Band {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(parent).overflowY) || parent.scrollHeight <= parent.clientHeight) continue;
    const { top, bottom } = parent.getBoundingClientRect();
    return { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) };
  }
  return { top: 0, bottom: innerHeight };
}
