/** Splits a request into pieces, independent of its notation: words, numbers and signs. */
import { isRecord } from '../contract/json-schema.ts';
import { isSure, isTalk } from './aliases.ts';
import { bulletsIn, isHolderName, isNumbered, repeatedIn } from './containers.ts';
import { looseJson } from './loose-json.ts';
import { ALIASES, isOfChat, isOfMessage, isOfRequest, MEMBERS, WRAPPERS } from './members.ts';
import { recordOfList } from './notations.ts';
import { signsOfWords } from './texts.ts';
import { sumOf } from './time-window.ts';
import { instantOf, quantityOf } from './units.ts';
import { ADDRESSES, addressOf, bare } from './words.ts';

export interface Tokens {
  /** The text from which the pieces come. */
  readonly text: string;
  /** Names and words as written. */
  readonly words: readonly string[];
  /** Numbers as written, with separators of thousands and decimals. */
  readonly numbers: readonly string[];
  /** Signs that negate, limit or leave open what is said. */
  readonly signs: readonly string[];
  /** Keys of the members that contain the text; for a key, those above it. */
  readonly path: readonly string[];
  readonly isKey: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Removes the escapes of JSON, HTML and web addresses from a text, however often they were applied. */
export function unescaped(text: string): string {
  let plain = text.normalize('NFKC');
  for (let round = 0; round < 3; round++)
    plain = signsOfWords(plain)
      .replace(/(?:%[\dA-F]{2})+/gi, (found) => {
        try {
          return decodeURIComponent(found);
        } catch {
          return found;
        }
      })
      .replace(/&(lt|gt|amp|quot|apos);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
      .replace(/&#(\d{1,6}|x[\da-f]{1,5});/gi, (whole, code: string) => {
        const point = /^x/i.test(code) ? parseInt(code.slice(1), 16) : Number(code);
        return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : whole;
      })
      .replace(/\\x([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/\\[nrtbf]/g, ' ')
      .replace(/\\(["'\\/`$|])/g, '$1');
  return plain;
}

const DATES: readonly RegExp[] = [
  /\b(?:\d{4}([-/.])\d\d\1\d\d[T ]\d\d?[:_-]\d\d(?:[:_-]\d\d(?:[.,]\d+)?)?(?:\s*[AP]M)?|\d{8}[T ]\d{6}(?:[.,]\d+)?)(?:\s*(?:Z\b|UTC|GMT|[+-]\d\d:?\d\d))?/g,
  /\b[A-Z][a-z]{2,8} \d\d?, \d{4},? (?:at )?[\d:.]+ (?:GMT|UTC)/g,
  /(?:[A-Z][a-z]{2}, )?\b\d\d? [A-Z][a-z]{2,8} \d{4} [\d:.]+ (?:GMT|UTC|[+-]\d{4})/g,
];
const LENGTHS: readonly RegExp[] = [
  /\bP(?=[\dT])(?:\d+D)?(?:T[\d.]+[HMS](?:[\d.]+[MS])*)?\b/g,
  /\b\d{1,3}:[0-5]\d:[0-5]\d(?:\.\d+)?\b/g,
  /\b(?:\d+(?:\.\d+)?\s*(?:h|hrs?|hours?|m|min|mins|minutes?|s|secs?|seconds?|ms|d|days?)(?:\s*,\s*|\s+and\s+|\s*)){2,}(?![\p{L}])/gu,
];
/** Matches comments of a statement or filter, up to the end of the text, so that no part of it is searched twice. */
const COMMENTS = /\/\*[^]*?(?:\*\/|$)|(?:^|\s)--\s[^\n]*/g;
/** Whether a comment may be ignored: it is closed and has no number, which could change the request. */
const isIdle = (comment: string): boolean => !/\d/.test(comment) && (!comment.startsWith('/*') || comment.endsWith('*/'));
/** Matches the head of a Python comprehension: `[p for p in packets if`. */
const COMPREHENSION = /\[\s{0,9}([A-Za-z_]\w*)\s+for\s+\1\s+in\s+\w+\s+if\b/g;
/** Matches the bounds of a Python range, which excludes its last value. */
const SPAN = /\brange\(\s{0,9}(-?\d{1,9})\s{0,9},\s{0,9}(-?\d{1,9})\s{0,9}\)/g;
/** Matches the parameter of a function and its arrow: `p => p.rssi > -60`. */
const ARROW = /\(?\s{0,9}\b([A-Za-z_]\w*)\s{0,9}\)?\s{0,9}=>(?=[\s(!]*\1\b)/g;
/** Matches a tag, whose signs are not comparisons. */
const TAG = /<\/?([A-Za-z][\w:.=-]*)((?:\s+[\w:.-]+="[^"<>]*")*)\s*\/?>/g;
const TOKEN =
  /(?<hex>0x[\da-f]+)|(?<word>[\p{L}_$][\p{L}\p{N}\p{M}_$]*(?:[.-]\p{L}[\p{L}\p{N}_]*)*)|(?<number>(?:(?<![\p{L}\p{N})\]])[-−–])?(?:(?<![\p{L}\p{N}.])\.)?(?:\d+(?:[,_'.\u202f/](?=\d))?)+(?:e[+-]?\d+)?(?:\+(?!\d))?)|(?<sign>!==?|<>|≠|\/=|~=|!(?=\s*\S)|~(?!\/)(?<=(?:^|[(&|[,:"']\s*)~)|(?<=[\p{L}_])\*(?!\*)|(?<!\*)\*(?=[\p{L}_])|[\^±≈…¬✗✘☐❌]|\?(?!\(|[A-Za-z_]\w*\s*[<>=!])|[<>]=?|[≤≥])/giu;

/** Splits a text into pieces. A time, duration or address is one piece, in the notation that captures use. */
export function tokensIn(text: string, path: readonly string[] = [], isKey = false): Tokens {
  const addressed = unescaped(text)
    .replace(/(<\/?)[A-Za-z]\w*:(?=[A-Za-z])/g, '$1')
    .replace(COMMENTS, (found) => (isIdle(found) ? ' ' : found))
    .replace(/%>%|\|>/g, ' ')
    .replace(/^\s*(?:1[.)]\s[^\n]*\n[^]*)$/, (lines) => (bulletsIn(lines) ?? [lines]).join('\n'))
    .replace(COMPREHENSION, '[ ')
    .replace(SPAN, (_, first: string, end: string) => ` ${first} ${String(Number(end) - 1)} `)
    .replace(/^\s{0,9}<(\w+)>\s{0,9}$/, ' $1 ')
    .replace(ARROW, ' ')
    .replace(text.includes('</') ? TAG : /(?!)/g, ' $1 $2 ')
    .replace(/dev_(?=[\da-f]{2}_)/gi, 'dev ')
    .replace(ADDRESSES, (found) => {
      const address = addressOf(found);
      return address === undefined ? found : ` addr_${address.replaceAll(':', '').toLowerCase()} `;
    });
  const dated = DATES.reduce(
    (source, pattern) => source.replace(pattern, (found) => ` ${String(instantOf(found.trim()) ?? found)} `),
    addressed,
  );
  const plain = LENGTHS.reduce((source, pattern) => source.replace(pattern, (found) => ` ${lengthOf(found)} `), dated);
  const out = { text, path, isKey, words: [] as string[], numbers: [] as string[], signs: [] as string[] };
  for (const { groups = {} } of plain.matchAll(TOKEN)) {
    const { hex, word, number, sign } = groups;
    if (hex !== undefined) out.numbers.push(String(parseInt(hex, 16)));
    else if (word !== undefined) out.words.push(word);
    else if (number !== undefined) out.numbers.push(number.replace(/^[−–]/, '-'));
    else if (sign !== undefined) out.signs.push(sign);
  }
  return out;
}

/** Splits a name into its words and numbers, including those between its dots. */
export function partsOf(word: string): string[] {
  if (/[^.]\.[^.]/.test(word)) return word.split('.').filter(Boolean).flatMap(partsOf);
  return word
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u)
    .filter(Boolean);
}

const lengthOf = (text: string): string => {
  const quantity = quantityOf(text.trim());
  return quantity?.unit === 'ms' ? String(quantity.value) : text;
};

/** Matches the texts by which languages express that there is no value. */
export const NOTHING = /^(?:null|NULL|None|nil|undefined|none|[nN]\/[aA]|not specified|)$/;

/** Matches members that describe the value beside them. */
const DESCRIBES = /^(?:title|label|description|displayname)$/;

/**
 * Returns the pieces of a value, without explanations and without what messages contain beside a call.
 * @param isKnown whether the value of a member is checked elsewhere
 * @param all whether to include explanations and the like
 */
export function tokensOf(
  value: unknown,
  isKnown: (key: string, value: unknown, path: readonly string[]) => boolean = () => false,
  all = false,
): Tokens[] {
  const out: Tokens[] = [];
  const walk = (at: unknown, path: readonly string[], inList = false): void => {
    if (path.length > 64) return;
    const pieces = Array.isArray(at) && at.length > 1 && at.every((item) => typeof item === 'string') ? recordOfList(at) : undefined;
    if (pieces !== undefined) walk(pieces, path);
    else if (Array.isArray(at)) for (const item of at as unknown[]) walk(item, path, true);
    else if (isRecord(at)) {
      const ms = sumOf(at);
      const text = inList ? repeatedIn(at) : undefined;
      if (text !== undefined) walk(text, path);
      else if (ms !== undefined && !all) out.push(tokensIn(String(ms), path));
      else
        for (const [key, member] of Object.entries(at)) {
          if (!all && isBeside(key, member, at, path)) continue;
          if (member === true || !isPlace(key, member, at)) out.push(tokensIn(key.replace(/\[\d{1,3}\]|<\/[\w:.-]*>?/g, ' '), path, true));
          if (!isKnown(key, member, path)) walk(member, [...path, key]);
        }
    } else if (typeof at === 'string') {
      const inner = /^\s*(?:[[{]|```|json\s|"[\w.-]+"\s*:)/i.test(at) ? looseJson(at)?.value : undefined;
      if (typeof inner === 'object' && inner !== null) walk(inner, path);
      else out.push(tokensIn(at, path));
    } else if (typeof at === 'number' || typeof at === 'boolean') out.push(tokensIn(String(at), path));
  };
  walk(value, []);
  return out;
}

/** Whether a key only gives the position of an item in a list; `first` of an object may be its name. */
const isPlace = (key: string, member: unknown, holder: object): boolean =>
  /^\d+$/.test(key) || ((typeof member !== 'object' || /\d/.test(key)) && isNumbered(Object.keys(holder)));

function isBeside(key: string, value: unknown, holder: object, path: readonly string[]): boolean {
  const name = bare(key);
  const isSaid = isSure(key, holder) || (!(name === 'confidence' && /\d/.test(String(value))) && isTalk(key));
  if (value === null || value === '' || (typeof value === 'string' && NOTHING.test(value.trim())) || isSaid) return true;
  if (DESCRIBES.test(name) && typeof value === 'string' && !('address' in holder)) return true;
  if (isOfChat(key, holder) || (ALIASES[name] !== undefined && typeof value === 'object' && Object.keys(value).length === 0)) return true;
  // Skip empty objects, and empty lists outside the arguments, because they request nothing.
  if (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0) return true;
  if (path.some((step) => /^(?:arguments|capture_selection)$/.test(step))) return false;
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return true;
  if (isOfRequest(key, value, holder)) return true;
  if (MEMBERS.some((each) => each === key) || !isOfMessage(key, value, holder)) return false;
  if (typeof value === 'string') return !/^\s*[[{<]/.test(value);
  return typeof value !== 'object' || !(WRAPPERS.test(name) || isHolderName(name));
}
