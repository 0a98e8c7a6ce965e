/** Overlapping dots grow darker up to this many; more cannot be distinguished. */
const LAYERS = 6;

/**
 * Points as a few SVG paths, each of lines without a length that a round or square cap turns into dots: an element for each of thousands
 * of points costs the page 50 ms and more whenever it is drawn or changes its colours. Within one path dots do not darken each other,
 * so neighbours in the given order go into different paths.
 */
export function dotPaths(
  points: readonly (readonly [number, number])[],
  x: (value: number) => number,
  y: (value: number) => number,
): string[] {
  const paths = Array.from({ length: Math.min(LAYERS, points.length) }, () => '');
  for (const [at, [across, up]] of points.entries()) paths[at % LAYERS] += `M${place(x(across))} ${place(y(up))}h0`;
  return paths;
}

const place = (value: number): string => String(Math.round(value * 10) / 10);
