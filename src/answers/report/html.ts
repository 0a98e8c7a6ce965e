import type { Mark } from '../charts/marks.ts';
import type { Picture } from '../charts/svg-canvas.ts';
import { clip, visibleString } from '../../base/visible-text.ts';

/** HTML that is trusted. Only the functions below create it, so captured data can never become markup. */
export class Html {
  constructor(readonly text: string) {}
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/** Maximum number of characters of one text, because a report is meant to be read. */
const LONGEST = 20_000;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for elements and quoted attributes. Invisible characters and direction controls are replaced by their codes. */
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

/** Template tag for HTML. Values are escaped unless they are HTML themselves. Attributes must be in double quotes. */
export const markup = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, at) => part + (at < pieces.length ? markupOf(pieces[at]) : '')).join(''));

/** Converts a picture to HTML; its canvas has already escaped texts. */
export const pictureOf = ({ svg }: Picture): Html => new Html(svg);

/** Converts the marks of a picture to HTML. Names of elements and attributes are never from captured data. */
export const marksOf = (marks: readonly Mark[]): Html =>
  new Html(
    marks
      .map(({ tag, attributes, inside }) => {
        const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
        return `<${tag}${pairs.join('')}>${typeof inside === 'string' ? escaped(inside) : marksOf(inside).text}</${tag}>`;
      })
      .join('\n'),
  );
