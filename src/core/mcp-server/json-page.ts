import { isRecord } from '../../tools/contract/json-schema.ts';

/** Maximum bytes of a page encoded as a JSON string, so that the message that contains it stays within 32 KB. */
const ROOM = 30 * 1024;
/** If a value does not fit into one page, its members larger than 1/`SHARE` of a page are replaced by the URI of their own page. */
const SHARE = 4;

const encoder = new TextEncoder();
/** Number of bytes of a value that is encoded as JSON and then again as a JSON string, as messages contain it. */
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(JSON.stringify(value))).length;

export interface JsonPage {
  readonly value: unknown;
  /** Index of the item, member or character at which the next page begins; absent on the last page. */
  readonly next?: number;
  readonly total?: number;
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/**
 * Returns the part of a value that fits into one page, starting at an item, member or character. Items and members that are too large are
 * replaced by their URI.
 *
 * @param uriOf returns the URI of the item or member with this key
 */
export function jsonPage(value: unknown, from: number, uriOf: (key: string) => string): JsonPage {
  if (from === 0 && sizeOf(value) <= ROOM) return { value };
  if (typeof value === 'string') return textPage(value, from);
  if (Array.isArray(value)) {
    const { kept, ...page } = entriesPage(
      value.map((item: unknown, at) => [String(at), item]),
      from,
      uriOf,
    );
    return { ...page, value: kept.map(([, item]) => item) };
  }
  if (!isRecord(value)) return { value };
  const { kept, ...page } = entriesPage(Object.entries(value), from, uriOf);
  return { ...page, value: Object.fromEntries(kept) };
}

type Entry = readonly [key: string, value: unknown];

function entriesPage(entries: readonly Entry[], from: number, uriOf: (key: string) => string) {
  const kept: Entry[] = [];
  let room = ROOM;
  let next = from;
  for (const [key, value] of entries.slice(from)) {
    const whole = sizeOf(value);
    const shown = whole <= ROOM / SHARE ? value : { $resource: uriOf(key), ...extentOf(value) };
    const taken = (shown === value ? whole : sizeOf(shown)) + sizeOf(key) + 4;
    if (taken > room && kept.length > 0) break;
    kept.push([key, shown]);
    room -= taken;
    next += 1;
  }
  return { kept, total: entries.length, ...(next < entries.length && { next }) };
}

function extentOf(value: unknown): object {
  if (typeof value === 'string') return { characters: value.length };
  if (Array.isArray(value)) return { items: value.length };
  return isRecord(value) ? { members: Object.keys(value).length } : {};
}

function textPage(text: string, from: number): JsonPage {
  // Start with a generous estimate of how many characters fit, and halve it until they do.
  let to = from + ROOM / 2;
  while (to > from + 1 && sizeOf(text.slice(from, to)) > ROOM) to = from + Math.floor((to - from) / 2);
  // End the page before a surrogate pair rather than within it.
  if (to < text.length && to > from + 1 && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1;
  return { value: text.slice(from, to), total: text.length, ...(to < text.length && { next: to }) };
}
