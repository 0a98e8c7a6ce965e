/** Converts values that are in another container: JSON in a text, a list with one item, a list written as a text. */
import { isRecord } from '../contract/json-schema.ts';
import type { Path } from './draft.ts';
import { looseJson } from './loose-json.ts';
import type { Mending } from './mending.ts';
import { recordOfList, untyped } from './notations.ts';

/** Replaces a text that holds a complete JSON object or list by that value. */
export function readJsonText(mending: Mending, path: Path): void {
  const read = looseJson(mending.text(path));
  if (read && typeof read.value === 'object' && read.value !== null && !read.doubtful)
    mending.set(path, read.value, 'a text that holds JSON was read as JSON');
}

/** Replaces an object that is given in another notation: a list of names and values, the pieces of a text, values with their types. */
export function readMembers(mending: Mending, path: Path): void {
  const value = mending.get(path);
  const found = Array.isArray(value) ? recordOfList(value) : isRecord(value) && Object.keys(value).length > 0 ? untyped(value) : undefined;
  if (found !== undefined) mending.set(path, found, 'another notation of an object was read as JSON');
}

/** Replaces a list with one item by that item, if it is an object or `fits` accepts it. */
export function readListOfOne(mending: Mending, path: Path, fits: (item: unknown) => boolean = isRecord): void {
  const item = unlisted(mending.get(path));
  if (item !== mending.get(path) && fits(item)) mending.set(path, item, 'a list of one was read as its item');
}

/** Returns the item of a list with one item; any other value as it is. */
export const unlisted = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value);

/** Replaces a text by the list that it contains as JSON, or by its parts. */
export function readListText(mending: Mending, path: Path, partsOf: (text: string) => readonly unknown[]): void {
  const text = mending.get(path);
  if (typeof text !== 'string') return;
  const read = /^\s*(?:[[({]|"\s*\[)/.test(text) ? looseJson(text)?.value : undefined;
  mending.set(path, Array.isArray(read) ? read : partsOf(text), 'a text was read as a list');
}

/** Removes a member whose value is null. */
export function dropNull(mending: Mending, path: Path): void {
  if (mending.get(path) === null) mending.drop(path, 'nothing is given');
}
