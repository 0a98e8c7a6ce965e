import { type Picture, SvgCanvas } from './svg-canvas.ts';
import type { TimelinePalette } from './timeline-draw.ts';

interface Words {
  /** Colour of the text; by default the usual one. */
  readonly fill?: string;
  readonly align?: CanvasTextAlign;
  /** Maximum width in px; a longer text is compressed. */
  readonly most?: number;
  /** Font size in px. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly mono?: boolean;
  readonly baseline?: CanvasTextBaseline;
}

/** A picture for a file of its own: on the theme's background, with its title at the top. Sizes and positions are in px. */
export class Sheet extends SvgCanvas {
  constructor(
    private readonly title: string,
    private readonly width: number,
    private readonly height: number,
    private readonly palette: TimelinePalette,
  ) {
    super();
    this.rect(palette.surface, 0, 0, width, height);
    this.write(title, 8, 18, { bold: true, most: width - 16 });
  }

  rect(fill: string, x: number, y: number, width: number, height: number): void {
    this.fillStyle = fill;
    this.fillRect(x, y, width, height);
  }

  write(text: string, x: number, y: number, words: Words = {}): void {
    const { fill = this.palette.text, align = 'left', most, size = 12, bold = false, mono = false, baseline = 'alphabetic' } = words;
    this.font = `${bold ? '600 ' : ''}${String(size)}px ${mono ? this.palette.mono : this.palette.face}`;
    Object.assign(this, { fillStyle: fill, textAlign: align, textBaseline: baseline });
    this.fillText(text, x, y, most);
  }

  finished(): Picture {
    return this.picture(this.title, this.width, this.height);
  }
}
