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
  /** What the walk is inside of, from the outside in: such a short list is searched faster than a set is kept. */
  readonly open: object[];
  /** Where the walk is. */
  readonly path: (string | number)[];
  /** The keys of the records that were met, by their names, and by depth those of the last one: rows of a table have the same ones. */
  readonly shapes: Map<string, Shape>;
  readonly last: (Shape | undefined)[];
  /** What was copied in turns already. */
  readonly done: Map<object, { readonly value: unknown; readonly text: string }>;
  /** Canonical text of what was copied so far. */
  text: string;
  nodes: number;
}

/** Values between two turns: a millisecond or two. */
const AT_ONCE = 4096;
/** Longer lists are walked item by item; what stands in shorter ones (the results of a bundle, the clusters of an answer) may be long itself. */
const FEW = 256;
/** Levels from the top in which that is looked for: the lists of an answer of a result in a bundle, and what is in them. */
const DEEPEST = 7;

interface Shape {
  readonly keys: readonly string[];
  /** Positions in `keys`, sorted by key. */
  readonly order: readonly number[];
  /** Each key as JSON, colon included. */
  readonly labels: readonly string[];
  readonly sound: boolean;
}

export function checkJson(value: unknown, path: Path = []): CheckedJson {
  return wholeOf(value, newWalk(path));
}

/**
 * The same for what may be large: it is walked some values at a time, and `turn` lets the thread do other things in between. Faults
 * may come in another order. Nobody may change the value meanwhile.
 */
export async function checkJsonInTurns(value: unknown, path: Path, turn: () => Promise<void> | undefined): Promise<CheckedJson> {
  const walk = newWalk(path);
  let since = 0;
  await ahead(value, walk, () => {
    if (walk.nodes - since < AT_ONCE) return undefined;
    since = walk.nodes;
    return turn() ?? Promise.resolve();
  });
  walk.text = '';
  return wholeOf(value, walk);
}

/** Copies what a value holds from the inside out, so that the walk over all of it finds everything done. */
async function ahead(value: unknown, walk: Walk, rest: () => Promise<void> | undefined): Promise<void> {
  if (!isPlain(value) || walk.open.length > DEEPEST || walk.open.includes(value) || walk.done.has(value)) return;
  walk.open.push(value);
  if (!Array.isArray(value) || value.length <= FEW)
    for (const [key, member] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key)) continue;
      walk.path.push(Array.isArray(value) ? Number(key) : key);
      await ahead(member, walk, rest);
      walk.path.pop();
    }
  const items = Array.isArray(value) ? await itemsAhead(value, walk, rest) : undefined;
  walk.open.pop();
  walk.text = '';
  walk.done.set(value, items ?? { value: copyObject(value, walk), text: walk.text });
}

async function itemsAhead(list: readonly unknown[], walk: Walk, rest: () => Promise<void> | undefined) {
  const [items, texts]: [unknown[], string[]] = [[], []];
  const at = walk.path.push(0) - 1;
  let written = 0;
  for (let index = 0; index < list.length; index++) {
    walk.text = '';
    walk.path[at] = index;
    items.push(copy(list[index], walk));
    texts.push(walk.text);
    const resting = rest();
    if (resting === undefined) continue;
    // Text that grew word by word is slow to read: it is put together while it is short.
    texts.push(texts.splice(written).join(','));
    written = texts.length;
    await resting;
  }
  walk.path.pop();
  return { value: Object.freeze(items), text: `[${texts.join(',')}]` };
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}

const newWalk = (path: Path): Walk => ({
  errors: [],
  open: [],
  path: [...path],
  shapes: new Map(),
  last: [],
  done: new Map(),
  text: '',
  nodes: 0,
});

function wholeOf(value: unknown, walk: Walk): CheckedJson {
  const copied = copy(value, walk);
  return { value: copied, errors: walk.errors, text: walk.text };
}

function fault(walk: Walk, code: string, expected: string, got: string): null {
  walk.text += 'null';
  noteFault(walk, code, expected, got);
  return null;
}

