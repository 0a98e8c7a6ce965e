/** Points of a chart in px of its drawing; one that is not finite has no place and is passed over. */
export interface PointPlaces {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function placesOf(
  points: readonly (readonly [number, number])[],
  x: (value: number) => number,
  y: (value: number) => number,
): PointPlaces {
  const places = { x: new Float64Array(points.length), y: new Float64Array(points.length) };
  points.forEach(([across, up], at) => {
    places.x[at] = x(across);
    places.y[at] = y(up);
  });
  return places;
}

/** The nearest of the points within reach of a place, in px; the first one of those at one place. A pass over 100,000 takes below 1 ms. */
export function nearestPoint({ x, y }: PointPlaces, [left, top]: readonly [number, number], reach: number): number | null {
  let [found, least] = [-1, reach * reach];
  for (let at = 0; at < x.length; at++) {
    const [across, up] = [x[at]! - left, y[at]! - top];
    const far = across * across + up * up;
    if (far < least || (far === least && found < 0)) [found, least] = [at, far];
  }
  return found < 0 ? null : found;
}

/** How many others lie where this one does: within half a pixel, where no eye tells them apart. */
export function othersAt({ x, y }: PointPlaces, point: number): number {
  const [left, top] = [x[point]!, y[point]!];
  let count = -1;
  for (let at = 0; at < x.length; at++) if (Math.abs(x[at]! - left) <= 0.5 && Math.abs(y[at]! - top) <= 0.5) count++;
  return Math.max(0, count);
}

/** Of the width of a chart, what a page up or down leaps over. */
const LEAP = 0.1;

/**
 * Where a key leads from a point: left and right to its neighbours along x, up and down along y, pages a tenth of the width, Home and End to
 * the ends. Every point is come to: of those at one x (or y) one after the other in their order. Null for any other key, the point itself at an end.
 */
export function pointAfter(places: PointPlaces, from: number | null, key: string, width: number): number | null {
  const { x, y } = places;
  const [first, last] = [next(x, null, 1), next(x, null, -1)];
  if (first === null || last === null) return null;
  const steps: Readonly<Record<string, () => number | null>> = {
    ArrowRight: () => next(x, from, 1),
    ArrowLeft: () => next(x, from, -1),
    ArrowUp: () => next(y, from, -1),
    ArrowDown: () => next(y, from, 1),
    PageDown: () => (from === null ? null : (next(x, from, 1, LEAP * width) ?? last)),
    PageUp: () => (from === null ? null : (next(x, from, -1, LEAP * width) ?? first)),
    Home: () => first,
    End: () => last,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined) return null;
  return from === null && key !== 'End' ? first : (step() ?? from);
}

/** The next point by value and then by number, at least so far away; from null the first one. One pass without sorting, as only the next is needed. */
function next(values: Float64Array, from: number | null, sign: 1 | -1, leap = 0): number | null {
  let found: number | null = null;
  const start = from === null ? -Infinity : sign * values[from]! + leap;
  for (let at = 0; at < values.length; at++) {
    const value = sign * values[at]!;
    if (!Number.isFinite(value) || at === from) continue;
    const after = value > start || (value === start && (leap > 0 || (from !== null && sign * at > sign * from)));
    const best = found === null ? Infinity : sign * values[found]!;
    if (after && (value < best || (value === best && found !== null && sign * at < sign * found))) found = at;
  }
  return found;
}
