/** Extracts values from objects that only wrap them: beside their type, under the name of a type, or as lists in other notations. */
import { isRecord } from '../contract/json-schema.ts';
import { looseJson } from './loose-json.ts';
import { bare } from './words.ts';

const wordsIn = (key: string): string[] =>
  key
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

const among = (words: string): ((key: string) => boolean) => {
  const known = new Set(words.split(' '));
  return (key) => {
    const own = wordsIn(key);
    return own.length > 0 && own.every((word) => known.has(word));
  };
};

/** Whether a key only says that it wraps something: `_raw_arguments`, `toolInput`, `properties`. */
export const isHolderName = among(
  'arg args argument arguments body call content data dict fields function input inputs inner invocation json kw kwargs method nested object ' +
    'option options param parameter parameters params payload properties raw unparsed request root string text tool value values wrapper required optional settings config configuration advanced basic',
);
/** Whether a key is the name of a type: `stringValue`, `int_value`, `list`. */
const isTypeName = among(
  'amount size magnitude array bool boolean double float int integer list literal long number s n l scalar string text value values',
);
/** Matches members that describe the value beside them. */
const DESCRIBES = /^(?:type|datatype|description|title|label|format|required|kind)$/;

/**
 * Returns the value of an object that contains nothing else: `{ type: 'integer', value: 5 }`, `{ stringValue: 'csv' }`, `{ value: 5, unit:
 * 's' }`. Returns any other value as it is.
 * @param name the value's name, which the object may repeat
 */
export function unboxed(value: unknown, name: string | number = ''): unknown {
  for (let depth = 0, at = value; ; depth++) {
    const inner = isRecord(at) && depth < 4 ? innerOf(at, name) : undefined;
    if (inner === undefined) return at;
    at = inner;
  }
}

/** Returns the text that all members of an object have: `{ column: 'rssi', alias: 'rssi' }`. */
export function repeatedIn(record: Readonly<Record<string, unknown>>): string | undefined {
  const [text, ...others] = Object.values(record);
  return typeof text === 'string' && others.length > 0 && others.every((each) => each === text) ? text : undefined;
}

function innerOf(record: Readonly<Record<string, unknown>>, name: string | number): unknown {
  const text = repeatedIn(record);
  if (text !== undefined) return text;
  const entries = Object.entries(record).filter(([key]) => !DESCRIBES.test(bare(key)));
  const unit = entries.find(([key]) => /^units?$/.test(bare(key)))?.[1];
  const rest = entries.filter(
    ([key, member]) => !/^units?$/.test(bare(key)) && !(/^(?:name|key)$/.test(bare(key)) && bare(String(member)) === bare(String(name))),
  );
  const [only, second] = rest;
  if (only === undefined || second !== undefined || !isTypeName(only[0]) || only[1] === null) return undefined;
  if (unit === undefined || unit === null || unit === '') return only[1];
  const [, held] = only;
  if (typeof unit !== 'string' || (typeof held !== 'number' && typeof held !== 'string')) return undefined;
  return `${String(held)} ${unit}`;
}

const ORDINALS: readonly (readonly string[])[] = ['first second third fourth fifth sixth', 'a b c d e f'].map((words) => words.split(' '));

/** Whether keys number the items of a list: `column1`, `column2`; `first`, `second`. */
export function isNumbered(keys: readonly string[], name = ''): boolean {
  if (keys.length > 1 && ORDINALS.some((ordinals) => keys.every((key, at) => bare(key) === ordinals[at]))) return true;
  const [, stem = '', first = ''] = /^([A-Za-z]+?)[_ ]?([01])$/.exec(keys[0] ?? '') ?? [];
  const isItem = new RegExp(`^(?:item|value|element|entry|column|col|field|feature|factor|group|address${name === '' ? '' : `|${name}`})$`);
  return isItem.test(bare(stem)) && keys.every((key, at) => bare(key) === bare(stem) + String(Number(first) + at));
}

/**
 * Returns the list that an object contains: under numbered keys, in its only member, or as the names of members that are true.
 * @param name the list's name; a member with this name, in singular or plural, contains the list
 */
export function listIn(record: Readonly<Record<string, unknown>>, name: string): readonly unknown[] | undefined {
  const keys = Object.keys(record);
  const [first] = keys;
  if (first === undefined) return undefined;
  const start = Number(first);
  if ((start === 0 || start === 1) && keys.every((key, at) => key === String(start + at))) return Object.values(record);
  const stem = bare(name).replace(/s$/, '');
  if (isNumbered(keys, stem) && !keys.some((key) => typeof record[key] === 'boolean')) return Object.values(record);
  const holds =
    /^(?:items?|lists?|values?|elements?|entry|entries|array|data|li)$/.test(bare(first)) || bare(first).replace(/s$/, '') === stem;
  const member = record[first];
  if (keys.length === 1 && holds && member !== true && member !== null) {
    if (Array.isArray(member)) return member as unknown[];
    return isRecord(member) ? listIn(member, name) : typeof member === 'string' && /[,;\n]/.test(member) ? undefined : [member];
  }
  const [counted, rest] = [
    Object.entries(record).find(([key]) => /^(?:count|length|size|total)$/.test(bare(key))),
    keys.filter((key) => !/^(?:count|length|size|total)$/.test(bare(key))),
  ];
  const own = rest.length === 1 && counted !== undefined ? listIn({ [rest[0] ?? '']: record[rest[0] ?? ''] }, name) : undefined;
  if (own !== undefined && own.length === counted?.[1]) return own;
  const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;
  return keys.every((key) => record[key] === true || record[key] === 1) || keys.every((key) => isEmpty(record[key])) ? keys : undefined;
}

/** Returns a value that is an object, or the object that a text contains as complete JSON. */
export function recordIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const read = typeof value === 'string' ? looseJson(value) : undefined;
  const found = read?.doubtful === false ? read.value : value;
  return isRecord(found) ? found : undefined;
}

/** Splits a text with bullets or numbers into list items, one per line; undefined for any other text. */
export function bulletsIn(text: string): string[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const items = lines.map((line) => /^\s*(?:[-*•–]|\d{1,3}[.)])\s+(.*\S)\s*$/.exec(line)?.[1]);
  return lines.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
}
