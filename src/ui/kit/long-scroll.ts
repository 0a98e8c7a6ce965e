/** In one frame a fast wheel moves less than this, px; a longer move is a jump of the scroll bar. */
const LEAST_JUMP = 1200;

/**
 * A list that may be higher than browsers allow for an element: the scroll bar then represents a fraction of the list, while wheel, touch
 * and keys still move row by row. Heights and positions in CSS pixels.
 */
export class LongScroll {
  /** Offset in px in the whole list at which the visible part begins. */
  top = 0;
  #bar = 0;

  constructor(
    private readonly rowHeight: number,
    /** Maximum height of the scrolled element, px, because browsers clamp heights at 2^24 to 2^25 px. */
    private readonly highest = 8_000_000,
  ) {}

  /** Height of the scrolled element. */
  space(rows: number): number {
    return Math.min(this.highest, rows * this.rowHeight);
  }

  /**
   * Handles a scroll position `bar`. A step shorter than two views (or a fast wheel) moves the list by the same amount; a longer one moves
   * it proportionally.
   */
  scrolled(bar: number, rows: number, view: number): void {
    const step = bar - this.#bar;
    this.#bar = bar;
    const total = rows * this.rowHeight;
    const space = this.space(rows);
    if (space === total) this.top = bar;
    else if (bar <= 0) this.top = 0;
    else if (bar >= space - view - 1) this.top = total - view;
    else if (Math.abs(step) < Math.max(2 * view, LEAST_JUMP)) this.top += step;
    else this.top = (bar / (space - view)) * (total - view);
    this.top = Math.min(Math.max(0, this.top), Math.max(0, total - view));
  }

  /** Moves the list; returns the matching scroll position. */
  place(top: number, rows: number, view: number): number {
    const total = rows * this.rowHeight;
    const space = this.space(rows);
    this.top = Math.min(Math.max(0, top), Math.max(0, total - view));
    this.#bar = space === total || total <= view ? this.top : (this.top / (total - view)) * (space - view);
    return this.#bar;
  }

  /** Offset of the rows from their position in a plain list. */
  get shift(): number {
    return this.#bar - this.top;
  }

  /** Range of visible rows plus `more` on either side, end exclusive. */
  rows(rows: number, view: number, more: number): { readonly from: number; readonly to: number } {
    const first = Math.floor(this.top / this.rowHeight);
    const last = Math.ceil((this.top + view) / this.rowHeight);
    return { from: Math.max(0, Math.min(first - more, rows)), to: Math.min(rows, last + more) };
  }
}
