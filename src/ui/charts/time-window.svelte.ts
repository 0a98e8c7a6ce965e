import { type TimeView, fit, pan, shown, zoom } from '../../answers/charts/time-view.ts';
import { AXIS_HEIGHT, gutter, timeAt } from '../../answers/charts/timeline-draw.ts';

/** Where a wheel was turned, in the chart's own pixels, and by how much. */
interface Turn {
  readonly x: number;
  readonly y: number;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly shiftKey: boolean;
  /** Ctrl or its like. */
  readonly zooms: boolean;
}

/** What a chart shows of its time, and the ways to show another part. */
export class TimeWindow {
  /** Further than which nothing is shown. */
  readonly whole: TimeView = $derived.by(() => fit(this.extent().start, this.extent().end));
  readonly view: TimeView = $derived.by(() => shown(this.wanted(), this.whole));

  /** @param extent what the segments cover @param wanted null for all of it @param show takes what is wanted now */
  constructor(
    private readonly extent: () => TimeView,
    private readonly wanted: () => TimeView | null,
    private readonly show: (wanted: TimeView | null) => void,
  ) {}

  get centre(): number {
    return (this.view.start + this.view.end) / 2;
  }

  /** Where the middle of what is shown lies, in per cent of the whole. */
  get percent(): number {
    return Math.round((100 * (this.centre - this.whole.start)) / (this.whole.end - this.whole.start));
  }

  readonly set = (view: TimeView): void => {
    const { start, end } = this.whole;
    this.show(view.start <= start && view.end >= end ? null : view);
  };

  /** @param factor below 1 zooms in @param anchor the instant that stays where it is */
  readonly zoom = (factor: number, anchor = this.centre): void => {
    this.set(zoom(this.view, factor, anchor, this.whole));
  };

  /** @param share of the visible length, positive is later */
  readonly pan = (share: number): void => {
    this.set(pan(this.view, share, this.whole));
  };

  readonly reset = (): void => {
    this.show(null);
  };

  /** A stretch with some room on both sides. */
  around(start: number, end: number): void {
    this.set(zoom(fit(start, end), 1.2, (start + end) / 2, this.whole));
  }

  /** Turned over the axis or with Ctrl a wheel zooms about the pointer, with Shift or sideways it moves; false where it scrolls. */
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
