/** Filters, SQL statements and values as plain text: characters of word processors, escapes, and what lies outside of texts in quotes. */
import type { SchemaNode } from '../contract/json-schema.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#34': '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
};
const ENTITY = new RegExp(`&(${Object.keys(ENTITIES).join('|')});`, 'gi');

/**
 * Undoes HTML escapes in a filter or statement. If they occur only inside of texts in single quotes they may belong to the value,
 * so nothing is changed.
 */
function unescapedHtml(text: string): string {
  if (text.replace(/'(?:[^']|'')*'/g, '').search(ENTITY) < 0) return text;
  const plain = text.replace(ENTITY, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '');
  return /&amp;/i.test(text) ? unescapedHtml(plain) : plain;
}

/** A text in which a minus sign that is written as a word is a sign. */
export const signsOfWords = (text: string): string => text.replace(/\b(?:minus|negative)\s{1,3}(?=\d)/gi, '-');

/** A filter or statement with the quotes, blanks and signs that their grammars have. */
export const straightened = (text: string): string =>
  unescapedHtml(text)
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/\u00a0/g, ' ')
    // A device may be called "Minus 5" or "A−B".
    .replace(/'(?:[^']|'')*'|"[^"]*"|[^'"]+/g, (part) => (/^['"]/.test(part) ? part : signsOfWords(part.replaceAll('−', '-'))));

/** Applies a change to everything but texts in single quotes; `change` sees each as a number between two private-use characters. */
export function outsideTexts(text: string, change: (part: string) => string): string {
  const texts: string[] = [];
  const marked = text.replace(/'(?:[^']|'')*'/g, (found) => `\uE000${String(texts.push(found) - 1)}\uE001`);
  return change(marked).replace(/\uE000(\d+)\uE001/g, (_, index: string) => texts[Number(index)] ?? '');
}

/** A condition without what only carries it: a fence, braces of a template, an option, the name of its member, quotes around all, escapes. */
export function plainCondition(written: string): string {
  const text = straightened(decoded(written)).trim();
  const [, fenced, braced, quote, quoted, named] =
    /^```\w*\s*([^`]+?)\s*```$|^\{\{\s*([^{}]+?)\s*\}\}$|^(?:-{1,2}[A-Za-z]\w*\s+)?(["'`])((?:(?!\3)[^])+)\3$|^\$?(?:filter|filter_?expression|expression|condition|where)s?\s*[:=]\s*(?=[^\s=])([^]+)$/i.exec(
      text,
    ) ?? [];
  const inner = fenced ?? braced ?? (quote === undefined ? undefined : quoted) ?? named;
  return inner === undefined || !/[<>=!≤≥≠%]|\s/.test(inner) ? text : plainCondition(inner);
}

/** A text that was written for an address bar; a `%` alone is a share or a part of a pattern. */
function decoded(text: string): string {
  if (!/%[\dA-F]{2}/i.test(text) || /\s/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const DRESS: readonly RegExp[] = [
  /^(?<sign>["'`]|\*\*)(?<inner>[^"'`*]*)\k<sign>$/,
  /^\((?<inner>[^()]*)\)$/,
  /^(?:int|integer|float|double|number|decimal|bool|boolean|(?:np\.)?array|(?:pd\.)?index|list|c)\((?<inner>[^()]*?)(?:,\s*dtype=['"]?\w+['"]?)?\)$/i,
];

/** A text without what code and markup put around a number, a switch or a list: `int(5)`, `**5**`, `(5)`, `array(['a', 'b'])`. Any other value as it is. */
export function undressed(value: unknown, { type }: SchemaNode): unknown {
  if (typeof value !== 'string' || type === 'string') return value;
  let text = value.trim();
  for (let round = 0; round < 4; round++)
    text = DRESS.map((form) => form.exec(text)?.groups?.['inner']?.trim()).find((inner) => inner !== undefined) ?? text;
  return text;
}
