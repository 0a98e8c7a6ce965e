/** Overlapping dots get darker up to this many; more could not be distinguished. */
const LAYERS = 6;

/**
 * Draws points as a few SVG paths of zero-length lines, which a round or square line cap turns into dots: one element for each of thousands
 * of points costs the page at least 50 ms per redraw. Dots within one path do not darken each other, so consecutive points go into
 * different paths.
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
