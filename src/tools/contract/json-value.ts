import {
  type Path,
  type Walk,
  closeMember,
  closeRecord,
  countNode,
  fault,
  isSound,
  newWalk,
  openMember,
  openRecord,
  reserveItems,
  unreadable,
} from './json-walk.ts';
import type { ToolError } from './result.ts';

/**
 * Checks that a value from outside is plain JSON data before any schema sees it: no NaN, functions, symbols, class instances, cycles or
 * lone surrogates (S0 §5.2), no keys that affect prototypes, limited depth and size. Every member is read once. The runner uses only the
 * frozen copy, so neither getters nor later changes by the caller have an effect (S4 "never mutate"). The same traversal writes the
 * canonical text for size and digest.
 */
export interface CheckedJson {
  /** The frozen copy of the value; a member that could not be copied is null. */
  readonly value: unknown;
  readonly errors: readonly ToolError[];
  /** The value as canonical JSON, as `canonicalJson(value)` writes it. */
  readonly text: string;
}

/** Checks and copies a value. Never throws: a getter or proxy that throws becomes an error with its path. */
export function checkJson(value: unknown, path: Path = []): CheckedJson {
  const walk = newWalk(path);
  try {
    const copied = copy(value, walk);
    return { value: copied, errors: walk.errors, text: walk.text };
  } catch (error) {
    return { value: null, errors: [...walk.errors, unreadable(error, walk)], text: 'null' };
  }
}

/** Matches texts that need no escapes in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;

function copy(value: unknown, walk: Walk): unknown {
  countNode(walk);
  switch (typeof value) {
    case 'boolean':
      walk.text += value ? 'true' : 'false';
      return value;
    case 'string':
      if (PLAIN.test(value)) walk.text += `"${value}"`;
      else if (value.isWellFormed()) walk.text += JSON.stringify(value);
      else return fault(walk, 'INVALID_VALUE', 'valid Unicode text', 'a lone surrogate');
      return value;
    case 'number':
      if (!Number.isFinite(value)) return fault(walk, 'INVALID_VALUE', 'a finite number', String(value));
      walk.text += String(value);
      return value;
    case 'object':
      if (value !== null) return copyObject(value, walk);
      walk.text += 'null';
      return null;
    default:
      return fault(walk, 'INVALID_TYPE', 'a JSON value', value === undefined ? 'undefined' : `a ${typeof value}`);
  }
}

function copyObject(value: object, walk: Walk): unknown {
  const list = Array.isArray(value);
  if (!isSound(value, list, walk)) return null;
  walk.open.push(value);
  const copied = list ? copyArray(value, walk) : copyRecord(value as Record<string, unknown>, walk);
  walk.open.pop();
  return copied;
}

function copyArray(items: readonly unknown[], walk: Walk): unknown {
  reserveItems(items.length, walk);
  const out: unknown[] = [];
  const at = walk.path.push(0) - 1;
  walk.text += '[';
  for (let index = 0; index < items.length; index++) {
    if (index > 0) walk.text += ',';
    walk.path[at] = index;
    out.push(copy(items[index], walk));
  }
  walk.text += ']';
  walk.path.pop();
  return Object.freeze(out);
}

function copyRecord(record: Readonly<Record<string, unknown>>, walk: Walk): unknown {
  const frame = openRecord(record, walk);
  for (const index of frame.shape.order) {
    if (!openMember(frame, index, walk)) continue;
    const member = frame.out[frame.key];
    closeMember(frame, member, copy(member, walk));
  }
  return closeRecord(frame, walk);
}
