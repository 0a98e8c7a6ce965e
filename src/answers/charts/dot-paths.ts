/** Number of paths that dots are distributed over. Overlapping dots get darker up to this many; more shades could not be told apart. */
const LAYERS = 6;

/**
 * Draws points as a few SVG paths of lines without length, which a round or square line cap turns into dots: thousands of elements would
 * take at least 50 ms of the page per redraw. Dots within one path do not darken each other where they overlap, so consecutive points are
 * put into different paths.
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
