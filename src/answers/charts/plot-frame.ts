import { formatCount } from '../../base/format.ts';
import { formatFigure, linear, numberTicks, ratioTicks } from './number-axis.ts';
import { type Mark, NAME_LETTER, cut, line, word } from './marks.ts';

export type Reach = readonly [low: number, high: number];

/** The axes of a drawing in px, with the marks for grid lines, numbers and names. */
export interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Names of the axes. They are drawn last, so that screen readers read them last too. */
  readonly names: readonly Mark[];
}

export interface FrameOptions {
  readonly across: Reach;
  readonly up: Reach;
  readonly names: readonly [x: string, y: string];
  readonly width: number;
  readonly height: number;
  /** Additional space in px above and below the area of the plot. */
  readonly head?: number;
  readonly foot?: number;
  /** Maximum number of numbers on the vertical axis. */
  readonly levels?: number;
  /** Whether values are counts, so that the numbers on the axis are integers. */
  readonly whole?: boolean;
}

const LEFT = 56;
const RIGHT = 8;
/** Width in px that a number below the horizontal axis needs. */
const FIGURE = 90;

/** Creates a frame with a numeric vertical axis. The caller draws the horizontal axis. */
export function plotFrame(options: FrameOptions): Frame {
  const { across, up, names, width, height, head = 18, foot = 38, levels = 6, whole = false } = options;
  const [right, bottom] = [width - RIGHT, height - foot];
  const x = linear(across[0], across[1], LEFT, right);
  const y = linear(up[0], up[1], bottom, head);
  const marks = numberTicks(up[0], up[1], levels)
    .filter((at) => !whole || Number.isInteger(at))
    .flatMap((at) => [
      line('gridline', LEFT, y(at), right, y(at)),
      word('end', LEFT - 6, y(at) + 4, whole ? formatCount(at) : formatFigure(at)),
    ]);
  const ofAxes = [word('', 2, 11, cut(names[1], width)), ...(names[0] ? [word('end', right, height - 6, cut(names[0], width))] : [])];
  return { x, y, left: LEFT, right, bottom, height, marks, names: ofAxes };
}

/** Draws numbers below the axis, optionally with grid lines up to the top. */
export const ticksBelow = (
  { x, left, right, bottom }: Pick<Frame, 'x' | 'left' | 'right' | 'bottom'>,
  reach: Reach,
  top?: number,
  ticks = numberTicks,
): Mark[] =>
  ticks(reach[0], reach[1], Math.max(3, Math.floor((right - left) / FIGURE))).flatMap((at) => [
    ...(top === undefined ? [] : [line('gridline', x(at), top, x(at), bottom)]),
    word('middle', x(at), bottom + 15, formatFigure(at)),
  ]);

const ROW = 24;
const FOOT = 40;

export interface Rows {
  readonly x: (value: number) => number;
  /** Vertical centre in px of a row of the chart, by its index. */
  readonly y: (row: number) => number;
  readonly name: (row: number) => Mark;
  readonly bottom: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Name of the axis. */
  readonly axis: Mark;
}

/**
 * Creates a frame with one row per name, and a numeric axis below.
 *
 * @param beside space in px for numbers at either side
 * @param logarithmic whether equal ratios, instead of equal differences, have the same distance
 */
export function rowFrame(
  names: readonly string[],
  axis: string,
  reach: Reach,
  width: number,
  beside: readonly [number, number],
  logarithmic = false,
): Rows {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  const gutter = Math.round(Math.min(0.42 * width, 16 + longest * NAME_LETTER));
  const bottom = names.length * ROW;
  const scale = logarithmic ? Math.log10 : (value: number): number => value;
  const along = linear(scale(reach[0]), scale(reach[1]), gutter + beside[0], width - beside[1]);
  const x = (value: number): number => along(scale(value));
  const y = (row: number): number => (row + 0.5) * ROW;
  return {
    x,
    y,
    name: (row) => word('end name', gutter - 10, y(row) + 4, cut(names[row] ?? '', gutter - 12, NAME_LETTER)),
    bottom,
    height: bottom + FOOT,
    marks: ticksBelow({ x, left: gutter, right: width, bottom }, reach, 0, logarithmic ? ratioTicks : numberTicks),
    axis: word('end', width - 2, bottom + FOOT - 6, cut(axis, width)),
  };
}
