import { clip, visibleString } from '../../base/visible-text.ts';
import { shortened } from './number-axis.ts';

/** An SVG element of a picture, with attributes and text or children. The page and the report draw it in the same way. */
export interface Mark {
  readonly tag: 'circle' | 'g' | 'line' | 'path' | 'rect' | 'text' | 'title';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly inside: string | readonly Mark[];
}

/** Mean width of a letter in px; `NAME_LETTER` is that of names, which are larger and often in capitals. */
const LETTER = 6.5;
export const NAME_LETTER = 8.2;

/** Maximum number of characters of one text in a chart. */
const LONGEST = 400;

export const mark = (tag: Mark['tag'], attributes: Mark['attributes'], inside: Mark['inside'] = []): Mark => ({
  tag,
  attributes: Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === '' ? [] : [[name, typeof value === 'number' ? Math.round(value * 10) / 10 : value]],
    ),
  ),
  inside: typeof inside === 'string' ? visibleString(clip(inside, LONGEST)) : inside,
});

export const line = (style: string, x1: number, y1: number, x2: number, y2: number, stroke?: string): Mark =>
  mark('line', { class: style, x1, y1, x2, y2, ...(stroke && { stroke }) });

export const word = (style: string, x: number, y: number, text: string): Mark => mark('text', { class: style, x, y }, text);

/** Groups marks of a chart under one tooltip. */
export const titled = (title: string, marks: readonly Mark[]): Mark => mark('g', {}, [mark('title', {}, title), ...marks]);

/** Draws a point as a circle or a square, so that series differ in shape as well as colour. */
export const dot = (square: boolean, x: number, y: number, fill: string): Mark =>
  square ? mark('rect', { x: x - 4, y: y - 4, width: 8, height: 8, fill }) : mark('circle', { cx: x, cy: y, r: 4, fill });

/** Cuts a text to a width in px. */
export const cut = (text: string, width: number, letter = LETTER): string =>
  shortened(visibleString(text), Math.max(2, Math.floor(width / letter)));

export const colour = (series: number): string => (series === 0 ? 'var(--series-none)' : `var(--series-${String(series)})`);
