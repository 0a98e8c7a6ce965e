type Reach = readonly [number, number];

/** SVG path for the parts of a curve that are inside a frame. The curve is cut at the frame and does not extend the axes. */
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
