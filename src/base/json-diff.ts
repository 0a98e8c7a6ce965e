/**
 * The difference between two JSON values as JSON Patch operations (RFC 6902), each with the previous value. Objects are compared by key.
 * Lists are compared by index after their common beginning and end are removed, so an item inserted at the front does not change all that
 * follow.
 */
import { isRecord } from './record.ts';

export type JsonPath = readonly (string | number)[];

export type JsonChange =
  | { readonly op: 'add'; readonly path: JsonPath; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: JsonPath; readonly before: unknown }
  | { readonly op: 'replace'; readonly path: JsonPath; readonly before: unknown; readonly value: unknown };

export interface JsonDiffOptions {
  /** Maximum number of changes to list; further ones are only counted. Unlimited by default. */
  readonly most?: number;
  /** Whether the comparison leaves out a path in the JSON values, with everything below it. */
  readonly ignore?: (path: JsonPath) => boolean;
}

export interface JsonDiff {
  readonly changes: readonly JsonChange[];
  /** Counts of all changes between the two JSON values, including those that are not listed. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Compares two JSON values. The operations are in an order in which they can be applied one after another. */
export function jsonDiff(before: unknown, after: unknown, { most = Infinity, ignore = () => false }: JsonDiffOptions = {}): JsonDiff {
  const changes: JsonChange[] = [];
  const counts = { add: 0, remove: 0, replace: 0 };
  const note = (change: JsonChange): void => {
    counts[change.op] += 1;
    if (changes.length < most) changes.push(change);
  };
  const walk = (a: unknown, b: unknown, path: JsonPath): void => {
    if (a === b) return;
    if (Array.isArray(a) && Array.isArray(b)) lists(a, b, path);
    else if (isRecord(a) && isRecord(b)) records(a, b, path);
    else note({ op: 'replace', path, before: a, value: b });
  };
  const records = (a: Fields, b: Fields, path: JsonPath): void => {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const at = [...path, key];
      if (ignore(at)) continue;
      // Treat an undefined member as absent: JSON has no undefined.
      const [left, right] = [ownMember(a, key), ownMember(b, key)];
      if (left !== undefined && right !== undefined) walk(left, right, at);
      else if (right !== undefined) note({ op: 'add', path: at, value: right });
      else if (left !== undefined) note({ op: 'remove', path: at, before: left });
    }
  };
  const lists = (a: readonly unknown[], b: readonly unknown[], path: JsonPath): void => {
    const shorter = Math.min(a.length, b.length);
    let start = 0;
    while (start < shorter && sameJson(a[start], b[start])) start++;
    let end = 0;
    while (a.length !== b.length && end < shorter - start && sameJson(a[a.length - 1 - end], b[b.length - 1 - end])) end++;
    const paired = shorter - end;
    for (let at = start; at < paired; at++) if (!ignore([...path, at])) walk(a[at], b[at], [...path, at]);
    // Remove items from the end of the list, so that no removal shifts the index of a later operation.
    for (let at = a.length - end - 1; at >= paired; at--) note({ op: 'remove', path: [...path, at], before: a[at] });
    for (let at = paired; at < b.length - end; at++) note({ op: 'add', path: [...path, at], value: b[at] });
  };
  walk(before, after, []);
  return { changes, added: counts.add, removed: counts.remove, changed: counts.replace };
}

const ownMember = (record: Fields, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

/** Whether two values are equal as JSON. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return (
    keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** Writes a path as a JSON Pointer (RFC 6901). */
export const jsonPointer = (path: JsonPath): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Writes the changes as standard JSON Patch operations, without the previous values. */
export const jsonPatch = (changes: readonly JsonChange[]): readonly Readonly<Record<string, unknown>>[] =>
  changes.map((change) => ({
    op: change.op,
    path: jsonPointer(change.path),
    ...(change.op !== 'remove' && { value: change.value }),
  }));
