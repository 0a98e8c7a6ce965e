import { shorten, toolError } from './errors.ts';
import type { ToolError } from './result.ts';

/**
 * Whether a value from outside is JSON at all, before any schema looks at it: no NaN, no functions, no cycles,
 * no lone surrogates (S0 §5.2), no keys that reach into prototypes, bounded depth and size. What passes is
 * copied and frozen, so that nothing downstream can change what the caller holds (S4 "never mutate"), and written
 * down as canonical JSON on the way: one walk serves the check, the copy, the size and the digest.
 */
export const MAX_DEPTH = 64;
const MAX_NODES = 2_000_000;
const MAX_FAULTS = 1000;

export interface CheckedJson {
  /** The frozen copy; what could not be copied is null there. */
  readonly value: unknown;
  readonly errors: readonly ToolError[];
  /** `canonicalJson(value)`. */
  readonly text: string;
}

export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Path = readonly (string | number)[];
interface Walk {
  readonly errors: ToolError[];
  readonly open: Set<object>;
  /** Where the walk is. */
  readonly path: (string | number)[];
  /** By depth, the keys of the last record there: rows of a table have the same ones. */
  readonly shapes: (Shape | undefined)[];
  /** Canonical text of the value that was copied last. */
  text: string;
  nodes: number;
}

interface Shape {
  readonly keys: readonly string[];
  /** Positions in `keys`, sorted by key. */
  readonly order: readonly number[];
  /** Each key as JSON, colon included. */
  readonly labels: readonly string[];
  readonly sound: boolean;
}

export function checkJson(value: unknown, path: Path = []): CheckedJson {
  const walk: Walk = { errors: [], open: new Set(), path: [...path], shapes: [], text: '', nodes: 0 };
  const copied = copy(value, walk);
  return { value: copied, errors: walk.errors, text: walk.text };
}

function fault(walk: Walk, code: string, expected: string, got: string): null {
  walk.text = 'null';
  if (walk.errors.length < MAX_FAULTS) {
    const path = [...walk.path];
    const where = path.length === 0 ? 'the invocation' : (toolError(code, '', path).field ?? '');
    walk.errors.push(toolError(code, `${where}: expected ${expected}, got ${got}`, path, { expected, got }));
  }
  return null;
}

/** Text that JSON shows as it is, between quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function copy(value: unknown, walk: Walk): unknown {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES) return beyond(walk);
  switch (typeof value) {
    case 'boolean':
      walk.text = value ? 'true' : 'false';
      return value;
    case 'string':
      if (PLAIN.test(value)) walk.text = `"${value}"`;
      else if (value.isWellFormed()) walk.text = JSON.stringify(value);
      else return fault(walk, 'INVALID_VALUE', 'valid Unicode text', 'a lone surrogate');
      return value;
    case 'number':
      if (!Number.isFinite(value)) return fault(walk, 'INVALID_VALUE', 'a finite number', String(value));
      walk.text = String(value);
      return value;
    case 'object':
      if (value !== null) return copyObject(value, walk);
      walk.text = 'null';
      return null;
    default:
      return fault(walk, 'INVALID_TYPE', 'a JSON value', value === undefined ? 'undefined' : `a ${typeof value}`);
  }
}

function beyond(walk: Walk): null {
  walk.text = 'null';
  return walk.nodes === MAX_NODES + 1 ? fault(walk, 'PAYLOAD_TOO_LARGE', `at most ${String(MAX_NODES)} values`, 'more') : null;
}

function copyObject(value: object, walk: Walk): unknown {
  if (walk.open.has(value)) return fault(walk, 'INVALID_VALUE', 'a finite JSON value', 'a cycle');
  if (walk.path.length >= MAX_DEPTH) return fault(walk, 'INVALID_VALUE', `at most ${String(MAX_DEPTH)} levels of nesting`, 'more');
  walk.open.add(value);
  try {
    if (Array.isArray(value)) return copyArray(value, walk);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
      return fault(walk, 'INVALID_TYPE', 'a plain JSON object', `a ${shorten(className(value), 40)}`);
    }
    return copyRecord(value as Record<string, unknown>, walk);
  } finally {
    walk.open.delete(value);
  }
}

function copyArray(items: readonly unknown[], walk: Walk): unknown {
  const out: unknown[] = [];
  const texts: string[] = [];
  const at = walk.path.push(0) - 1;
  for (let index = 0; index < items.length; index++) {
    walk.path[at] = index;
    out.push(copy(items[index], walk));
    texts.push(walk.text);
  }
  walk.path.pop();
  walk.text = `[${texts.join(',')}]`;
  return Object.freeze(out);
}

function copyRecord(record: Record<string, unknown>, walk: Walk): unknown {
  const shape = shapeOf(Object.keys(record), walk);
  const out: Record<string, unknown> = {};
  const texts: string[] = [];
  const at = walk.path.push('') - 1;
  for (let index = 0; index < shape.keys.length; index++) {
    const key = shape.keys[index] ?? '';
    walk.path[at] = key;
    texts.push('');
    if (!shape.sound && !soundKey(key, walk)) continue;
    const member = record[key];
    // An absent member and an undefined one are the same JSON.
    if (member === undefined) continue;
    out[key] = copy(member, walk);
    texts[index] = (shape.labels[index] ?? '') + walk.text;
  }
  walk.path.pop();
  const members: string[] = [];
  for (const index of shape.order) {
    const text = texts[index] ?? '';
    if (text !== '') members.push(text);
  }
  walk.text = `{${members.join(',')}}`;
  return Object.freeze(out);
}

function soundKey(key: string, walk: Walk): boolean {
  if (FORBIDDEN_KEYS.has(key)) fault(walk, 'UNKNOWN_ARGUMENT', 'no such key', JSON.stringify(key));
  else if (!key.isWellFormed()) {
    walk.path.pop();
    fault(walk, 'INVALID_VALUE', 'keys of valid Unicode text', 'a lone surrogate');
    walk.path.push(key);
  } else return true;
  return false;
}

function shapeOf(keys: readonly string[], walk: Walk): Shape {
  const depth = walk.path.length;
  const known = walk.shapes[depth];
  if (known?.keys.length === keys.length && keys.every((key, index) => key === known.keys[index])) return known;
  const shape: Shape = {
    keys,
    order: keys.map((_, index) => index).sort((a, b) => ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1)),
    labels: keys.map((key) => `${JSON.stringify(key)}:`),
    sound: keys.every((key) => !FORBIDDEN_KEYS.has(key) && key.isWellFormed()),
  };
  walk.shapes[depth] = shape;
  return shape;
}

function className(value: object): string {
  const maker: unknown = value.constructor;
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'special object';
}
