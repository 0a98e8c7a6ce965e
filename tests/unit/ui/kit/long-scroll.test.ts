import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LongScroll } from '../../../../src/ui/kit/long-scroll.ts';

const ROW = 26;
const VIEW = 500;

describe('a list higher than an element can be', () => {
  it('is plain while it fits', () => {
    const long = new LongScroll(ROW);
    expect(long.space(1000)).toBe(26_000);
    long.scrolled(1300, 1000, VIEW);
    expect([long.top, long.shift]).toEqual([1300, 0]);
    expect(long.rows(1000, VIEW, 10)).toEqual({ from: 40, to: 80 });
  });

  it('moves row by row with the wheel and by its share with the scroll bar', () => {
    const long = new LongScroll(ROW);
    const rows = 5_000_000;
    const half = (long.space(rows) - VIEW) / 2;
    long.scrolled(half, rows, VIEW);
    expect(Math.round(long.top / ROW)).toBe(Math.round((rows - VIEW / ROW) / 2));
    const before = long.top;
    long.scrolled(half + 120, rows, VIEW);
    expect(long.top - before).toBe(120);
    // In a low pane as well.
    long.scrolled(half + 640, rows, 150);
    expect(long.top - before).toBe(640);
  });

  it('has both ends, and every row can be gone to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.nat(), (rows, pick) => {
        const long = new LongScroll(ROW);
        const row = pick % rows;
        const bar = long.place(row * ROW, rows, VIEW);
        expect(bar).toBeGreaterThanOrEqual(0);
        expect(bar).toBeLessThanOrEqual(Math.max(0, long.space(rows) - VIEW) + 1e-6);
        const { from, to } = long.rows(rows, VIEW, 0);
        expect(from <= row && row < to).toBe(true);
        // A row that is seen is drawn where it is seen.
        expect(from * ROW + long.shift).toBeGreaterThan(bar - ROW - 1e-3);
        long.scrolled(0, rows, VIEW);
        expect(long.rows(rows, VIEW, 0).from).toBe(0);
        long.scrolled(long.space(rows) - VIEW, rows, VIEW);
        expect(long.rows(rows, VIEW, 0).to).toBe(rows);
      }),
    );
  });
});
