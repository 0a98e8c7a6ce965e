import { beforeEach, describe, expect, it } from 'vitest';
import type { TimeView } from '../../../../src/answers/charts/time-view.ts';
import { TimeWindow } from '../../../../src/ui/charts/time-window.svelte.ts';
import { AXIS_HEIGHT, timeAt } from '../../../../src/answers/charts/timeline-draw.ts';

const WIDTH = 800;
let wanted: TimeView | null;
let time: TimeWindow;
/** The class follows what it is given as a component's would, so each look is a new one. */
const looked = (): TimeWindow =>
  new TimeWindow(
    () => ({ start: 0, end: 10_000 }),
    () => wanted,
    (next) => (wanted = next),
  );
const turn = (change: Partial<Parameters<TimeWindow['turn']>[0]>): boolean =>
  time.turn({ x: 400, y: AXIS_HEIGHT + 10, deltaX: 0, deltaY: -50, shiftKey: false, zooms: false, ...change }, WIDTH);

beforeEach(() => {
  wanted = null;
  time = looked();
});

describe('what a timeline shows of its time', () => {
  it('is all of it, until it is zoomed, and again when it is zoomed out', () => {
    expect(time.view).toEqual({ start: -100, end: 10_100 });
    time.zoom(0.5);
    expect(wanted).toEqual({ start: 2450, end: 7550 });
    time = looked();
    expect(time.percent).toBe(50);
    time.zoom(4);
    expect(wanted).toBeNull();
  });

  it('zooms about the pointer by a wheel with Ctrl, and over the axis without', () => {
    const at = timeAt(400, time.view, WIDTH);
    expect(turn({ zooms: true })).toBe(true);
    const zoomed = looked().view;
    expect(zoomed.end - zoomed.start).toBeLessThan(8000);
    expect(timeAt(400, zoomed, WIDTH)).toBeCloseTo(at, 6);
    wanted = null;
    expect(turn({ y: AXIS_HEIGHT - 1 })).toBe(true);
    expect(wanted).toEqual(zoomed);
  });

  it('moves by a wheel with Shift or sideways, and leaves a plain one to the page', () => {
    wanted = { start: 4000, end: 5000 };
    time = looked();
    expect(turn({})).toBe(false);
    expect(wanted).toEqual({ start: 4000, end: 5000 });
    expect(turn({ deltaY: 65.2, shiftKey: true })).toBe(true);
    expect(wanted.start).toBeCloseTo(4100, 6);
    time = looked();
    expect(turn({ deltaX: -65.2, deltaY: 3 })).toBe(true);
    expect(wanted.start).toBeCloseTo(4000, 6);
  });

  it('goes to a stretch with room on both sides', () => {
    time.around(4000, 5000);
    expect(wanted?.start).toBeLessThan(4000);
    expect(wanted?.end).toBeGreaterThan(5000);
    expect((wanted?.end ?? 0) - (wanted?.start ?? 0)).toBeLessThan(1300);
  });
});
