/** Repairs filters, SQL statements and values as plain text, outside quoted texts: characters of word processors, escapes. */
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

/** Decodes HTML escapes in a filter or statement. If all of them are inside single quotes, they may belong to the value, so they stay. */
function unescapedHtml(text: string): string {
  if (text.replace(/'(?:[^']|'')*'/g, '').search(ENTITY) < 0) return text;
  const plain = text.replace(ENTITY, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '');
  return /&amp;/i.test(text) ? unescapedHtml(plain) : plain;
}

/** Replaces a minus sign written as a word by the sign. */
export const signsOfWords = (text: string): string => text.replace(/\b(?:minus|negative)\s{1,3}(?=\d)/gi, '-');

/** Replaces quotes, blanks and signs in a filter or statement by those that the grammars have. */
export const straightened = (text: string): string =>
  unescapedHtml(text)
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/\u00a0/g, ' ')
    // Do not change quoted texts, because a device may be called "Minus 5" or "A−B".
    .replace(/'(?:[^']|'')*'|"[^"]*"|[^'"]+/g, (part) => (/^['"]/.test(part) ? part : signsOfWords(part.replaceAll('−', '-'))));

/** Changes everything except texts in single quotes, which `change` sees as numbers between two private-use characters. */
export function outsideTexts(text: string, change: (part: string) => string): string {
  const texts: string[] = [];
  const marked = text.replace(/'(?:[^']|'')*'/g, (found) => `\uE000${String(texts.push(found) - 1)}\uE001`);
  return change(marked).replace(/\uE000(\d+)\uE001/g, (_, index: string) => texts[Number(index)] ?? '');
}

/** Removes what only wraps a condition: a fence, braces of a template, an option, the name of its member, quotes around it, escapes. */
export function plainCondition(written: string): string {
  const text = straightened(decoded(written)).trim();
  const [, fenced, braced, quote, quoted, named] =
    /^```\w*\s*([^`]+?)\s*```$|^\{\{\s*([^{}]+?)\s*\}\}$|^(?:-{1,2}[A-Za-z]\w*\s+)?(["'`])((?:(?!\3)[^])+)\3$|^\$?(?:filter|filter_?expression|expression|condition|where)s?\s*[:=]\s*(?=[^\s=])([^]+)$/i.exec(
      text,
    ) ?? [];
  const inner = fenced ?? braced ?? (quote === undefined ? undefined : quoted) ?? named;
  return inner === undefined || !/[<>=!≤≥≠%]|\s/.test(inner) ? text : plainCondition(inner);
}

/** Decodes a text that was escaped for a web address; a `%` alone is a percentage or part of a pattern. */
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

/** Removes what code and markup put around a number, boolean or list: `int(5)`, `**5**`, `(5)`, `array(['a', 'b'])`. Other values stay. */
export function undressed(value: unknown, { type }: SchemaNode): unknown {
  if (typeof value !== 'string' || type === 'string') return value;
  let text = value.trim();
  for (let round = 0; round < 4; round++)
    text = DRESS.map((form) => form.exec(text)?.groups?.['inner']?.trim()).find((inner) => inner !== undefined) ?? text;
  return text;
}
