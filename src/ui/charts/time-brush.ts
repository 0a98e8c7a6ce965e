import type { Brush, TimeView } from '../../answers/charts/time-view.ts';
import { xOf } from '../../answers/charts/timeline-draw.ts';

/** A press that moved less than this, in pixels, counts as a click. */
const CLICK = 4;

export const isClick = (from: number, to: number): boolean => Math.abs(to - from) < CLICK;

/** The time between two moments in either order, limited to the extent of the segments, which a call's window must not exceed. */
export const brushTo = (from: number, to: number, extent: TimeView): Brush | null =>
  brushOf({ start: Math.min(from, to), end: Math.max(from, to) }, extent);

/** An end of a selected time range that a pointer has grabbed. */
export interface HeldEnd {
  /** Time of the other end of the selected range, which does not move, ms. */
  readonly kept: number;
  /** Distance from the pointer to the grabbed end of the range, in CSS pixels. */
  readonly offset: number;
}

/**
 * The end of a brush that a pointer grabs; null if neither is near. Ends outside the view cannot be grabbed.
 * @param x in CSS pixels from the left edge of the chart @param reach largest distance
 */
export function endHeld(x: number, brush: Brush, view: TimeView, width: number, reach: number): HeldEnd | null {
  const { start_ms, end_ms } = brush;
  const ends = [
    { at: start_ms, kept: end_ms },
    { at: end_ms, kept: start_ms },
  ];
  // A selection of the visible time is rounded outwards to whole milliseconds, so its ends may lie slightly outside.
  const inSight = ends.filter(({ at }) => at >= view.start - 1 && at <= view.end + 1);
  const inReach = inSight
    .map(({ at, kept }) => ({ kept, offset: xOf(at, view, width) - x }))
    .filter(({ offset }) => Math.abs(offset) <= reach);
  return inReach.sort((one, other) => Math.abs(one.offset) - Math.abs(other.offset))[0] ?? null;
}

/** Moves one end of a brush to the start or end of the visible time. An end that would cross the other goes as far as possible. */
export function withEnd(which: 'start' | 'end', brush: Brush | null, view: TimeView, extent: TimeView): Brush | null {
  if (which === 'start') {
    const end = brush && brush.end_ms > view.start ? brush.end_ms : extent.end;
    return brushOf({ start: view.start, end }, extent);
  }
  const start = brush && brush.start_ms < view.end ? brush.start_ms : extent.start;
  return brushOf({ start, end: view.end }, extent);
}

/** A time range rounded outwards to whole milliseconds, limited to the extent of the segments. */
export function brushOf(view: TimeView, extent: TimeView): Brush | null {
  const start_ms = Math.floor(Math.max(view.start, extent.start));
  const end_ms = Math.ceil(Math.min(view.end, extent.end));
  return start_ms <= end_ms ? { start_ms, end_ms } : null;
}
