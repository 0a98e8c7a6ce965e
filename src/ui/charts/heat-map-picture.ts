import { formatProbability } from '../../base/format.ts';
import { clip, visibleString } from '../../base/visible-text.ts';
import { type Picture, SvgCanvas } from '../../answers/charts/svg-canvas.ts';
import type { TimelinePalette } from '../../answers/charts/timeline-draw.ts';

/** A square of values between 0 and 1, aligned to its labels. */
export interface HeatMapData {
  readonly caption: string;
  readonly labels: readonly string[];
  readonly matrix: readonly (readonly number[])[];
  /** Below this a value is written and not coloured. */
  readonly threshold: number;
}

const CELL = { width: 56, height: 26 } as const;
const [LEFT, TOP] = [150, 52];

/** How strongly a value is coloured, 0 to 1; 0 below the threshold. */
export const shadeOf = (value: number, threshold: number): number =>
  value < threshold ? 0 : 0.08 + ((value - threshold) / (1 - threshold)) * 0.34;

/** The map as a picture of all its cells. */
export function heatMapPicture({ caption, labels, matrix, threshold }: HeatMapData, palette: TimelinePalette): Picture {
  const canvas = new SvgCanvas();
  const [width, height] = [Math.max(LEFT + labels.length * CELL.width + 8, 420), TOP + labels.length * CELL.height + 8];
  const write = (text: string, x: number, y: number, font: string, fill: string, align: CanvasTextAlign, most: number): void => {
    Object.assign(canvas, { font, fillStyle: fill, textAlign: align, textBaseline: 'middle' });
    canvas.fillText(text, x, y, most);
  };
  canvas.fillStyle = palette.surface;
  canvas.fillRect(0, 0, width, height);
  write(caption, 8, 14, `600 12px ${palette.face}`, palette.text, 'left', width - 16);
  const name = (label: string): string => visibleString(clip(label, 40));
  labels.forEach((label, at) => {
    const [x, y] = [LEFT + at * CELL.width, TOP + at * CELL.height];
    write(name(label.slice(-5)), x + CELL.width / 2, TOP - 12, `11px ${palette.mono}`, palette.muted, 'center', CELL.width);
    write(name(label), 8, y + CELL.height / 2, `11px ${palette.mono}`, palette.text, 'left', LEFT - 16);
    labels.forEach((_, column) => {
      const left = LEFT + column * CELL.width;
      const value = column === at ? undefined : matrix[at]?.[column];
      canvas.fillStyle = palette.line;
      canvas.fillRect(left, y, CELL.width, CELL.height);
      canvas.fillStyle = palette.surface;
      canvas.fillRect(left + 0.5, y + 0.5, CELL.width - 1, CELL.height - 1);
      if (value !== undefined && value >= threshold) {
        canvas.fillStyle = palette.accent;
        canvas.globalAlpha = shadeOf(value, threshold);
        canvas.fillRect(left + 0.5, y + 0.5, CELL.width - 1, CELL.height - 1);
        canvas.globalAlpha = 1;
      }
      const words = value === undefined ? (column === at ? '·' : '–') : formatProbability(value);
      const ink = value !== undefined && value >= threshold ? palette.text : palette.muted;
      write(words, left + CELL.width / 2, y + CELL.height / 2, `12px ${palette.face}`, ink, 'center', CELL.width);
    });
  });
  return canvas.picture(caption, width, height);
}
