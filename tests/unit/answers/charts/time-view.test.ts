import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, pan, shown, zoom } from '../../../../src/answers/charts/time-view.ts';

const whole = { start: 1000, end: 11_000 };

describe('time view', () => {
  it('fits a span with a margin, and an instant with a second', () => {
    expect(fit(0, 1000)).toEqual({ start: -10, end: 1010 });
    expect(fit(5000, 5000)).toEqual({ start: 4500, end: 5500 });
  });

  it('zooms around the pointer', () => {
    const view = zoom(whole, 0.5, 3500, whole);
    expect(view.end - view.start).toBe(5000);
    expect((3500 - view.start) / 5000).toBeCloseTo(0.25);
  });

  it('pans by a share of the visible time', () => {
    expect(pan({ start: 2000, end: 4000 }, 0.5, whole)).toEqual({ start: 3000, end: 5000 });
  });

  it('shows the available part of the requested range, or everything if it lies outside', () => {
    expect(shown(null, whole)).toBe(whole);
    expect(shown({ start: 2000, end: 3000 }, whole)).toEqual({ start: 2000, end: 3000 });
    expect(shown({ start: 0, end: 3000 }, whole)).toEqual({ start: 1000, end: 3000 });
    expect(shown({ start: 5000, end: 9e15 }, whole)).toEqual({ start: 5000, end: 11_000 });
    expect(shown({ start: 5000, end: 5000 }, whole)).toEqual({ start: 5000, end: 5001 });
    expect(shown({ start: 10_999.5, end: 20_000 }, whole)).toEqual({ start: 10_999, end: 11_000 });
    for (const elsewhere of [
      { start: 0, end: 1000 },
      { start: 11_000, end: 12_000 },
    ])
      expect(shown(elsewhere, whole)).toBe(whole);
  });

  it('stays within the whole with its start before its end, after any moves', () => {
    const move = fc.oneof(
      fc.record({ zoom: fc.double({ min: 0.01, max: 100, noNaN: true }), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ pan: fc.double({ min: -5, max: 5, noNaN: true }) }),
    );
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        let view = whole;
        for (const each of moves) {
          view = 'pan' in each ? pan(view, each.pan, whole) : zoom(view, each.zoom, view.start + each.at * (view.end - view.start), whole);
          expect(view.start).toBeGreaterThanOrEqual(whole.start - 1e-6);
          expect(view.end).toBeLessThanOrEqual(whole.end + 1e-6);
          expect(view.end - view.start).toBeGreaterThan(0.9);
        }
      }),
    );
  });
});
