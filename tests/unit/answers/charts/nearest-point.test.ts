import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestPoint, othersAt, placesOf, pointAfter } from '../../../../src/answers/charts/nearest-point.ts';

const same = (value: number): number => value;
const at = (points: readonly (readonly [number, number])[]) => placesOf(points, same, same);
const place = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200 }));

describe('the point that is meant', () => {
  it('is the nearest one within reach, whatever else is there', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), place, fc.integer({ min: 1, max: 60 }), (points, pointer, reach) => {
        const far = points.map(([x, y]) => Math.hypot(x - pointer[0], y - pointer[1]));
        const least = Math.min(Infinity, ...far);
        const found = nearestPoint(at(points), pointer, reach);
        if (least > reach) expect(found).toBeNull();
        else expect(far[found ?? -1]).toBeCloseTo(least, 9);
      }),
    );
  });

  it('is never one without a place', () => {
    const points = [
      [NaN, 5],
      [5, Infinity],
      [9, 5],
    ] as const;
    expect(nearestPoint(at(points), [5, 5], 10)).toBe(2);
    expect(nearestPoint(at(points.slice(0, 2)), [5, 5], 10)).toBeNull();
  });

  it('is the first of those at one place, and the others are counted', () => {
    const points = at([
      [1, 1],
      [7, 7],
      [7, 7],
      [7.2, 7],
    ]);
    expect(nearestPoint(points, [7, 7], 10)).toBe(1);
    expect([othersAt(points, 1), othersAt(points, 0)]).toEqual([2, 0]);
  });

  it('is found among 100,000', () => {
    const points = Array.from({ length: 100_000 }, (_, index) => [(index * 7919) % 701, (index * 104_729) % 283] as const);
    const found = nearestPoint(at(points), [350.2, 140.1], 24);
    expect(points[found ?? -1]).toEqual([350, 140]);
  });
});

describe('keys', () => {
  it('come to every point once, in its order along either axis, and stay at the ends', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (points) => {
        const places = at(points);
        for (const [key, back, axis] of [
          ['ArrowRight', 'ArrowLeft', 0],
          ['ArrowDown', 'ArrowUp', 1],
        ] as const) {
          const order = points.map((_, index) => index).sort((a, b) => points[a]![axis] - points[b]![axis] || a - b);
          const walked = order.map((_, step) => order[Math.min(step + 1, order.length - 1)]);
          expect(order.map((index) => pointAfter(places, index, key, 300))).toEqual(walked);
          expect(order.map((index) => pointAfter(places, index, back, 300))).toEqual([order[0], ...order.slice(0, -1)]);
        }
        const across = points.map(([x]) => x);
        expect(across[pointAfter(places, 0, 'Home', 300) ?? -1]).toBe(Math.min(...across));
        expect(across[pointAfter(places, 0, 'End', 300) ?? -1]).toBe(Math.max(...across));
      }),
    );
  });

  it('leap a tenth of the width, or to the end', () => {
    const places = at(Array.from({ length: 50 }, (_, x) => [x * 2, 10] as const));
    expect(pointAfter(places, 0, 'PageDown', 100)).toBe(5);
    expect(pointAfter(places, 5, 'PageUp', 100)).toBe(0);
    expect(pointAfter(places, 48, 'PageDown', 100)).toBe(49);
  });

  it('begin at the first point, and others are left to the page', () => {
    const places = at([
      [9, 1],
      [3, 2],
    ]);
    expect(pointAfter(places, null, 'ArrowRight', 100)).toBe(1);
    expect(pointAfter(places, null, 'End', 100)).toBe(0);
    expect(pointAfter(places, 0, 'Enter', 100)).toBeNull();
    expect(pointAfter(places, 0, 'toString', 100)).toBeNull();
    expect(pointAfter(at([[NaN, 1]]), null, 'ArrowRight', 100)).toBeNull();
  });
});
