import { LISTED_ERRORS, pathOf, pointerOf, shorten, toolError } from './errors.ts';
import { isRecord, jsonTypeOf, nodeAt, typeFits, type SchemaNode } from './json-schema.ts';
import type { ToolError } from './result.ts';
import type { z } from './zod.ts';

/**
 * Converts the findings of either validator to one form, so that zod and ajv produce equal errors: a fault is a location and a kind; code
 * and message follow from the JSON Schema and the value at that location alone.
 */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'unknown' | 'invalid';
}

export function faultsOfZod(issues: readonly z.core.$ZodIssue[], value: unknown): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], kind: 'unknown' }));
    return [{ path, kind: isPresent(value, path) ? 'invalid' : 'missing' }];
  });
}

/** The members of ajv's error objects that are used here. */
export interface AjvError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function faultsOfAjv(errors: readonly AjvError[], value: unknown): Fault[] {
  return errors.flatMap((error): Fault[] => {
    // ajv reports each branch of a union and then the union itself; keep only the latter.
    if (/\/(?:anyOf|oneOf)\/\d/.test(error.schemaPath)) return [];
    const path = indexed(pathOf(error.instancePath), value);
    const { missingProperty, additionalProperty } = error.params;
    if (error.keyword === 'required' && typeof missingProperty === 'string') return [{ path: [...path, missingProperty], kind: 'missing' }];
    if (error.keyword === 'additionalProperties' && typeof additionalProperty === 'string') {
      return [{ path: [...path, additionalProperty], kind: 'unknown' }];
    }
    return [{ path, kind: 'invalid' }];
  });
}

/** Converts array indices back to numbers, which a JSON Pointer does not distinguish from keys. */
function indexed(path: readonly string[], value: unknown): (string | number)[] {
  let at = value;
  return path.map((step) => {
    const inArray = Array.isArray(at);
    at = inArray ? (at as unknown[])[Number(step)] : isRecord(at) ? at[step] : undefined;
    return inArray ? Number(step) : step;
  });
}

/**
 * One fault per place, ordered by path. Faults inside an invalid value are not listed: its shape has to be corrected
 * first, and the validators differ in whether they look inside at all.
 */
export function mergeFaults(...lists: readonly (readonly Fault[])[]): Fault[] {
  const seen = new Map<string, Fault>();
  for (const fault of lists.flat()) {
    const place = pointerOf(fault.path);
    if (!seen.has(place)) seen.set(place, fault);
  }
  const invalid = new Set([...seen].flatMap(([place, fault]) => (fault.kind === 'invalid' ? [place] : [])));
  const inside = ({ path }: Fault): boolean => path.some((_, depth) => invalid.has(pointerOf(path.slice(0, depth))));
  return [...seen.values()].filter((fault) => !inside(fault)).sort((a, b) => comparePaths(a.path, b.path));
}

function comparePaths(a: Fault['path'], b: Fault['path']): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [left, right] = [a[index], b[index]];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return a.length - b.length;
}

export interface Explained {
  readonly errors: readonly ToolError[];
  readonly count: number;
}

/** Converts faults to at most 64 errors for the caller; `prefix` is the location of the value in the invocation. */
export function explain(faults: readonly Fault[], schema: SchemaNode, value: unknown, prefix: readonly string[] = []): Explained {
  const errors = faults.slice(0, LISTED_ERRORS).map((fault) => explainOne(fault, schema, value, prefix));
  return { errors, count: faults.length };
}

function explainOne({ path, kind }: Fault, schema: SchemaNode, value: unknown, prefix: readonly string[]): ToolError {
  const full = [...prefix, ...path];
  const field = toolError('', '', full).field ?? 'the invocation';
  if (kind === 'unknown') {
    const known = Object.keys(propertiesAt(schema, path.slice(0, -1)));
    const expected = known.length === 0 ? 'no keys here' : `one of the keys ${known.join(', ')}`;
    const got = JSON.stringify(shorten(String(path.at(-1)), 80));
    return toolError('UNKNOWN_ARGUMENT', `${field} is not known: expected ${shorten(expected, 400)}, got ${got}`, full, {
      expected: shorten(expected, 400),
      got,
      allowed: known.slice(0, LISTED_ERRORS),
    });
  }
  const node = nodeAt(schema, path) ?? {};
  const expected = shorten(expectation(node), 400);
  const example = exampleOf(node);
  const tail = example === undefined ? '' : `; for example ${shorten(JSON.stringify(example), 160)}`;
  const shared = { expected, ...(example !== undefined && { example }), ...allowedBy(node) };
  if (kind === 'missing') {
    return toolError('MISSING_REQUIRED_ARGUMENT', `${field} is required: expected ${expected}, got nothing${tail}`, full, {
      ...shared,
      got: 'nothing',
    });
  }
  const found = valueAt(value, path);
  const code = typeFits(node, found) ? 'INVALID_VALUE' : 'INVALID_TYPE';
  const got = describe(found);
  return toolError(code, `${field}: expected ${expected}, got ${got}${tail}`, full, { ...shared, got });
}