function noteFault(walk: Walk, code: string, expected: string, got: string): void {
  if (walk.errors.length >= MAX_FAULTS) return;
  const path = [...walk.path];
  const where = path.length === 0 ? 'the invocation' : (toolError(code, '', path).field ?? '');
  walk.errors.push(toolError(code, `${where}: expected ${expected}, got ${got}`, path, { expected, got }));
}

/** Text that JSON shows as it is, between quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function copy(value: unknown, walk: Walk): unknown {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES) return beyond(walk);
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

function beyond(walk: Walk): null {
  if (walk.nodes === MAX_NODES + 1) return fault(walk, 'PAYLOAD_TOO_LARGE', `at most ${String(MAX_NODES)} values`, 'more');
  walk.text += 'null';
  return null;
}

function copyObject(value: object, walk: Walk): unknown {
  const known = walk.done.get(value);
  if (known !== undefined) {
    walk.text += known.text;
    return known.value;
  }
  if (walk.open.includes(value)) return fault(walk, 'INVALID_VALUE', 'a finite JSON value', 'a cycle');
  if (walk.path.length >= MAX_DEPTH) return fault(walk, 'INVALID_VALUE', `at most ${String(MAX_DEPTH)} levels of nesting`, 'more');
  const list = Array.isArray(value);
  if (!list) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null)
      return fault(walk, 'INVALID_TYPE', 'a plain JSON object', `a ${shorten(className(value), 40)}`);
  }
  walk.open.push(value);
  const copied = list ? copyArray(value, walk) : copyRecord(value as Record<string, unknown>, walk);
  walk.open.pop();
  return copied;
}

function copyArray(items: readonly unknown[], walk: Walk): unknown {
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

/** Members are visited in the order of the canonical text; the copy keeps the order that it was given. */
function copyRecord(record: Readonly<Record<string, unknown>>, walk: Walk): unknown {
  const out = { ...record };
  const { keys, order, labels, sound } = shapeOf(Object.keys(out), walk);
  let left: Set<string> | undefined;
  const at = walk.path.push('') - 1;
  walk.text += '{';
  let separator = '';
  for (const index of order) {
    const key = keys[index] ?? '';
    const member = out[key];
    walk.path[at] = key;
    // An absent member and an undefined one are the same JSON.
    if (member === undefined || (!sound && !soundKey(key, walk))) {
      (left ??= new Set()).add(key);
      continue;
    }
    walk.text += separator + (labels[index] ?? '');
    separator = ',';
    const copied = copy(member, walk);
    if (copied !== member) out[key] = copied;
  }
  walk.text += '}';
  walk.path.pop();
  return Object.freeze(left === undefined ? out : without(out, left));
}

const without = (record: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !names.has(key)));

function soundKey(key: string, walk: Walk): boolean {
  if (FORBIDDEN_KEYS.has(key)) noteFault(walk, 'UNKNOWN_ARGUMENT', 'no such key', JSON.stringify(key));
  else if (!key.isWellFormed()) {
    walk.path.pop();
    noteFault(walk, 'INVALID_VALUE', 'keys of valid Unicode text', 'a lone surrogate');
    walk.path.push(key);
  } else return true;
  return false;
}

function shapeOf(keys: readonly string[], walk: Walk): Shape {
  const depth = walk.path.length;
  const last = walk.last[depth];
  if (last !== undefined && alike(keys, last.keys)) return last;
  const name = keys.join();
  const known = walk.shapes.get(name);
  // Two lists of keys have one name where commas stand in them.
  const shape = known !== undefined && alike(keys, known.keys) ? known : newShape(keys);
  walk.shapes.set(name, shape);
  walk.last[depth] = shape;
  return shape;
}

const newShape = (keys: readonly string[]): Shape => ({
  keys,
  order: keys.map((_, index) => index).sort((a, b) => ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1)),
  labels: keys.map((key) => `${JSON.stringify(key)}:`),
  sound: keys.every((key) => !FORBIDDEN_KEYS.has(key) && key.isWellFormed()),
});

function alike(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

function className(value: object): string {
  const maker: unknown = value.constructor;
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'special object';
}
