import type { Mark } from '../charts/marks.ts';
import type { Picture } from '../charts/svg-canvas.ts';
import { clip, visibleString } from '../../base/visible-text.ts';

/** Trusted markup. Only the functions below create it, so captured data can never become markup. */
export class Html {
  constructor(readonly text: string) {}
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/** Most characters of one text; a report is for reading. */
const LONGEST = 20_000;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for elements and quoted attributes. Invisible characters and direction controls are written as their codes. */
export const escaped = (text: string): string =>
  text
    .split('\n')
    .map(visibleString)
    .join('\n')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  return typeof piece === 'object' ? piece.map(markupOf).join('') : escaped(clip(String(piece), LONGEST));
}

/** Markup with interpolated values, which are escaped unless they are markup themselves. Attributes need double quotes. */
export const markup = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, at) => part + (at < pieces.length ? markupOf(pieces[at]) : '')).join(''));

/** A picture drawn as text; its canvas has already escaped the text. */
export const pictureOf = ({ svg }: Picture): Html => new Html(svg);

/** Marks of a picture; names of elements and attributes come from our own code. */
export const marksOf = (marks: readonly Mark[]): Html =>
  new Html(
    marks
      .map(({ tag, attributes, inside }) => {
        const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
        return `<${tag}${pairs.join('')}>${typeof inside === 'string' ? escaped(inside) : marksOf(inside).text}</${tag}>`;
      })
      .join('\n'),
  );
