/** Letters, digits and spaces as in tables; long, so that a fraction of a pixel does not matter. */
const SAMPLE = 'resolvable private address 7D:40:A6:DF:72:73 of 41.0 s';
/** What rounding and hinting make of it. */
const NOISE = 1.02;
/** Root size in pixels that lengths in rem are written for. */
const WRITTEN_FOR = 16;

/**
 * How large text is here, against what the page is drawn for: readers set a size of their own, and room between letters and words
 * (WCAG 2.2, 1.4.4 and 1.4.12). What is laid out in pixels by a program, the columns and rows of tables, grows by it.
 */
class TextSize {
  /** Of a line: the reader's size over that of the page. */
  high = $state(1);
  /** Of a text along its line: letters and the room between them. */
  wide = $state(1);

  constructor() {
    const probe = document.createElement('span');
    probe.textContent = SAMPLE;
    probe.ariaHidden = 'true';
    probe.style.cssText =
      'position: fixed; inset: 0 auto auto 0; visibility: hidden; white-space: pre; font: var(--size-table) var(--face)';
    document.body.append(probe);
    const context = document.createElement('canvas').getContext('2d');
    const measure = (): void => {
      const { fontSize, fontFamily } = getComputedStyle(probe);
      this.high = parseFloat(getComputedStyle(document.documentElement).fontSize) / WRITTEN_FOR;
      if (!context) return;
      // A canvas knows nothing of the room that a style sheet adds.
      context.font = `${fontSize} ${fontFamily}`;
      const spaced = probe.getBoundingClientRect().width / context.measureText(SAMPLE).width;
      this.wide = this.high * (spaced > NOISE ? spaced : 1);
    };
    measure();
    new ResizeObserver(measure).observe(probe);
  }
}

let size: TextSize | null = null;

/** Measured from the first table on, and again whenever it changes. */
export const textSize = (): TextSize => (size ??= new TextSize());
