/** A wheel that is turned fast moves less than this from picture to picture, px. */
const LEAST_JUMP = 1200;

/**
 * A list that may be higher than a browser can make an element: the scroll bar then represents a share of the list, while
 * wheel, touch and keys still move row by row. Heights and places in CSS pixels.
 */
export class LongScroll {
  /** Where the view begins in the list. */
  top = 0;
  #bar = 0;

  constructor(
    private readonly rowHeight: number,
    /** Browsers clamp heights at 2^24 to 2^25 px. */
    private readonly highest = 8_000_000,
  ) {}

  /** Height of the element that is scrolled. */
  space(rows: number): number {
    return Math.min(this.highest, rows * this.rowHeight);
  }

  /** The scroll bar was moved to `bar`; a step shorter than two views (or a fast turn of the wheel) moves the list by as much, a longer one by its share. */
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

  /** Moves the list; the answer is where the scroll bar belongs. */
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

  /** First row that is seen and the one after the last, with some more on either side. */
  rows(rows: number, view: number, more: number): { readonly from: number; readonly to: number } {
    const first = Math.floor(this.top / this.rowHeight);
    const last = Math.ceil((this.top + view) / this.rowHeight);
    return { from: Math.max(0, Math.min(first - more, rows)), to: Math.min(rows, last + more) };
  }
}
