import { type TimeView, pan, zoom } from '../../answers/charts/time-view.ts';
import { gutter, timeAt } from '../../answers/charts/timeline-draw.ts';

/** Positions of two fingers, in CSS pixels from the left edge. */
export type Fingers = readonly [number, number];

/** Below this distance two fingers count as one, because it is too small to measure a zoom. */
const LEAST_APART = 12;

/**
 * The view after two fingers moved: the time between them stays between them, so spreading zooms in and moving both pans.
 * @param view the view when they were put down
 * @param whole limits of the view
 */
export function pinched(view: TimeView, from: Fingers, to: Fingers, width: number, whole: TimeView): TimeView {
  const apart = ([left, right]: Fingers): number => Math.max(LEAST_APART, Math.abs(right - left));
  const middle = ([left, right]: Fingers): number => (left + right) / 2;
  const zoomed = zoom(view, apart(from) / apart(to), timeAt(middle(from), view, width), whole);
  return pan(zoomed, (middle(from) - middle(to)) / Math.max(1, width - gutter(width)), whole);
}

/** Tracks the pointers on a chart. While there are two, they zoom. */
export class Pinch {
  readonly #down = new Map<number, number>();
  #start: { readonly fingers: Fingers; readonly view: TimeView } | null = null;

  /** @returns whether this pointer is the second */
  press(id: number, x: number, view: TimeView): boolean {
    this.#down.set(id, x);
    const fingers = this.#fingers();
    this.#start = fingers && { fingers, view };
    return fingers !== null;
  }

  /** The view that the fingers select; null unless there are two. */
  move(id: number, x: number, width: number, whole: TimeView): TimeView | null {
    if (!this.#down.has(id)) return null;
    this.#down.set(id, x);
    const now = this.#fingers();
    return this.#start && now && pinched(this.#start.view, this.#start.fingers, now, width, whole);
  }

  lift(id: number): void {
    this.#down.delete(id);
    this.#start = null;
  }

  #fingers(): Fingers | null {
    const [first, second] = this.#down.values();
    return first === undefined || second === undefined ? null : [first, second];
  }
}
