import type { TimelineGroup, TimelineSpan } from './timeline-layout.ts';

/** Several lanes of one probable device: they have a band in their heading, and fold. A single lane is its own. */
export const isCluster = ({ series, lanes }: TimelineGroup): boolean => series > 0 && lanes.length > 1;

const bands = new WeakMap<TimelineGroup, readonly TimelineSpan[]>();

/** When any lane of a group was active. Made when it is first seen and then kept: drawing a frame must not sort. */
export function bandOf(group: TimelineGroup): readonly TimelineSpan[] {
  const known = bands.get(group);
  if (known) return known;
  const band = unionOf(group.lanes.flatMap(({ spans }) => spans));
  bands.set(group, band);
  return band;
}

const hulls = new WeakMap<readonly TimelineSpan[], TimelineSpan>();

/** From the first moment of spans to the last, without a weight (NaN); undefined of none. Kept, as pointers ask again and again. */
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

/**
 * The union of spans: in order, none over another. Where several are at once, their weights add up (packets per second do),
 * to 1 at most.
 */
export function unionOf(spans: readonly TimelineSpan[]): readonly TimelineSpan[] {
  const steps = spans
    .filter(({ start, end }) => end >= start)
    .flatMap(({ start, end, weight }) => [
      { at: start, by: weight, count: 1 },
      { at: end, by: -weight, count: -1 },
    ])
    // What begins where another ends begins first, so that there is no gap between them.
    .sort((left, right) => left.at - right.at || right.count - left.count);
  const union: TimelineSpan[] = [];
  let [from, weight, active] = [0, 0, 0];
  for (const { at, by, count } of steps) {
    // An instant has no length and is there nevertheless.
    const instant = at === from && count < 0 && union.at(-1)?.end !== at;
    if (active > 0 && (at > from || instant)) extend(union, { start: from, end: at, weight: Math.min(1, weight) });
    active += count;
    weight = active === 0 ? 0 : weight + by;
    from = at;
  }
  return union;
}

/** Two that touch and are as strong are one. */
function extend(union: TimelineSpan[], span: TimelineSpan): void {
  const last = union.at(-1);
  if (last?.end === span.start && Math.abs(last.weight - span.weight) < 1e-9) union[union.length - 1] = { ...last, end: span.end };
  else union.push(span);
}