function propertiesAt(schema: SchemaNode, path: Fault['path']): Readonly<Record<string, unknown>> {
  const properties = nodeAt(schema, path)?.['properties'];
  return isRecord(properties) ? properties : {};
}

const allowedBy = (node: SchemaNode): Partial<ToolError> =>
  Array.isArray(node['enum']) ? { allowed: (node['enum'] as (string | number)[]).slice(0, LISTED_ERRORS) } : {};

function exampleOf(node: SchemaNode): unknown {
  const examples = node['examples'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  return node['default'];
}

const ARTICLE: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** Describes in words what a schema node expects. */
export function expectation(node: SchemaNode): string {
  if (Array.isArray(node['enum'])) return `one of ${(node['enum'] as unknown[]).map((item) => JSON.stringify(item)).join(', ')}`;
  if (node['const'] !== undefined) return JSON.stringify(node['const']);
  const union = node['anyOf'] ?? node['oneOf'];
  if (Array.isArray(union)) return union.filter(isRecord).map(expectation).join(' or ');
  const types = (Array.isArray(node['type']) ? node['type'] : [node['type'] ?? 'any JSON value']) as string[];
  return types.map((type) => ARTICLE[type] ?? type).join(' or ') + bounds(node);
}

function bounds(node: SchemaNode): string {
  const number = (key: string): number | undefined => (typeof node[key] === 'number' ? node[key] : undefined);
  const parts: string[] = [];
  const between = (low: number | undefined, high: number | undefined, unit: string): void => {
    if (low !== undefined && high !== undefined) parts.push(`${unit}from ${String(low)} to ${String(high)}`);
    else if (low !== undefined) parts.push(`${unit}≥ ${String(low)}`);
    else if (high !== undefined) parts.push(`${unit}≤ ${String(high)}`);
  };
  between(number('minimum'), upper(number('maximum')), '');
  if (number('exclusiveMinimum') !== undefined) parts.push(`> ${String(number('exclusiveMinimum'))}`);
  if (number('exclusiveMaximum') !== undefined) parts.push(`< ${String(number('exclusiveMaximum'))}`);
  between(number('minLength'), number('maxLength'), 'length ');
  between(number('minItems'), number('maxItems'), 'number of items ');
  if (node['format'] === 'date-time') parts.push('as RFC 3339 in UTC, e.g. 2026-04-03T08:00:00Z');
  else if (typeof node['pattern'] === 'string') parts.push(`matching ${shorten(node['pattern'], 120)}`);
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

/** Returns an upper bound, unless it only limits integers to what a double represents exactly, which does not help a reader. */
const upper = (value: number | undefined): number | undefined => (value === Number.MAX_SAFE_INTEGER ? undefined : value);

/** Describes a found value briefly in words. */
export function describe(value: unknown): string {
  const type = jsonTypeOf(value);
  if (value === undefined) return 'nothing';
  switch (type) {
    case 'null':
      return 'null';
    case 'array':
      return `an array of ${String((value as unknown[]).length)}`;
    case 'object':
      return 'an object';
    default:
      return `${ARTICLE[type === 'boolean' ? '' : type] ?? type} ${shorten(JSON.stringify(value), 80)}`;
  }
}

function valueAt(value: unknown, path: Fault['path']): unknown {
  let at = value;
  for (const step of path) {
    if (Array.isArray(at)) at = (at as unknown[])[Number(step)];
    else if (isRecord(at) && Object.hasOwn(at, String(step))) at = at[String(step)];
    else return undefined;
  }
  return at;
}

function isPresent(value: unknown, path: Fault['path']): boolean {
  const parent = valueAt(value, path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined) return value !== undefined;
  return Array.isArray(parent) ? Number(last) < parent.length : !isRecord(parent) || Object.hasOwn(parent, String(last));
}
