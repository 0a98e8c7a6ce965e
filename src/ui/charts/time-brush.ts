import type { TimeView } from './time-view.ts';
import { timeAt } from './timeline-draw.ts';

/** A selected stretch of time: inclusive whole milliseconds, as a call's window. */
export interface Brush {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** A pointer that moved less, in pixels, has clicked. */
const CLICK = 4;

export const isClick = (from: number, to: number): boolean => Math.abs(to - from) < CLICK;

/**
 * The time between two places of the chart, in CSS pixels from its left edge and in either order; null for a click and
 * for a stretch in which nothing was ever active. Never further than the segments reach, since a call's window may not.
 */
export function brushBetween(from: number, to: number, view: TimeView, width: number, extent: TimeView): Brush | null {
  if (isClick(from, to)) return null;
  const [left, right] = from < to ? [from, to] : [to, from];
  return brushOf({ start: timeAt(left, view, width), end: timeAt(right, view, width) }, extent);
}

/** Whole milliseconds that cover a stretch of time, inside what the segments cover. */
export function brushOf(view: TimeView, extent: TimeView): Brush | null {
  const start_ms = Math.floor(Math.max(view.start, extent.start));
  const end_ms = Math.ceil(Math.min(view.end, extent.end));
  return start_ms <= end_ms ? { start_ms, end_ms } : null;
}
