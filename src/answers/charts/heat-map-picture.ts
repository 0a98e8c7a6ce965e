import { formatProbability } from '../../base/format.ts';
import { clip, visibleString } from '../../base/visible-text.ts';
import { Sheet } from './sheet.ts';
import type { Picture } from './svg-canvas.ts';
import type { TimelinePalette } from './timeline-draw.ts';

/** A square matrix of values from 0 to 1, in the order of its labels. */
export interface HeatMapData {
  readonly caption: string;
  readonly labels: readonly string[];
  readonly matrix: readonly (readonly number[])[];
  /** Values of the heat map below this one are drawn without colour. */
  readonly threshold: number;
}

const CELL = { width: 56, height: 26 } as const;
const [LEFT, TOP] = [150, 52];

/** Strength of the colour for a value, from 0 to 1; 0 below the threshold. */
export const shadeOf = (value: number, threshold: number): number =>
  value < threshold ? 0 : 0.08 + ((value - threshold) / (1 - threshold)) * 0.34;

/** Draws a heat map, with all its cells, as a picture for a file. */
export function heatMapPicture({ caption, labels, matrix, threshold }: HeatMapData, palette: TimelinePalette): Picture {
  const { muted, text, line, surface, accent } = palette;
  const sheet = new Sheet(caption, Math.max(LEFT + labels.length * CELL.width + 8, 420), TOP + labels.length * CELL.height + 8, palette);
  const name = (label: string): string => visibleString(clip(label, 40));
  const small = { size: 11, mono: true, baseline: 'middle' } as const;
  labels.forEach((label, at) => {
    const [x, y] = [LEFT + at * CELL.width, TOP + at * CELL.height];
    sheet.write(name(label.slice(-5)), x + CELL.width / 2, TOP - 12, { ...small, fill: muted, align: 'center', most: CELL.width });
    sheet.write(name(label), 8, y + CELL.height / 2, { ...small, most: LEFT - 16 });
    labels.forEach((_, column) => {
      const left = LEFT + column * CELL.width;
      const value = column === at ? undefined : matrix[at]?.[column];
      const links = value !== undefined && value >= threshold;
      sheet.rect(line, left, y, CELL.width, CELL.height);
      sheet.rect(surface, left + 0.5, y + 0.5, CELL.width - 1, CELL.height - 1);
      if (links) {
        sheet.globalAlpha = shadeOf(value, threshold);
        sheet.rect(accent, left + 0.5, y + 0.5, CELL.width - 1, CELL.height - 1);
        sheet.globalAlpha = 1;
      }
      const words = value === undefined ? (column === at ? '·' : '–') : formatProbability(value);
      const [fill, most] = [links ? text : muted, CELL.width];
      sheet.write(words, left + CELL.width / 2, y + CELL.height / 2, { fill, align: 'center', most, baseline: 'middle' });
    });
  });
  return sheet.finished();
}
