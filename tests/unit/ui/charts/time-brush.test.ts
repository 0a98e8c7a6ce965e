import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brushOf, brushTo, endHeld, withEnd } from '../../../../src/ui/charts/time-brush.ts';
import { gutter, timeAt, xOf } from '../../../../src/answers/charts/timeline-draw.ts';

const extent = { start: 1000.4, end: 9000.6 };

describe('a selected time', () => {
  it('is the same whichever way it is dragged', () => {
    expect(brushTo(2000, 3000, extent)).toEqual({ start_ms: 2000, end_ms: 3000 });
    expect(brushTo(3000, 2000, extent)).toEqual({ start_ms: 2000, end_ms: 3000 });
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
        const [left, right] = [timeAt(Math.min(from, to), view, 800), timeAt(Math.max(from, to), view, 800)];
        const brush = brushTo(timeAt(from, view, 800), timeAt(to, view, 800), view);
        return brush !== null && brush.start_ms <= left && left - brush.start_ms < 1 && brush.end_ms >= right && brush.end_ms - right < 1;
      }),
    );
  });

  it('is taken hold of by its nearer end, and the other one stays', () => {
    const brush = { start_ms: 2000, end_ms: 6000 };
    const [left, right] = [xOf(2000, extent, 800), xOf(6000, extent, 800)];
    expect(endHeld(left - 4, brush, extent, 800, 5)).toEqual({ kept: 6000, offset: expect.closeTo(4, 6) as number });
    expect(endHeld(right + 4, brush, extent, 800, 5)).toEqual({ kept: 2000, offset: expect.closeTo(-4, 6) as number });
    expect(endHeld((left + right) / 2, brush, extent, 800, 5)).toBeNull();
    expect(endHeld(left + 1, { start_ms: 2000, end_ms: 2000 }, extent, 800, 5)?.kept).toBe(2000);
    // One that lies beyond what is shown has no line to take hold of.
    const view = { start: 2010, end: 5990 };
    expect(endHeld(gutter(800), brush, view, 800, 5)).toBeNull();
    expect(endHeld(800, brush, view, 800, 5)).toBeNull();
    // What covers the visible time does so to the next millisecond outside.
    const zoomed = { start: 2010.4, end: 2011.3 };
    const visible = brushOf(zoomed, extent);
    expect(visible && endHeld(gutter(800), visible, zoomed, 800, 1000)).not.toBeNull();
  });

  it('begins or ends where the visible time does, and stays the right way round', () => {
    const [whole, view] = [
      { start_ms: 1000, end_ms: 9001 },
      { start: 3000, end: 5000 },
    ];
    expect(withEnd('start', null, view, extent)).toEqual({ ...whole, start_ms: 3000 });
    expect(withEnd('end', null, view, extent)).toEqual({ ...whole, end_ms: 5000 });
    expect(withEnd('end', withEnd('start', null, view, extent), view, extent)).toEqual({ start_ms: 3000, end_ms: 5000 });
    expect(withEnd('start', { start_ms: 1500, end_ms: 2500 }, view, extent)).toEqual({ ...whole, start_ms: 3000 });
    expect(withEnd('end', { start_ms: 5500, end_ms: 6500 }, view, extent)).toEqual({ ...whole, end_ms: 5000 });
    expect(withEnd('start', null, { start: 20_000, end: 30_000 }, extent)).toBeNull();
  });
});
