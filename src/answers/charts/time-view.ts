/** The visible time range of a chart, in ms. */
export interface TimeView {
  readonly start: number;
  readonly end: number;
}

/** A selected time range: inclusive whole milliseconds, as in a call's window. */
export interface Brush {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** Narrowest view in ms; capture clocks are not meaningful below it. */
const NARROWEST = 1;

/** A time range with a small margin on both sides; a single instant is widened to a second. */
export function fit(start: number, end: number): TimeView {
  const air = end > start ? (end - start) * 0.01 : 500;
  return { start: start - air, end: end + air };
}

/** @param factor below 1 zooms in. @param anchor the instant that keeps its position */
export function zoom(view: TimeView, factor: number, anchor: number, whole: TimeView): TimeView {
  const length = view.end - view.start;
  const longest = whole.end - whole.start;
  const wanted = Math.min(longest, Math.max(NARROWEST, length * factor));
  const share = length > 0 ? (anchor - view.start) / length : 0.5;
  return inside({ start: anchor - share * wanted, end: anchor + (1 - share) * wanted }, whole);
}

/** @param share fraction of the visible length; positive moves to later times */
export function pan(view: TimeView, share: number, whole: TimeView): TimeView {
  const by = (view.end - view.start) * share;
  return inside({ start: view.start + by, end: view.end + by }, whole);
}

/** The available part of a requested range; the whole if none is requested or it lies outside. */
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
