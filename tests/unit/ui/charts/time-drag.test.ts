import { beforeEach, describe, expect, it } from 'vitest';
import { type DraggedChart, TimeDrag } from '../../../../src/ui/charts/time-drag.svelte.ts';
import { timeAt, xOf } from '../../../../src/answers/charts/timeline-draw.ts';

const extent = { start: 0, end: 10_000 };
const WIDTH = 800;

let chart: DraggedChart;
let drag: TimeDrag;
const at = (x: number, pointerId = 1, pointerType = 'mouse') => ({ pointerId, pointerType, offsetX: x, offsetY: 40 });
const placeOf = (ms: number): number => xOf(ms, extent, WIDTH);

beforeEach(() => {
  chart = { view: extent, whole: extent, extent, width: WIDTH, brush: { start_ms: 2000, end_ms: 6000 } };
  drag = new TimeDrag(() => chart);
});

describe('a pointer over a chart of time', () => {
  it('moves it, and selects nothing', () => {
    chart = { ...chart, view: { start: 4000, end: 5000 } };
    drag.press(at(400), false);
    const moved = drag.move(at(300));
    expect(moved?.start).toBeCloseTo(4000 + timeAt(400, extent, WIDTH) / 10 - timeAt(300, extent, WIDTH) / 10, 6);
    expect(drag.draft).toBeNull();
    expect(drag.lift(at(300))).toBeNull();
  });

  it('selects a time where it is asked to', () => {
    drag.press(at(placeOf(7000)), true);
    expect(drag.move(at(placeOf(8000)))).toBeNull();
    expect(drag.draft).toEqual({ start_ms: 7000, end_ms: 8000 });
    expect(drag.lift(at(placeOf(8000)))).toEqual({ brush: { start_ms: 7000, end_ms: 8000 } });
    expect(drag.draft).toBeNull();
  });

  it('takes hold of an end wherever it comes down on it; the other one stays to the millisecond, and both may pass each other', () => {
    expect([drag.holds(placeOf(6000) + 3), drag.holds(placeOf(6000) + 9), drag.holds(placeOf(6000) + 9, 'touch')]).toEqual([
      true,
      false,
      true,
    ]);
    drag.press(at(placeOf(6000) + 3), false);
    // It comes along with the pointer, and does not jump to it.
    expect(drag.move(at(placeOf(8999.5) + 3))).toBeNull();
    expect(drag.draft).toEqual({ start_ms: 2000, end_ms: 9000 });
    drag.move(at(placeOf(1000.5) + 3));
    expect(drag.lift(at(placeOf(1000.5) + 3))).toEqual({ brush: { start_ms: 1000, end_ms: 2000 } });
  });

  it('that comes up where it went down has clicked, also on an end', () => {
    drag.press(at(placeOf(6000)), false);
    drag.move(at(placeOf(6000) + 2));
    expect(drag.draft).toBeNull();
    expect(drag.lift(at(placeOf(6000) + 2))).toEqual({ clicked: 40 });
  });

  it('selects a time by two clicks in any order, and shows how far it reaches on the way', () => {
    expect(drag.click(placeOf(7000))).toBeNull();
    expect(drag.mark).toBeCloseTo(7000, 6);
    drag.press(at(placeOf(7000)), true);
    drag.cancel(at(placeOf(7000)));
    drag.move(at(placeOf(4000)));
    expect(drag.draft).toEqual({ start_ms: 4000, end_ms: 7000 });
    expect(drag.click(placeOf(3000))).toEqual({ start_ms: 3000, end_ms: 7000 });
    expect([drag.mark, drag.draft]).toEqual([null, null]);
    // A drag in between is what counts, and a first click can be taken back.
    drag.click(placeOf(1000));
    drag.press(at(placeOf(5000)), true);
    drag.move(at(placeOf(8000)));
    expect(drag.lift(at(placeOf(8000)))).toEqual({ brush: { start_ms: 5000, end_ms: 8000 } });
    expect(drag.mark).toBeNull();
    drag.click(placeOf(1000));
    drag.unmark();
    drag.move(at(placeOf(4000)));
    expect([drag.mark, drag.draft]).toEqual([null, null]);
  });

  it('is one of two fingers as soon as there is another, and one that is taken away leaves nothing', () => {
    drag.press(at(500), true);
    drag.move(at(600));
    drag.press(at(700, 2), true);
    expect(drag.draft).toBeNull();
    expect(drag.move(at(780, 2))).not.toBeNull();
    expect(drag.lift(at(780, 2))).toBeNull();
    drag.press(at(500), true);
    drag.move(at(600));
    drag.cancel(at(600));
    expect(drag.draft).toBeNull();
    expect(drag.lift(at(600))).toBeNull();
  });
});
