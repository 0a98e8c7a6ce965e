/** Draws plots of tools as SVG files that also describe their content in words. Sizes in px. */
import type { ArtifactDraft } from './definition.ts';

export const WIDTH = 640;
export const MARGIN = 48;
/** Height in px of a row with a name, an interval and a mark. */
export const ROW = 24;
/** Horizontal position in px at which rows begin, to the right of their names. */
export const LABELS = 200;
export const COLOURS = ['#1d4ed8', '#b45309', '#047857', '#be185d', '#6d28d9', '#0f766e', '#b91c1c', '#4d7c0f'] as const;
export const GREY = '#6b7280';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
export const px = (value: number): string => value.toFixed(1);
export const short = (value: number): string => String(Number(value.toPrecision(4)));
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Draws a plot. @param text description of the drawing, for people who cannot see it */
export function svg(name: string, title: string, text: string, height: number, body: readonly string[]): ArtifactDraft {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" aria-labelledby="title text" font-family="sans-serif" font-size="12">`;
  const described = `<title id="title">${escaped(title)}</title><desc id="text">${escaped(text)}</desc>`;
  const paper = `<rect width="${String(WIDTH)}" height="${String(height)}" fill="#fff"/>`;
  const document = [head, described, paper, ...body, '</svg>', ''].join('\n');
  return { name, mime_type: 'image/svg+xml', bytes: new TextEncoder().encode(document) };
}

export const line = (x1: number, y1: number, x2: number, y2: number, colour: string, more = ''): string =>
  `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" stroke="${colour}"${more}/>`;
export const words = (x: number, y: number, text: string, anchor = 'middle'): string =>
  `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escaped(text)}</text>`;
export const dot = (x: number, y: number, colour: string): string => `<circle cx="${px(x)}" cy="${px(y)}" r="4" fill="${colour}"/>`;

/** Returns a function from values to positions in px; if all values are equal, it returns the middle. */
export function scaleOf(
  values: readonly number[],
  from: number,
  to: number,
): { readonly at: (value: number) => number; readonly low: number; readonly high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  // Ends are halved before they are subtracted, because their difference may exceed the range of a double.
  const span = high / 2 - low / 2;
  return { at: (value) => (span > 0 ? from + ((value / 2 - low / 2) / span) * (to - from) : (from + to) / 2), low, high };
}
