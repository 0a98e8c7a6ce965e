import { parseJsonText, type ParsedJson, pointerOf } from '../../tools/contract/index.ts';

/**
 * Changes to one value of a JSON text that leave every other character as it was: keys that nobody knows, the spelling
 * of numbers, order, spaces. A text that is no JSON comes back unchanged.
 */
export type Path = readonly (string | number)[];

/** One level of what this page writes. */
const STEP = '  ';

/** The JSON of a value as the page writes it. */
export const written = (value: unknown): string => JSON.stringify(value, null, STEP.length);

/** Whether anything stands at a path, be it null. */
export function holds(value: unknown, path: Path): boolean {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = (at as Readonly<Record<string | number, unknown>>)[step];
  }
  return true;
}

/** The characters of the value at a path; undefined where nothing stands. */
export function spelt(text: string, parsed: ParsedJson, path: Path): string | undefined {
  if (!holds(parsed.value, path)) return undefined;
  const { from, to } = parsed.locate(pointerOf(path));
  return text.slice(from, to);
}

/**
 * The text with JSON at a path, in the place of what stood there; objects on the way that are missing are made, an item
 * behind the last of a list is added. A value on the way that cannot hold another is replaced.
 * @param json valid JSON, taken as it is spelt
 */
export function withValue(text: string, path: Path, json: string): string {
  const parsed = parseJsonText(text);
  if (parsed.errors.length > 0) return text;
  const last = path.at(-1);
  if (last === undefined || holds(parsed.value, path)) {
    const { from, to } = parsed.locate(pointerOf(path));
    return splice(text, from, to, indented(json, indentAt(text, from)));
  }
  const above = path.slice(0, -1);
  const holder = valueAt(parsed.value, above);
  const fits = typeof last === 'number' ? Array.isArray(holder) : typeof holder === 'object' && holder !== null && !Array.isArray(holder);
  if (!fits) return withValue(text, above, typeof last === 'number' ? `[${json}]` : `{\n${STEP}${member(last, indented(json, STEP))}\n}`);
  const { from, to } = parsed.locate(pointerOf(above));
  const places = placesIn(parsed, above, holder);
  const item = (indent: string): string => (typeof last === 'number' ? indented(json, indent) : member(last, indented(json, indent)));
  const [first, end] = [places[0], places.at(-1)];
  if (first === undefined || end === undefined) {
    const outer = indentAt(text, from);
    return splice(text, from + 1, to - 1, `\n${outer}${STEP}${item(outer + STEP)}\n${outer}`);
  }
  const lines = text.slice(from, first.from).includes('\n');
  const indent = indentAt(text, first.from);
  return splice(text, end.to, end.to, `,${lines ? `\n${indent}` : ' '}${item(indent)}`);
}

/** The text without what stands at a path, and without its comma. */
export function withoutValue(text: string, path: Path): string {
  const parsed = parseJsonText(text);
  if (parsed.errors.length > 0 || path.length === 0 || !holds(parsed.value, path)) return text;
  const { from, to, key } = parsed.locate(pointerOf(path));
  const own = key?.from ?? from;
  // Between values a text of JSON has commas and space alone.
  const after = match(/\s*,\s*/y, text, to);
  if (after !== '') return splice(text, own, to + after.length, '');
  const before = text.slice(0, own).trimEnd();
  if (before.endsWith(',')) return splice(text, before.length - 1, to, '');
  const holder = parsed.locate(pointerOf(path.slice(0, -1)));
  return splice(text, holder.from + 1, holder.to - 1, '');
}

/** The text with two items of a list in each other's place. */
export function withSwapped(text: string, list: Path, one: number, other: number): string {
  const parsed = parseJsonText(text);
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  if (parsed.errors.length > 0 || low === high || !holds(parsed.value, [...list, low]) || !holds(parsed.value, [...list, high]))
    return text;
  const [a, b] = [parsed.locate(pointerOf([...list, low])), parsed.locate(pointerOf([...list, high]))];
  return text.slice(0, a.from) + text.slice(b.from, b.to) + text.slice(a.to, b.from) + text.slice(a.from, a.to) + text.slice(b.to);
}

interface Member {
  readonly step: string | number;
  /** Of its key, where it has one. */
  readonly from: number;
  readonly to: number;
}

/** Members as they stand in the text: an object of JavaScript has its whole numbers first. */
function placesIn(parsed: ParsedJson, path: Path, holder: unknown): readonly Member[] {
  if (typeof holder !== 'object' || holder === null) return [];
  const steps: readonly (string | number)[] = Array.isArray(holder) ? holder.map((_, at) => at) : Object.keys(holder);
  return steps
    .map((step) => {
      const { from, to, key } = parsed.locate(pointerOf([...path, step]));
      return { step, from: key?.from ?? from, to };
    })
    .sort((a, b) => a.from - b.from);
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) at = holds(at, [step]) ? (at as Readonly<Record<string | number, unknown>>)[step] : undefined;
  return at;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const member = (key: string, json: string): string => `${JSON.stringify(key)}: ${json}`;
const splice = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
/** Texts of JSON have no line breaks inside. */
const indented = (json: string, indent: string): string => json.replaceAll('\n', `\n${indent}`);

function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}
