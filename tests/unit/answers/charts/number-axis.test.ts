import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFigure, linear, numberTicks, reachOf, shortened } from '../../../../src/answers/charts/number-axis.ts';

const value = fc.double({ noNaN: true, noDefaultInfinity: true });

test('ticks are ascending, within the axis, and few', () => {
  fc.assert(
    fc.property(value, value, fc.integer({ min: 1, max: 12 }), (a, b, most) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const ticks = numberTicks(low, high, most);
      expect(ticks.length).toBeLessThanOrEqual(most);
      const slack = 1e-11 * Math.max(Math.abs(low), Math.abs(high));
      ticks.forEach((tick, at) => {
        expect(tick).toBeGreaterThanOrEqual(low - slack);
        expect(tick).toBeLessThanOrEqual(high + slack);
        if (at > 0) expect(tick).toBeGreaterThanOrEqual(ticks[at - 1] ?? NaN);
      });
    }),
  );
  expect(numberTicks(-0.13, 0.31, 5)).toEqual([-0.1, 0, 0.1, 0.2, 0.3]);
  expect(numberTicks(3, 3, 4)).toEqual([3]);
  expect(numberTicks(0, Infinity, 4)).toEqual([]);
});

test('scaled values lie within the pixels, also at the ends of the range', () => {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      const [low = 0, middle = 0, high = 0] = [a, b, c].sort((x, y) => x - y);
      const at = linear(low, high, 10, 110)(middle);
      expect(at).toBeGreaterThanOrEqual(10 - 1e-9);
      expect(at).toBeLessThanOrEqual(110 + 1e-9);
    }),
  );
  expect(linear(5, 5, 0, 8)(5)).toBe(4);
});

test('ranges, numbers and truncated names are as expected', () => {
  expect(reachOf([NaN, 2, Infinity, -2], 0.25)).toEqual([-3, 3]);
  expect(reachOf([NaN])).toBeNull();
  expect([0, -0.01234567, 12345678, 1e-7, 1500, NaN].map(formatFigure)).toEqual(['0', '−0.01235', '1.23e7', '1e−7', '1500', '–']);
  expect([shortened('channel', 7), shortened('channels', 7)]).toEqual(['channel', 'channe…']);
});
