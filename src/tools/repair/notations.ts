/** Converts objects in other notations: values with their types, lists of names and values, texts in pieces, keys that are paths. */
import { isRecord } from '../contract/json-schema.ts';
import { looseJson } from './loose-json.ts';
import { bare } from './words.ts';

type Members = Readonly<Record<string, unknown>>;

const TYPED: Readonly<Record<string, (value: unknown) => unknown>> = {
  stringValue: (value) => value,
  numberValue: (value) => value,
  boolValue: (value) => value,
  nullValue: () => null,
  listValue: (value) => (isRecord(value) ? listOf(value['values'] ?? []) : NONE),
  structValue: (value) => (isRecord(value) ? fieldsOf(value['fields'] ?? {}) : NONE),
};
const NONE = Symbol('not typed');
const ALIAS = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const DEEPEST = 24;

/** Converts a `google.protobuf.Value` or `Struct`, at any depth; undefined unless every value is given with its type. */
export function untyped(value: unknown): unknown {
  if (!isRecord(value) || depthOf(value, 0) > DEEPEST) return undefined;
  const found = Object.keys(value).join() === 'fields' ? fieldsOf(value['fields']) : fieldsOf(value);
  return found === NONE ? valued(value) : found;
}

/** Converts an object whose members are objects with a value: `{ limit: { type: 'integer', value: 5 } }`. */
function valued(record: Members): Members | undefined {
  const entries = Object.entries(record);
  const isHeld = ([, member]: [string, unknown]): boolean =>
    isRecord(member) && 'value' in member && Object.keys(member).every((key) => key === 'value' || BESIDE.test(bare(key)));
  return entries.length > 1 && entries.every(isHeld)
    ? Object.fromEntries(entries.map(([key, member]) => [key, (member as { value: unknown }).value]))
    : undefined;
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return depth;
  return Math.max(depth, ...Object.values(value).map((each) => depthOf(each, depth + 1)));
}

function plainOf(value: unknown): unknown {
  const [entry, second] = isRecord(value) ? Object.entries(value) : [];
  if (entry === undefined || second !== undefined) return NONE;
  const key = ALIAS(entry[0]);
  return Object.hasOwn(TYPED, key) ? TYPED[key]?.(entry[1]) : NONE;
}

function listOf(value: unknown): unknown {
  if (!Array.isArray(value)) return NONE;
  const items = (value as unknown[]).map(plainOf);
  return items.includes(NONE) ? NONE : items;
}

function fieldsOf(value: unknown): unknown {
  if (!isRecord(value) || Object.keys(value).length === 0) return isRecord(value) ? {} : NONE;
  const entries = Object.entries(value).map(([key, member]) => [key, plainOf(member)] as const);
  return entries.some(([key, member]) => member === NONE || key === '__proto__') ? NONE : Object.fromEntries(entries);
}

const NAME = /^(?:name|key|k|parameter|parametername|param|argument|argumentname|arg|field)$/;
const VALUE = /^(?:values?|val|v|parametervalue|argumentvalue)$/;
/** Names of types, which are not names of members. */
const TYPES = /^(?:string|text|number|integer|int|float|double|boolean|bool|array|list|object|null|sql|filter|expression)$/i;
const BESIDE = /^(?:type|datatype|description|required)$/;

/**
 * Converts a list to the object it stands for: `[{ name: 'limit', value: 5 }]`, `[['limit', 5]]`, `[{ limit: 5 }, { top: 3 }]`, or the
 * pieces of its JSON. Undefined for any other list, and if a key occurs twice.
 */
export function recordOfList(list: readonly unknown[]): Members | undefined {
  if (list.length > 1 && list.every((item) => typeof item === 'string')) {
    const read = looseJson(list.join(''));
    return read?.doubtful === false && isRecord(read.value) ? read.value : undefined;
  }
  const pairs = list.map(pairOf);
  const keys = new Set(pairs.map((pair) => pair?.[0]));
  if (list.length === 0 || pairs.includes(undefined) || keys.size < list.length || keys.has('__proto__')) return undefined;
  return Object.fromEntries(pairs as [string, unknown][]);
}

function pairOf(item: unknown): readonly [string, unknown] | undefined {
  if (Array.isArray(item)) return item.length === 2 && typeof item[0] === 'string' ? [item[0], item[1]] : undefined;
  if (!isRecord(item)) return undefined;
  const { type } = item;
  if (typeof type === 'string' && Object.keys(item).join() === 'type,value' && !TYPES.test(type)) return [type, item['value']];
  const entries = Object.entries(item).filter(([key]) => !BESIDE.test(bare(key)));
  const [only, second, third] = entries;
  if (only !== undefined && second === undefined) return NAME.test(bare(only[0])) ? undefined : only;
  const name = entries.find(([key]) => NAME.test(bare(key)))?.[1];
  const value = entries.find(([key]) => VALUE.test(bare(key)));
  return third === undefined && typeof name === 'string' && value !== undefined ? [name, value[1]] : undefined;
}

/**
 * Converts keys that are paths (`arguments.limit`, `arguments[limit]`) to nested objects. Undefined if no key is a path, or a path
 * conflicts with another value.
 * @param isHolder whether the first step of a path may be a wrapper
 */
export function nested(record: Members, isHolder: (step: string) => boolean): Members | undefined {
  const out: Record<string, unknown> = {};
  let found = false;
  for (const [key, value] of Object.entries(record)) {
    const steps = /^\/?[\w-]+(?:\.[\w-]+|\[[\w-]+\]|\/[\w-]+)+$/.test(key) ? key.split(/[.[\]/]+/).filter(Boolean) : [key];
    const isPath = steps.length > 1 && steps.length < 5 && isHolder(steps[0] ?? '');
    found ||= isPath;
    if (!put(out, isPath ? steps : [key], value)) return undefined;
  }
  return found ? out : undefined;
}

function put(out: Record<string, unknown>, steps: readonly string[], value: unknown): boolean {
  const [step = '', ...rest] = steps;
  if (step === '__proto__') return false;
  if (rest.length === 0) {
    if (Object.hasOwn(out, step)) return false;
    out[step] = value;
    return true;
  }
  if (!Object.hasOwn(out, step)) out[step] = {};
  const inner = out[step];
  if (!isRecord(inner)) return false;
  const copy = { ...inner };
  out[step] = copy;
  return put(copy, rest, value);
}

/** Whether a value is the definition of a tool for a model, whose parameters are a schema, and so is no call. */
export function definesTool(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, member]) => {
    if (/^(?:function|tool)$/.test(bare(key))) return definesTool(member);
    const isSchema = /^(?:parameters|inputschema|parametersjsonschema|jsonschema)$/.test(bare(key)) && isRecord(member);
    const properties = isSchema && member['type'] === 'object' ? member['properties'] : undefined;
    return isRecord(properties) && Object.values(properties).every((node) => isRecord(node) && 'type' in node && !('value' in node));
  });
}
