/** Text to measure: letters, digits and spaces as in tables, so long that a fraction of a pixel does not matter. */
const SAMPLE = 'resolvable private address 7D:40:A6:DF:72:73 of 41.0 s';
/** A measured ratio up to this counts as 1, because rounding and hinting change widths slightly. */
const NOISE = 1.02;
/** Root font size in pixels for which rem lengths were designed. */
const WRITTEN_FOR = 16;

/**
 * Text size relative to the design: readers set their own size and letter and word spacing (WCAG 2.2, 1.4.4 and 1.4.12). Layout computed in
 * pixels, such as table columns and rows, scales with it.
 */
class TextSize {
  /** Ratio of the current line height to that of the original design. */
  high = $state(1);
  /** Text width relative to the design, including letter spacing. */
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
      // A canvas ignores spacing from style sheets, so add it.
      context.font = `${fontSize} ${fontFamily}`;
      const spaced = probe.getBoundingClientRect().width / context.measureText(SAMPLE).width;
      this.wide = this.high * (spaced > NOISE ? spaced : 1);
    };
    measure();
    new ResizeObserver(measure).observe(probe);
  }
}

let size: TextSize | null = null;

/** Measured on first use, and again whenever it changes. */
export const textSize = (): TextSize => (size ??= new TextSize());
