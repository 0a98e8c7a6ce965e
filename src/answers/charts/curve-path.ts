type Reach = readonly [number, number];

/** The parts of a curve inside a frame as an SVG path: it stretches no axis and is cut where it leaves. */
export function curvePath(
  points: readonly (readonly [number, number])[],
  across: Reach,
  up: Reach,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const inside = ([a, b]: readonly [number, number]): boolean => a >= across[0] && a <= across[1] && b >= up[0] && b <= up[1];
  const place = (value: number): number => Math.round(value * 10) / 10;
  let pen = 'M';
  let path = '';
  for (const point of points) {
    if (inside(point)) {
      path += `${pen}${String(place(x(point[0])))} ${String(place(y(point[1])))}`;
      pen = 'L';
    } else pen = 'M';
  }
  return path;
}
