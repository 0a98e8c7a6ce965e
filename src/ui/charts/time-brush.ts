import type { Brush, TimeView } from '../../answers/charts/time-view.ts';
import { xOf } from '../../answers/charts/timeline-draw.ts';

/** A pointer that moved less, in pixels, has clicked. */
const CLICK = 4;

export const isClick = (from: number, to: number): boolean => Math.abs(to - from) < CLICK;

/** The time between two moments in either order; never further than the segments reach, since a call's window may not. */
export const brushTo = (from: number, to: number, extent: TimeView): Brush | null =>
  brushOf({ start: Math.min(from, to), end: Math.max(from, to) }, extent);

/** An end of a brush under a pointer. */
export interface HeldEnd {
  /** The other one, in ms. */
  readonly kept: number;
  /** From the pointer to the end, in CSS pixels. */
  readonly offset: number;
}

/**
 * The end of a brush that a pointer takes hold of; null where it is at neither. An end out of sight is none.
 * @param x in CSS pixels from the left edge of the chart @param reach how near it has to be
 */
export function endHeld(x: number, brush: Brush, view: TimeView, width: number, reach: number): HeldEnd | null {
  const { start_ms, end_ms } = brush;
  const ends = [
    { at: start_ms, kept: end_ms },
    { at: end_ms, kept: start_ms },
  ];
  // A selected time covers what is visible in whole milliseconds: its ends may lie that far outside.
  const inSight = ends.filter(({ at }) => at >= view.start - 1 && at <= view.end + 1);
  const inReach = inSight
    .map(({ at, kept }) => ({ kept, offset: xOf(at, view, width) - x }))
    .filter(({ offset }) => Math.abs(offset) <= reach);
  return inReach.sort((one, other) => Math.abs(one.offset) - Math.abs(other.offset))[0] ?? null;
}

/** One end of a brush put to where the visible time begins or ends. An end that would lie on the wrong side goes as far as it can. */
export function withEnd(which: 'start' | 'end', brush: Brush | null, view: TimeView, extent: TimeView): Brush | null {
  if (which === 'start') {
    const end = brush && brush.end_ms > view.start ? brush.end_ms : extent.end;
    return brushOf({ start: view.start, end }, extent);
  }
  const start = brush && brush.start_ms < view.end ? brush.start_ms : extent.start;
  return brushOf({ start, end: view.end }, extent);
}

/** Whole milliseconds that cover a stretch of time, inside what the segments cover. */
export function brushOf(view: TimeView, extent: TimeView): Brush | null {
  const start_ms = Math.floor(Math.max(view.start, extent.start));
  const end_ms = Math.ceil(Math.min(view.end, extent.end));
  return start_ms <= end_ms ? { start_ms, end_ms } : null;
}
