import { shorten, toolError } from './errors.ts';
import type { ToolError } from './result.ts';

/**
 * Whether a value from outside is JSON at all, before any schema looks at it: no NaN, no functions, no cycles,
 * no lone surrogates (S0 §5.2), no keys that reach into prototypes, bounded depth and size. What passes is
 * copied and frozen, so that nothing downstream can change what the caller holds (S4 "never mutate").
 */
export const MAX_DEPTH = 64;
const MAX_NODES = 2_000_000;
const MAX_FAULTS = 1000;

export interface CheckedJson {
  /** The frozen copy; what could not be copied is null there. */
  readonly value: unknown;
  readonly errors: readonly ToolError[];
}

export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Path = readonly (string | number)[];
interface Walk {
  readonly errors: ToolError[];
  readonly open: Set<object>;
  nodes: number;
}

export function checkJson(value: unknown, path: Path = []): CheckedJson {
  const walk: Walk = { errors: [], open: new Set(), nodes: 0 };
  return { value: copy(value, path, walk), errors: walk.errors };
}

function fault(walk: Walk, code: string, path: Path, expected: string, got: string): null {
  if (walk.errors.length < MAX_FAULTS) {
    const where = path.length === 0 ? 'the invocation' : (toolError(code, '', path).field ?? '');
    walk.errors.push(toolError(code, `${where}: expected ${expected}, got ${got}`, path, { expected, got }));
  }
  return null;
}

function copy(value: unknown, path: Path, walk: Walk): unknown {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES)
    return walk.nodes === MAX_NODES + 1 ? fault(walk, 'PAYLOAD_TOO_LARGE', path, `at most ${String(MAX_NODES)} values`, 'more') : null;
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      if (!value.isWellFormed()) return fault(walk, 'INVALID_VALUE', path, 'valid Unicode text', 'a lone surrogate');
      return value;
    case 'number':
      if (!Number.isFinite(value)) return fault(walk, 'INVALID_VALUE', path, 'a finite number', String(value));
      return value;
    case 'object':
      return value === null ? null : copyObject(value, path, walk);
    default:
      return fault(walk, 'INVALID_TYPE', path, 'a JSON value', value === undefined ? 'undefined' : `a ${typeof value}`);
  }
}

function copyObject(value: object, path: Path, walk: Walk): unknown {
  if (walk.open.has(value)) return fault(walk, 'INVALID_VALUE', path, 'a finite JSON value', 'a cycle');
  if (path.length >= MAX_DEPTH) return fault(walk, 'INVALID_VALUE', path, `at most ${String(MAX_DEPTH)} levels of nesting`, 'more');
  walk.open.add(value);
  try {
    if (Array.isArray(value)) return Object.freeze(Array.from(value as unknown[], (item, index) => copy(item, [...path, index], walk)));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
      return fault(walk, 'INVALID_TYPE', path, 'a plain JSON object', `a ${shorten(className(value), 40)}`);
    }
    return copyRecord(value as Record<string, unknown>, path, walk);
  } finally {
    walk.open.delete(value);
  }
}

function copyRecord(record: Record<string, unknown>, path: Path, walk: Walk): unknown {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const at = [...path, key];
    if (FORBIDDEN_KEYS.has(key)) fault(walk, 'UNKNOWN_ARGUMENT', at, 'no such key', JSON.stringify(key));
    else if (!key.isWellFormed()) fault(walk, 'INVALID_VALUE', path, 'keys of valid Unicode text', 'a lone surrogate');
    // An absent member and an undefined one are the same JSON.
    else if (record[key] !== undefined) out[key] = copy(record[key], at, walk);
  }
  return Object.freeze(out);
}

function className(value: object): string {
  const maker: unknown = value.constructor;
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'special object';
}
