import { isRecord } from '../../tools/contract/json-schema.ts';
import { anyMember, textMember } from '../events.ts';
import { setOwn } from '../own-member.ts';

/** Maximum number of steps of a path; `MOST_PLACE` limits indices of lists. Both are more than any tool needs. */
const MOST_STEPS = 32;
const MOST_PLACE = 10_000;

/**
 * Applies an entry of `partialArgs` (streamed function call arguments of Vertex AI) to the arguments received so far. It sets the value at
 * a JSON path (RFC 9535, only names and indices); a text is appended to the text that is there. Returns false if it cannot be applied.
 */
export function applyPartial(args: Record<string, unknown>, entry: unknown): boolean {
  const path = stepsOf(textMember(entry, 'jsonPath') ?? textMember(entry, 'json_path') ?? '');
  const last = path?.at(-1);
  if (path === null || last === undefined) return false;
  let node: unknown = args;
  for (const [at, step] of path.slice(0, -1).entries()) {
    const next = childOf(node, step) ?? put(node, step, typeof path[at + 1] === 'number' ? [] : {});
    if (next === undefined) return false;
    node = next;
  }
  const value = valueOf(entry);
  if (value === undefined) return true;
  const before = childOf(node, last);
  return put(node, last, typeof before === 'string' && typeof value === 'string' ? before + value : value) !== undefined;
}

function valueOf(entry: unknown): unknown {
  if (anyMember(entry, 'nullValue', 'null_value') !== undefined) return null;
  return anyMember(entry, 'stringValue', 'string_value', 'numberValue', 'number_value', 'boolValue', 'bool_value');
}

/** Splits a path such as `$.a[0]['b c']` into steps; null for a path of any other form. */
function stepsOf(path: string): readonly (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  let rest = path.slice(1);
  while (rest !== '') {
    const [whole, name, place, single, double] =
      /^(?:\.([^.[\]]+)|\[(\d{1,5})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\])/.exec(rest) ?? [];
    if (whole === undefined || steps.length >= MOST_STEPS) return null;
    const quoted = single ?? double;
    steps.push(place !== undefined ? Number(place) : (name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1')));
    rest = rest.slice(whole.length);
  }
  return steps;
}

const childOf = (node: unknown, step: string | number): unknown => {
  if (typeof step === 'number') return Array.isArray(node) ? (node as readonly unknown[])[step] : undefined;
  return isRecord(node) && Object.hasOwn(node, step) ? node[step] : undefined;
};

/** Sets a value under a name of an object or an index of a list, and returns it; undefined if `node` has no such place. */
function put(node: unknown, step: string | number, value: unknown): unknown {
  if (typeof step === 'number') {
    if (!Array.isArray(node) || step > node.length || step > MOST_PLACE) return undefined;
    node[step] = value;
  } else if (Array.isArray(node) || !isRecord(node)) return undefined;
  else setOwn(node, step, value);
  return value;
}
