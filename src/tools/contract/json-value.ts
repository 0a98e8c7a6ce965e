import {
  type Path,
  type Walk,
  MAX_NODES,
  beyond,
  closeMember,
  closeRecord,
  fault,
  isSound,
  newWalk,
  openMember,
  openRecord,
} from './json-walk.ts';
import type { ToolError } from './result.ts';

/**
 * Whether a value from outside is JSON at all, before any schema looks at it: no NaN, no functions, no cycles,
 * no lone surrogates (S0 §5.2), no keys that reach into prototypes, bounded depth and size. What passes is
 * copied and frozen, so that nothing downstream can change what the caller holds (S4 "never mutate"), and written
 * down as canonical JSON on the way: one walk serves the check, the copy, the size and the digest.
 */
export interface CheckedJson {
  /** The frozen copy; what could not be copied is null there. */
  readonly value: unknown;
  readonly errors: readonly ToolError[];
  /** `canonicalJson(value)`. */
  readonly text: string;
}

/** Values between two turns: a millisecond or two. */
const AT_ONCE = 4096;
/** What has more members is walked member by member; in shorter ones (the results of a bundle, the clusters of an answer) each may be long itself. */
const FEW = 256;
/** Levels from the top in which members may be long: the lists of an answer of a result in a bundle, and what is in them. */
const LONG_LEVELS = 8;

export function checkJson(value: unknown, path: Path = []): CheckedJson {
  return wholeOf(value, newWalk(path));
}

export interface CheckedInTurns extends Omit<CheckedJson, 'text'> {
  /** `canonicalJson(value)` in pieces: put together, many megabytes take as long as writing them. */
  readonly pieces: readonly string[];
}

/**
 * The same for what may be large: it is walked some values at a time, and `turn` lets the thread do other things in between. Nobody
 * may change the value meanwhile.
 */
export async function checkJsonInTurns(value: unknown, path: Path, turn: () => Promise<void> | undefined): Promise<CheckedInTurns> {
  const walk = newWalk(path);
  const pieces: string[] = [];
  const steps = copySteps(value, walk);
  let since = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) return { value: step.value, errors: walk.errors, pieces: [...pieces, walk.text] };
    if (walk.nodes - since < AT_ONCE) continue;
    since = walk.nodes;
    pieces.push(walk.text);
    walk.text = '';
    await turn();
  }
}

/** Copies as `copy` does; whoever asks for the next step may do something else before. */
function* copySteps(value: unknown, walk: Walk): Generator<void, unknown> {
  if (typeof value !== 'object' || value === null || walk.open.length >= LONG_LEVELS) return copy(value, walk);
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES) return beyond(walk);
  const list = Array.isArray(value);
  if (!isSound(value, list, walk)) return null;
  walk.open.push(value);
  const copied = list ? yield* arraySteps(value, walk) : yield* recordSteps(value as Record<string, unknown>, walk);
  walk.open.pop();
  return copied;
}

function* arraySteps(items: readonly unknown[], walk: Walk): Generator<void, unknown> {
  const out: unknown[] = [];
  const at = walk.path.push(0) - 1;
  walk.text += '[';
  for (let index = 0; index < items.length; index++) {
    if (index > 0) walk.text += ',';
    walk.path[at] = index;
    out.push(items.length > FEW ? copy(items[index], walk) : yield* copySteps(items[index], walk));
    yield;
  }
  walk.text += ']';
  walk.path.pop();
  return Object.freeze(out);
}

function* recordSteps(record: Readonly<Record<string, unknown>>, walk: Walk): Generator<void, unknown> {
  const frame = openRecord(record, walk);
  const many = frame.shape.keys.length > FEW;
  for (const index of frame.shape.order) {
    if (!openMember(frame, index, walk)) continue;
    const member = frame.out[frame.key];
    closeMember(frame, member, many ? copy(member, walk) : yield* copySteps(member, walk));
    yield;
  }
  return closeRecord(frame, walk);
}

function wholeOf(value: unknown, walk: Walk): CheckedJson {
  const copied = copy(value, walk);
  return { value: copied, errors: walk.errors, text: walk.text };
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

function copyObject(value: object, walk: Walk): unknown {
  const list = Array.isArray(value);
  if (!isSound(value, list, walk)) return null;
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

function copyRecord(record: Readonly<Record<string, unknown>>, walk: Walk): unknown {
  const frame = openRecord(record, walk);
  for (const index of frame.shape.order) {
    if (!openMember(frame, index, walk)) continue;
    const member = frame.out[frame.key];
    closeMember(frame, member, copy(member, walk));
  }
  return closeRecord(frame, walk);
}
