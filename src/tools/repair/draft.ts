import { canonicalJson } from '../../base/canonical.ts';
import { dotted, pointerOf } from '../contract/errors.ts';
import { isRecord } from '../contract/json-schema.ts';

export type Path = readonly (string | number)[];

/**
 * What a repair does to the request. `lossless`: the same question in the right spelling. `choice`: one of several readings, or
 * a guess. `loss`: a part of the request is removed or weakened.
 */
export type RepairClass = 'lossless' | 'choice' | 'loss';

/** One change that a repair made to a call. */
export interface Change {
  /** Where the change was made: the dotted path from the invocation's root. */
  readonly field: string;
  /** Where the change was made, as a JSON Pointer. */
  readonly pointer: string;
  /** The value before the change; absent if there was none. */
  readonly before?: unknown;
  /** The value after the change; absent if it was removed. */
  readonly after?: unknown;
  readonly why: string;
  readonly class: RepairClass;
}

/** Whether two values are the same JSON; undefined equals null. */
export const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null);

/** A copy of an invocation that is being repaired, with the list of its changes. */
export class Draft {
  readonly changes: Change[] = [];
  #value: unknown;

  constructor(value: unknown) {
    this.#value = structuredClone(value);
  }

  get value(): unknown {
    return this.#value;
  }

  get(path: Path): unknown {
    let at = this.#value;
    for (const step of path) {
      if (Array.isArray(at)) at = (at as unknown[])[Number(step)];
      else if (isRecord(at) && Object.hasOwn(at, String(step))) at = at[String(step)];
      else return undefined;
    }
    return at;
  }

  /** Sets or, with `undefined`, removes a value. Returns whether anything changed. */
  set(path: Path, after: unknown, why: string, kind: RepairClass = 'lossless'): boolean {
    const before = this.get(path);
    if (before === after || (before !== undefined && after !== undefined && isEqual(before, after))) return false;
    const last = path.at(-1);
    // Copy: values from outside may be frozen, and one value may be used in two places.
    const own = structuredClone(after);
    if (last === undefined) this.#value = own;
    else this.#write(this.#holder(path.slice(0, -1)), last, own);
    const place = { field: dotted(path), pointer: pointerOf(path) };
    this.changes.push({ ...place, ...(before !== undefined && { before }), ...(after !== undefined && { after }), why, class: kind });
    return true;
  }

  /** Returns the object at a path, and creates it if there is none. */
  #holder(path: Path): unknown {
    const found = this.get(path);
    if (typeof found === 'object' && found !== null) return found;
    const made = {};
    const last = path.at(-1);
    if (last === undefined) this.#value = made;
    else this.#write(this.#holder(path.slice(0, -1)), last, made);
    return made;
  }

  #write(holder: unknown, key: string | number, value: unknown): void {
    if (Array.isArray(holder)) {
      if (value === undefined) holder.splice(Number(key), 1);
      else (holder as unknown[])[Number(key)] = value;
    } else if (isRecord(holder)) {
      const record = holder as Record<string, unknown>;
      if (value === undefined) delete record[String(key)];
      else record[String(key)] = value;
    }
  }
}
