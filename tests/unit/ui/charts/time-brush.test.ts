import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brushBetween, brushOf } from '../../../../src/ui/charts/time-brush.ts';
import { gutter, timeAt, xOf } from '../../../../src/ui/charts/timeline-draw.ts';

const extent = { start: 1000.4, end: 9000.6 };

describe('a selected time', () => {
  it('is nothing for a click, and the same whichever way it is dragged', () => {
    expect(brushBetween(400, 402, extent, 800, extent)).toBeNull();
    expect(brushBetween(400, 500, extent, 800, extent)).toEqual(brushBetween(500, 400, extent, 800, extent));
  });

  it('ends where the segments end, in whole milliseconds that cover them', () => {
    expect(brushOf({ start: -5e9, end: 5e9 }, extent)).toEqual({ start_ms: 1000, end_ms: 9001 });
    expect(brushOf({ start: 20_000, end: 30_000 }, extent)).toBeNull();
  });

  it('covers both places and little more, at every zoom', () => {
    const place = fc.integer({ min: gutter(800), max: 800 });
    fc.assert(
      fc.property(place, place, fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (from, to, start, length) => {
        const view = { start, end: start + length };
        const brush = brushBetween(from, to, view, 800, view);
        if (Math.abs(from - to) < 4) return brush === null;
        const [left, right] = [timeAt(Math.min(from, to), view, 800), timeAt(Math.max(from, to), view, 800)];
        return brush !== null && brush.start_ms <= left && left - brush.start_ms < 1 && brush.end_ms >= right && brush.end_ms - right < 1;
      }),
    );
  });

  it('lies where it was dragged', () => {
    const brush = brushBetween(300, 600, extent, 800, extent);
    expect(xOf(brush?.start_ms ?? 0, extent, 800)).toBeCloseTo(300, 0);
    expect(xOf(brush?.end_ms ?? 0, extent, 800)).toBeCloseTo(600, 0);
  });
});
