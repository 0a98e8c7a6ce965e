import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pinch, pinched } from '../../../../src/ui/charts/pinch.ts';
import { timeAt } from '../../../../src/answers/charts/timeline-draw.ts';

const whole = { start: 0, end: 1_000_000 };
const WIDTH = 800;

describe('two fingers on a timeline', () => {
  it('keep between them what lay between them', () => {
    const place = fc.integer({ min: 200, max: 780 });
    fc.assert(
      fc.property(place, place, place, place, (a, b, c, d) => {
        const [from, to] = [[Math.min(a, b), Math.max(a, b)] as const, [Math.min(c, d), Math.max(c, d)] as const];
        fc.pre(from[1] - from[0] >= 12 && to[1] - to[0] >= 12);
        const view = { start: 400_000, end: 410_000 };
        const now = pinched(view, from, to, WIDTH, whole);
        for (const finger of [0, 1] as const) expect(timeAt(to[finger], now, WIDTH)).toBeCloseTo(timeAt(from[finger], view, WIDTH), 3);
      }),
    );
  });

  it('never show more than there is', () => {
    expect(pinched(whole, [200, 700], [440, 450], WIDTH, whole)).toEqual(whole);
  });

  it('are two only while both are down', () => {
    const pinch = new Pinch();
    const view = { start: 0, end: 1000 };
    expect(pinch.press(1, 300, view)).toBe(false);
    expect(pinch.move(1, 320, WIDTH, whole)).toBeNull();
    expect(pinch.press(2, 500, view)).toBe(true);
    const spread = pinch.move(2, 700, WIDTH, whole);
    expect(spread && spread.end - spread.start).toBeCloseTo((1000 * 180) / 380);
    pinch.lift(1);
    expect(pinch.move(2, 600, WIDTH, whole)).toBeNull();
    // A pointer that only hovers is none.
    expect(pinch.move(7, 600, WIDTH, whole)).toBeNull();
  });
});
