import type { Mark } from '../charts/marks.ts';
import type { Picture } from '../charts/svg-canvas.ts';
import { clip, visibleString } from '../../base/visible-text.ts';

/** Text that is markup already: only the functions below make it, so nothing from a capture becomes markup. */
export class Html {
  constructor(readonly text: string) {}
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/** Characters of one text; a report is read, not parsed. */
const LONGEST = 20_000;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For elements and for attributes in quotes. Invisible characters and those that change the direction of text are written as their codes. */
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

/** Markup with values between: each is escaped unless it is markup itself. Attributes are in double quotes. */
export const markup = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, at) => part + (at < pieces.length ? markupOf(pieces[at]) : '')).join(''));

/** A picture that was drawn as text: its canvas has escaped the words in it. */
export const pictureOf = ({ svg }: Picture): Html => new Html(svg);

/** Marks of a picture; the names of elements and attributes are the page's own. */
export const marksOf = (marks: readonly Mark[]): Html =>
  new Html(
    marks
      .map(({ tag, attributes, inside }) => {
        const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
        return `<${tag}${pairs.join('')}>${typeof inside === 'string' ? escaped(inside) : marksOf(inside).text}</${tag}>`;
      })
      .join('\n'),
  );
