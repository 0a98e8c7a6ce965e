/** The methods of a canvas that charts use; `CanvasRenderingContext2D` has all of them. */
export interface Drawing {
  fillStyle: string | CanvasGradient | CanvasPattern;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  fillRect(x: number, y: number, width: number, height: number): void;
  /** Writes a text, which is compressed if it is wider than `most`. */
  fillText(text: string, x: number, y: number, most?: number): void;
  measureText(text: string): { readonly width: number };
}

/** Mean width of a letter as a fraction of the font size. */
const LETTER = 0.6;

/** A picture as SVG, with its size in CSS pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const ANCHORS: Readonly<Partial<Record<CanvasTextAlign, string>>> = { center: 'middle', right: 'end', end: 'end' };

/** A canvas that writes SVG, so that charts that the page draws in pixels can be saved as vector graphics. */
export class SvgCanvas implements Drawing {
  fillStyle: string | CanvasGradient | CanvasPattern = '#000';
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly #marks: string[] = [];

  fillRect(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.#marks.push(`<rect x="${part(x)}" y="${part(y)}" width="${part(width)}" height="${part(height)}"${this.#ink()}/>`);
  }

  /** Draws a line through points in the colour for fills. */
  line(points: readonly (readonly [x: number, y: number])[], width: number): void {
    if (points.length === 0) return;
    const path = points.map(([x, y]) => `${part(x)},${part(y)}`).join(' ');
    const ink = this.#ink().replaceAll('fill', 'stroke');
    this.#marks.push(`<polyline points="${path}" fill="none" stroke-width="${part(width)}" stroke-linecap="round"${ink}/>`);
  }

  fillText(text: string, x: number, y: number, most = Infinity): void {
    const squeezed = this.measureText(text).width > most ? ` textLength="${part(most)}" lengthAdjust="spacingAndGlyphs"` : '';
    const middle = this.textBaseline === 'middle' ? ' dominant-baseline="central"' : '';
    const anchor = ANCHORS[this.textAlign];
    const place = `x="${part(x)}" y="${part(y)}"${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${middle}${squeezed}`;
    this.#marks.push(`<text ${place} style="font:${escaped(this.font)}"${this.#ink()}>${escaped(text)}</text>`);
  }

  /** Estimates the width of a text, because SVG that is not displayed has no layout. */
  measureText(text: string): { readonly width: number } {
    return { width: [...text].length * LETTER * Number.parseFloat(/(\d+(?:\.\d+)?)px/.exec(this.font)?.[1] ?? '10') };
  }

  /** Returns what was drawn. @param title accessible name of the picture */
  picture(title: string, width: number, height: number): Picture {
    const box = `width="${part(width)}" height="${part(height)}" viewBox="0 0 ${part(width)} ${part(height)}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" role="img" ${box}><title>${escaped(title)}</title>${this.#marks.join('')}</svg>`;
    return { svg, width, height };
  }

  #ink(): string {
    const fill = typeof this.fillStyle === 'string' ? this.fillStyle : '#000';
    return ` fill="${escaped(fill)}"${this.globalAlpha < 1 ? ` fill-opacity="${part(this.globalAlpha)}"` : ''}`;
  }
}

const part = (value: number): string => String(Math.round(value * 100) / 100);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Matches characters that XML 1.0 does not allow: controls except tab and line breaks, noncharacters, lone surrogates. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string => text.replaceAll(NO_XML, '').replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
