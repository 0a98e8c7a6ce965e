import { describe, expect, it } from 'vitest';
import { dotPaths } from '../../../../src/answers/charts/dot-paths.ts';

const twice = (value: number): number => value * 2;
const still = (value: number): number => value;

describe('points as paths', () => {
  it('have every point once, in pixels of the axes', () => {
    const points = Array.from({ length: 100 }, (_, at) => [at, at / 3] as const);
    const placed = dotPaths(points, twice, still).flatMap((path) => path.split('M').slice(1));
    expect(new Set(placed)).toEqual(new Set(points.map(([x, y]) => `${String(x * 2)} ${String(Math.round(y * 10) / 10)}h0`)));
    expect(placed).toHaveLength(100);
  });

  it('have consecutive points in different paths, so that overlapping ones are darker', () => {
    const paths = dotPaths([...Array<[number, number]>(7).fill([1, 1])], still, still);
    expect(paths.map((path) => path.split('M').length - 1)).toEqual([2, 1, 1, 1, 1, 1]);
  });

  it('need as many elements for a thousand points as for ten, and none for none', () => {
    const ten = Array<[number, number]>(10).fill([1, 1]);
    expect(dotPaths(Array<[number, number]>(1000).fill([1, 1]), still, still)).toHaveLength(dotPaths(ten, still, still).length);
    expect(dotPaths([], still, still)).toEqual([]);
  });
});
