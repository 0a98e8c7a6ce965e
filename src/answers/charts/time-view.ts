/** The stretch of time that a chart shows, in milliseconds. */
export interface TimeView {
  readonly start: number;
  readonly end: number;
}

/** A selected stretch of time: inclusive whole milliseconds, as a call's window. */
export interface Brush {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** Nothing is narrower than this, in milliseconds: below it, capture clocks say nothing. */
const NARROWEST = 1;

/** The whole of a span with a little air on both sides; a single instant gets a second. */
export function fit(start: number, end: number): TimeView {
  const air = end > start ? (end - start) * 0.01 : 500;
  return { start: start - air, end: end + air };
}

/** @param factor below 1 zooms in. @param anchor the instant that stays where it is */
export function zoom(view: TimeView, factor: number, anchor: number, whole: TimeView): TimeView {
  const length = view.end - view.start;
  const longest = whole.end - whole.start;
  const wanted = Math.min(longest, Math.max(NARROWEST, length * factor));
  const share = length > 0 ? (anchor - view.start) / length : 0.5;
  return inside({ start: anchor - share * wanted, end: anchor + (1 - share) * wanted }, whole);
}

/** @param share of the visible length, positive is later */
export function pan(view: TimeView, share: number, whole: TimeView): TimeView {
  const by = (view.end - view.start) * share;
  return inside({ start: view.start + by, end: view.end + by }, whole);
}

/** As much of a wanted stretch as there is; all of it where nothing is wanted or the wanted lies elsewhere. */
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
