import type { TimelineGroup, TimelineSpan } from './timeline-layout.ts';

/** Whether a group has several lanes that are probably one device. Its heading then has a band, and its lanes can be folded. */
export const isCluster = ({ series, lanes }: TimelineGroup): boolean => series > 0 && lanes.length > 1;

const bands = new WeakMap<TimelineGroup, readonly TimelineSpan[]>();

/** The times at which any lane of a group was active. They are computed on first use and cached, because drawing must not sort. */
export function bandOf(group: TimelineGroup): readonly TimelineSpan[] {
  const known = bands.get(group);
  if (known) return known;
  const band = unionOf(group.lanes.flatMap(({ spans }) => spans));
  bands.set(group, band);
  return band;
}

const hulls = new WeakMap<readonly TimelineSpan[], TimelineSpan>();

/**
 * Time range from the start of the first span to the end of the last, with the weight NaN; undefined if there are no spans. Cached, because
 * every move of the pointer requests it.
 */
export function hullOf(spans: readonly TimelineSpan[]): TimelineSpan | undefined {
  const [first] = spans;
  if (!first) return undefined;
  let hull = hulls.get(spans);
  if (!hull) {
    let [start, end] = [first.start, first.end];
    for (const span of spans) [start, end] = [Math.min(start, span.start), Math.max(end, span.end)];
    hull = { start, end, weight: Number.NaN };
    hulls.set(spans, hull);
  }
  return hull;
}

/** Joins spans to ordered spans without overlaps. Weights of simultaneous spans are added (they are packets per second), up to 1. */
export function unionOf(spans: readonly TimelineSpan[]): readonly TimelineSpan[] {
  const steps = spans
    .filter(({ start, end }) => end >= start)
    .flatMap(({ start, end, weight }) => [
      { at: start, by: weight, count: 1 },
      { at: end, by: -weight, count: -1 },
    ])
    // At equal times, put starts before ends, so that there is no gap between two spans that touch.
    .sort((left, right) => left.at - right.at || right.count - left.count);
  const union: TimelineSpan[] = [];
  let [from, weight, active] = [0, 0, 0];
  for (const { at, by, count } of steps) {
    // Keep a span that begins and ends at the same instant, although it has no length.
    const instant = at === from && count < 0 && union.at(-1)?.end !== at;
    if (active > 0 && (at > from || instant)) extend(union, { start: from, end: at, weight: Math.min(1, weight) });
    active += count;
    weight = active === 0 ? 0 : weight + by;
    from = at;
  }
  return union;
}

/** Adds a span to a band of the timeline, or extends the last one if the span touches it and has the same weight. */
function extend(union: TimelineSpan[], span: TimelineSpan): void {
  const last = union.at(-1);
  if (last?.end === span.start && Math.abs(last.weight - span.weight) < 1e-9) union[union.length - 1] = { ...last, end: span.end };
  else union.push(span);
}
