import { isRecord, parseJsonText, type ParsedJson, pointerOf } from '../../tools/contract/index.ts';
import { member } from './pickers.ts';

/**
 * Changes one value of a JSON text and leaves every other character unchanged: unknown keys, number spelling, order, spaces. Invalid JSON
 * is returned unchanged.
 */
export type Path = readonly (string | number)[];

/** Indentation per level of text that this page writes. */
const STEP = '  ';

export const written = (value: unknown): string => JSON.stringify(value, null, STEP.length);

/** The value at a path; undefined if there is none. */
export const valueAt = (value: unknown, path: Path): unknown => path.reduce((at, step) => member(at, String(step)), value);

/** Whether there is a value at a path, null included. */
export const holds = (value: unknown, path: Path): boolean => valueAt(value, path) !== undefined;

/** The characters of the value at a path; undefined if there is none. */
export function spelt(text: string, parsed: ParsedJson, path: Path): string | undefined {
  if (!holds(parsed.value, path)) return undefined;
  const { from, to } = parsed.locate(pointerOf(path));
  return text.slice(from, to);
}

/**
 * Sets the value at a path. Missing objects on the way are created, and an index after the end appends to a list. A value on the way that
 * cannot contain members is replaced.
 * @param json valid JSON, inserted as it is
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
  const fits = typeof last === 'number' ? Array.isArray(holder) : isRecord(holder);
  if (!fits) return withValue(text, above, typeof last === 'number' ? `[${json}]` : `{\n${STEP}${entry(last, indented(json, STEP))}\n}`);
  const { from, to } = parsed.locate(pointerOf(above));
  const places = placesIn(parsed, above, holder);
  const item = (indent: string): string => (typeof last === 'number' ? indented(json, indent) : entry(last, indented(json, indent)));
  const [first, end] = [places[0], places.at(-1)];
  if (first === undefined || end === undefined) {
    const outer = indentAt(text, from);
    return splice(text, from + 1, to - 1, `\n${outer}${STEP}${item(outer + STEP)}\n${outer}`);
  }
  const lines = text.slice(from, first.from).includes('\n');
  const indent = indentAt(text, first.from);
  return splice(text, end.to, end.to, `,${lines ? `\n${indent}` : ' '}${item(indent)}`);
}

/** Removes the value at a path and its comma. */
export function withoutValue(text: string, path: Path): string {
  const parsed = parseJsonText(text);
  if (parsed.errors.length > 0 || path.length === 0 || !holds(parsed.value, path)) return text;
  const { from, to, key } = parsed.locate(pointerOf(path));
  const own = key?.from ?? from;
  const after = /^\s*,\s*/.exec(text.slice(to))?.[0] ?? '';
  if (after !== '') return splice(text, own, to + after.length, '');
  const before = text.slice(0, own).trimEnd();
  if (before.endsWith(',')) return splice(text, before.length - 1, to, '');
  const holder = parsed.locate(pointerOf(path.slice(0, -1)));
  return splice(text, holder.from + 1, holder.to - 1, '');
}

/** Swaps two items of a list. */
export function withSwapped(text: string, list: Path, one: number, other: number): string {
  const parsed = parseJsonText(text);
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  if (parsed.errors.length > 0 || low === high || !holds(parsed.value, [...list, low]) || !holds(parsed.value, [...list, high]))
    return text;
  const [a, b] = [parsed.locate(pointerOf([...list, low])), parsed.locate(pointerOf([...list, high]))];
  return text.slice(0, a.from) + text.slice(b.from, b.to) + text.slice(a.to, b.from) + text.slice(a.from, a.to) + text.slice(b.to);
}

/** Locations of members in text order, with their keys. JavaScript would list integer keys first. */
function placesIn(parsed: ParsedJson, path: Path, holder: unknown): readonly { readonly from: number; readonly to: number }[] {
  return Object.keys(holder ?? {})
    .map((step) => {
      const { from, to, key } = parsed.locate(pointerOf([...path, step]));
      return { from: key?.from ?? from, to };
    })
    .sort((a, b) => a.from - b.from);
}

const entry = (key: string, json: string): string => `${JSON.stringify(key)}: ${json}`;
const splice = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
/** JSON strings contain no line breaks, so only layout is indented. */
const indented = (json: string, indent: string): string => json.replaceAll('\n', `\n${indent}`);

function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}
