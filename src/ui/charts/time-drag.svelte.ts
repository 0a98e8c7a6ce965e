import { Pinch } from './pinch.ts';
import { type HeldEnd, brushTo, endHeld, isClick } from './time-brush.ts';
import { type Brush, type TimeView, pan } from '../../answers/charts/time-view.ts';
import { gutter, timeAt } from '../../answers/charts/timeline-draw.ts';

/** The chart under the pointer, as it is drawn now. */
export interface DraggedChart {
  readonly view: TimeView;
  /** The largest time range that the chart can show. */
  readonly whole: TimeView;
  /** Time range that the segments of the chart cover. */
  readonly extent: TimeView;
  readonly width: number;
  readonly brush: Brush | null;
}

type Pointer = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'offsetX' | 'offsetY'>;

/** Position of an event in pixels of the drawing; `scale` is the number of CSS pixels per such pixel. */
export const placeOf = ({ offsetX, offsetY }: MouseEvent, scale: number): { offsetX: number; offsetY: number } => ({
  offsetX: offsetX / scale,
  offsetY: offsetY / scale,
});

/** A pointer in pixels of the drawing. */
export const pointerOf = (event: PointerEvent, scale: number): Pointer => ({
  pointerId: event.pointerId,
  pointerType: event.pointerType,
  ...placeOf(event, scale),
});

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly view: TimeView;
  /** The fixed start of a time selection; null while the chart is being moved. */
  readonly from: number | null;
  /** Distance from the pointer to the grabbed end, so that the end does not jump. */
  readonly offset: number;
}

/** Largest distance in CSS pixels at which an end of the selected time can be grabbed. */
const REACH = { mouse: 5, touch: 14 } as const;

/** Pointer gestures on a time chart: one pointer moves it, selects a time or drags an end of the selection; two zoom. */
export class TimeDrag {
  /** The selection while the pointer is down. */
  draft = $state.raw<Brush | null>(null);
  /** First end of a time selected by two clicks, in ms; null before the first click. */
  mark = $state.raw<number | null>(null);
  readonly #pinch = new Pinch();
  #drag: Drag | null = null;

  /** @param chart returns the chart as it is drawn now */
  constructor(private readonly chart: () => DraggedChart) {}

  /** Whether a pointer put down here would grab an end of the selected time. */
  holds(x: number, pointerType = 'mouse'): boolean {
    return this.#held(x, pointerType) !== null;
  }

  /** @param selects whether the drag selects a time, wherever it begins */
  press(pointer: Pointer, selects: boolean): void {
    const { offsetX: x, offsetY: y, pointerId, pointerType } = pointer;
    const { view, width } = this.chart();
    const held = this.#held(x, pointerType);
    const anew = selects ? timeAt(x, view, width) : null;
    this.#drag = { x, y, view, from: held?.kept ?? anew, offset: held?.offset ?? 0 };
    if (this.#pinch.press(pointerId, x, view)) this.#end();
  }

  /** The time to show; null if it does not change. */
  move({ pointerId, offsetX: x }: Pointer): TimeView | null {
    const { view, whole, extent, width } = this.chart();
    const pinched = this.#pinch.move(pointerId, x, width, whole);
    const drag = this.#drag;
    if (!drag && this.mark !== null && !pinched) this.draft = brushTo(this.mark, timeAt(x, view, width), extent);
    if (!drag) return pinched;
    if (drag.from === null) return pan(drag.view, (drag.x - x) / Math.max(1, width - gutter(width)), whole);
    this.draft = isClick(drag.x, x) ? null : brushTo(drag.from, timeAt(x + drag.offset, view, width), extent);
    return pinched;
  }

  /** Ends the gesture: returns the selected time, or for a click its vertical position; null if the chart was moved. */
  lift({ pointerId, offsetX }: Pointer): { readonly brush: Brush } | { readonly clicked: number } | null {
    this.#pinch.lift(pointerId);
    const [drag, draft] = [this.#drag, this.draft];
    this.#end();
    if (!drag) return null;
    if (isClick(drag.x, offsetX)) return { clicked: drag.y };
    if (draft) this.mark = null;
    return draft && { brush: draft };
  }

  /** Selection by clicks: the first marks one end, the second selects the time between. */
  click(x: number): Brush | null {
    const { view, extent, width } = this.chart();
    const [at, mark] = [timeAt(x, view, width), this.mark];
    this.unmark();
    if (mark !== null) return brushTo(mark, at, extent);
    this.mark = at;
    this.draft = brushTo(at, at, extent);
    return null;
  }

  /** Discards the end of a time range that a first click marked. */
  unmark(): void {
    this.mark = this.draft = null;
  }

  /** Cancels dragging in the chart. */
  cancel({ pointerId }: Pointer): void {
    this.#pinch.lift(pointerId);
    this.#end();
  }

  #end(): void {
    this.#drag = this.draft = null;
  }

  #held(x: number, pointerType: string): HeldEnd | null {
    const { brush, view, width } = this.chart();
    return brush && endHeld(x, brush, view, width, pointerType === 'touch' ? REACH.touch : REACH.mouse);
  }
}
