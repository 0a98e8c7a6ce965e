/** The visible time range of a chart, in ms. */
export interface TimeView {
  readonly start: number;
  readonly end: number;
}

/** A time range that a person selected in a chart: whole milliseconds, both inclusive, as in the time window of a call. */
export interface Brush {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** Minimum length of the visible range in ms; the clocks of captures are not more precise. */
const NARROWEST = 1;

/** Extends a time range a little at both ends. A single instant is widened to a second. */
export function fit(start: number, end: number): TimeView {
  const air = end > start ? (end - start) * 0.01 : 500;
  return { start: start - air, end: end + air };
}

/** Zooms the visible range. @param factor below 1 zooms in. @param anchor the time that stays at its position */
export function zoom(view: TimeView, factor: number, anchor: number, whole: TimeView): TimeView {
  const length = view.end - view.start;
  const longest = whole.end - whole.start;
  const wanted = Math.min(longest, Math.max(NARROWEST, length * factor));
  const share = length > 0 ? (anchor - view.start) / length : 0.5;
  return inside({ start: anchor - share * wanted, end: anchor + (1 - share) * wanted }, whole);
}

/** Moves the visible range. @param share distance as a fraction of its length; positive values move to later times */
export function pan(view: TimeView, share: number, whole: TimeView): TimeView {
  const by = (view.end - view.start) * share;
  return inside({ start: view.start + by, end: view.end + by }, whole);
}

/** The part of a requested range that is available; the whole range if none is requested or it lies outside. */
export function shown(wanted: TimeView | null, whole: TimeView): TimeView {
  if (!wanted || wanted.end <= whole.start || wanted.start >= whole.end) return whole;
  const [start, end] = [Math.max(wanted.start, whole.start), Math.min(wanted.end, whole.end)];
  return inside({ start, end: Math.max(end, start + NARROWEST) }, whole);
}

function inside(view: TimeView, whole: TimeView): TimeView {
  const length = Math.min(view.end - view.start, whole.end - whole.start);
  const start = Math.min(Math.max(view.start, whole.start), whole.end - length);
  return { start, end: start + length };
}
