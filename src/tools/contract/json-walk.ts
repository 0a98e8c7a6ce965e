import { shorten, toolError } from './errors.ts';
import type { ToolError } from './result.ts';

/** Limits, state and rules of the traversal of a value that may not be JSON (`json-value.ts`). */
export const MAX_DEPTH = 64;
export const MAX_NODES = 2_000_000;
const MAX_FAULTS = 1000;

export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export type Path = readonly (string | number)[];
export interface Walk {
  readonly errors: ToolError[];
  /** Path of the value at which the traversal starts. */
  readonly start: Path;
  /** The objects that enclose the current value, outermost first. Searching such a short list is faster than keeping a set. */
  readonly open: object[];
  /** Path of the member that is being visited. */
  readonly path: (string | number)[];
  /** Shapes (key lists) of records found so far, and the last one at each depth, because the rows of a table share a shape. */
  readonly shapes: Map<string, Shape>;
  readonly last: (Shape | undefined)[];
  /** Canonical JSON text of everything copied so far. */
  text: string;
  nodes: number;
}

interface Shape {
  readonly keys: readonly string[];
  /** Positions of the keys in `keys`, sorted by key. */
  readonly order: readonly number[];
  /** Each key of the shape as JSON, with its colon. */
  readonly labels: readonly string[];
  readonly sound: boolean;
}

export const newWalk = (path: Path): Walk => ({
  errors: [],
  start: path,
  open: [],
  path: [...path],
  shapes: new Map(),
  last: [],
  text: '',
  nodes: 0,
});

export function fault(walk: Walk, code: string, expected: string, got: string): null {
  walk.text += 'null';
  noteFault(walk, code, expected, got);
  return null;
}

function noteFault(walk: Walk, code: string, expected: string, got: string): void {
  if (walk.errors.length >= MAX_FAULTS) return;
  walk.errors.push(faultAt(walk.path, code, expected, got));
}

function faultAt(at: Path, code: string, expected: string, got: string): ToolError {
  const path = [...at];
  const where = path.length === 0 ? 'the invocation' : (toolError(code, '', path).field ?? '');
  return toolError(code, `${where}: expected ${expected}, got ${got}`, path, { expected, got });
}

export const UNREADABLE = 'a getter or proxy that throws';

class TooManyValues extends Error {}

/** Counts a value and stops the traversal if there are too many. */
export function countNode(walk: Walk): void {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES) throw new TooManyValues();
}

/** Stops the traversal before an array that is too long; a sparse array may have 4,294,967,295 items. */
export function reserveItems(count: number, walk: Walk): void {
  if (walk.nodes + count > MAX_NODES) throw new TooManyValues();
}

/** The error for a traversal that stopped early: too many values, a text that exceeds the string limit, or a getter or proxy that threw. */
export function unreadable(error: unknown, walk: Walk): ToolError {
  if (error instanceof TooManyValues) return faultAt(walk.start, 'PAYLOAD_TOO_LARGE', `at most ${String(MAX_NODES)} values`, 'more');
  if (error instanceof RangeError) return faultAt(walk.start, 'PAYLOAD_TOO_LARGE', 'text that fits a string', 'more');
  return faultAt(walk.path, 'INVALID_VALUE', 'data that can be read', UNREADABLE);
}

/** Whether an object may be copied: no cycle, not nested too deep, no class instance. Otherwise adds an error. */
export function isSound(value: object, list: boolean, walk: Walk): boolean {
  const refuse = (code: string, expected: string, got: string): boolean => fault(walk, code, expected, got) !== null;
  if (walk.open.includes(value)) return refuse('INVALID_VALUE', 'a finite JSON value', 'a cycle');
  if (walk.path.length >= MAX_DEPTH) return refuse('INVALID_VALUE', `at most ${String(MAX_DEPTH)} levels of nesting`, 'more');
  if (list) return true;
  if (isPlain(value)) return true;
  return refuse('INVALID_TYPE', 'a plain JSON object', `a ${shorten(className(value), 40)}`);
}

/** Whether a value is an object literal, also of another realm, or an object without a prototype. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || (!Array.isArray(value) && Object.getPrototypeOf(prototype) === null);
}

/** A record while it is being copied. */
export interface Frame {
  readonly out: Record<string, unknown>;
  readonly shape: Shape;
  /** Index, within the path, of the record's keys. */
  readonly at: number;
  /** Key of the member that is being copied. */
  key: string;
  separator: '' | ',';
  left: Set<string> | undefined;
}

/** Begins the copy of a record. Members are visited in the order of the canonical text; the copy keeps the original order. */
export function openRecord(record: Readonly<Record<string, unknown>>, walk: Walk): Frame {
  const out = { ...record };
  for (const symbol of Object.getOwnPropertySymbols(out)) {
    noteFault(walk, 'INVALID_TYPE', 'keys of text', 'a symbol');
    Reflect.deleteProperty(out, symbol);
  }
  const shape = shapeOf(Object.keys(out), walk);
  const at = walk.path.push('') - 1;
  walk.text += '{';
  return { out, shape, at, key: '', separator: '', left: undefined };
}

/** Begins the copy of a member. Returns false if the member is left out. */
export function openMember(frame: Frame, index: number, walk: Walk): boolean {
  const { out, shape, at } = frame;
  const key = shape.keys[index] ?? '';
  frame.key = key;
  walk.path[at] = key;
  // Treat an undefined member as absent.
  if (out[key] === undefined || (!shape.sound && !soundKey(key, walk))) {
    (frame.left ??= new Set()).add(key);
    return false;
  }
  walk.text += frame.separator + (shape.labels[index] ?? '');
  frame.separator = ',';
  return true;
}

export function closeMember({ out, key }: Frame, member: unknown, copied: unknown): void {
  if (copied !== member) out[key] = copied;
}

export function closeRecord({ out, left }: Frame, walk: Walk): unknown {
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
  // Compare the keys, because different key lists can have the same joined text if keys contain commas.
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
