import { type TimeView, fit, pan, shown, zoom } from '../../answers/charts/time-view.ts';
import { AXIS_HEIGHT, gutter, timeAt } from '../../answers/charts/timeline-draw.ts';

/** A turn of the wheel: its position in the chart's pixels, and its amount. */
interface Turn {
  readonly x: number;
  readonly y: number;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly shiftKey: boolean;
  /** Whether Ctrl or an equivalent key is pressed. */
  readonly zooms: boolean;
}

/** The visible time of a chart, and ways to change it. */
export class TimeWindow {
  /** The largest time range that the chart can show. */
  readonly whole: TimeView = $derived.by(() => fit(this.extent().start, this.extent().end));
  readonly view: TimeView = $derived.by(() => shown(this.wanted(), this.whole));

  /** @param extent extent of the segments @param wanted the requested time, null for the whole @param show applies a new request */
  constructor(
    private readonly extent: () => TimeView,
    private readonly wanted: () => TimeView | null,
    private readonly show: (wanted: TimeView | null) => void,
  ) {}

  get centre(): number {
    return (this.view.start + this.view.end) / 2;
  }

  /** Middle of the visible time, in per cent of the whole. */
  get percent(): number {
    return Math.round((100 * (this.centre - this.whole.start)) / (this.whole.end - this.whole.start));
  }

  readonly set = (view: TimeView): void => {
    const { start, end } = this.whole;
    this.show(view.start <= start && view.end >= end ? null : view);
  };

  /** @param factor below 1 zooms in @param anchor the instant that keeps its position */
  readonly zoom = (factor: number, anchor = this.centre): void => {
    this.set(zoom(this.view, factor, anchor, this.whole));
  };

  /** @param share fraction of the visible length; positive moves to later times */
  readonly pan = (share: number): void => {
    this.set(pan(this.view, share, this.whole));
  };

  readonly reset = (): void => {
    this.show(null);
  };

  /** Shows a time range with some margin. */
  around(start: number, end: number): void {
    this.set(zoom(fit(start, end), 1.2, (start + end) / 2, this.whole));
  }

  /**
   * Handles the wheel: on the axis or with Ctrl it zooms around the pointer, with Shift or sideways it pans; returns false if the page
   * should scroll.
   */
  turn({ x, y, deltaX, deltaY, shiftKey, zooms }: Turn, width: number): boolean {
    if (zooms || (y < AXIS_HEIGHT && !shiftKey)) {
      this.zoom(Math.exp(Math.max(-60, Math.min(60, deltaY)) * 0.006), timeAt(x, this.view, width));
      return true;
    }
    const sideways = shiftKey ? deltaY || deltaX : Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : 0;
    if (sideways === 0) return false;
    this.pan(sideways / Math.max(1, width - gutter(width)));
    return true;
  }
}
