/**
 * What turns one JSON value into another, as operations of JSON Patch (RFC 6902) with the value that was there before.
 * Members are compared by key, items of a list by place after what both lists begin and end with, so that an item put
 * in front does not change all that follow.
 */
import { isRecord } from './record.ts';

export type JsonPath = readonly (string | number)[];

export type JsonChange =
  | { readonly op: 'add'; readonly path: JsonPath; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: JsonPath; readonly before: unknown }
  | { readonly op: 'replace'; readonly path: JsonPath; readonly before: unknown; readonly value: unknown };

export interface JsonDiffOptions {
  /** Changes that are listed; the rest is counted. No bound by default. */
  readonly most?: number;
  /** Paths that are not compared, with everything below them. */
  readonly ignore?: (path: JsonPath) => boolean;
}

export interface JsonDiff {
  readonly changes: readonly JsonChange[];
  /** Of all changes, listed or not. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The operations in an order in which they can be applied one after the other. */
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
      // An undefined member is an absent one (JSON has no undefined).
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
    // From the back, so that no operation moves what another one names.
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

/** A place as JSON Pointer (RFC 6901). */
export const jsonPointer = (path: JsonPath): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The operations as others read them: JSON Patch. */
export const jsonPatch = (changes: readonly JsonChange[]): readonly Readonly<Record<string, unknown>>[] =>
  changes.map((change) => ({
    op: change.op,
    path: jsonPointer(change.path),
    ...(change.op !== 'remove' && { value: change.value }),
  }));
