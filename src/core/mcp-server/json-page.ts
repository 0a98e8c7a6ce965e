import { isRecord } from '../../tools/contract/json-schema.ts';

/** Bytes of a page as a JSON string, so that the whole message stays within 32 KB. */
const ROOM = 30 * 1024;
/** If not everything fits, a member larger than this fraction of a page gets a page of its own. */
const SHARE = 4;

const encoder = new TextEncoder();
/** Bytes of a value encoded as JSON within a JSON string. */
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(JSON.stringify(value))).length;

export interface JsonPage {
  readonly value: unknown;
  /** Index at which the next page begins. */
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
 * The part of a value that fits into one page, starting at an item, member or character. Items and members that are too large are replaced
 * by their URI.
 *
 * @param uriOf URI of the part under this key
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
  // A character takes at most 12 bytes when escaped twice.
  let to = from + ROOM / 2;
  while (to > from + 1 && sizeOf(text.slice(from, to)) > ROOM) to = from + Math.floor((to - from) / 2);
  // Do not split a surrogate pair.
  if (to < text.length && to > from + 1 && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1;
  return { value: text.slice(from, to), total: text.length, ...(to < text.length && { next: to }) };
}
