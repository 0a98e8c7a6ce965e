import { byLikeness } from '../../selection/nearest.ts';
import { isRecord, jsonTypeOf, type SchemaNode } from '../contract/json-schema.ts';
import type { Fault } from './rules.ts';

/** A value for an empty place: default, example, first of a list, or the smallest that the schema allows. */
export function valueFor({ node, draft, path, facts, error }: Fault): unknown {
  const column = columnFor(path, draft.get(['arguments']), draft.get(['capture_selection']), facts.captures);
  if (column !== undefined) return column;
  return fromSchema(node) ?? error.example ?? '';
}

function fromSchema(node: SchemaNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node['default'] !== undefined) return node['default'];
  const [example] = Array.isArray(node['examples']) ? (node['examples'] as unknown[]) : [];
  if (example !== undefined) return example;
  const [choice] = Array.isArray(node['enum']) ? (node['enum'] as unknown[]) : [];
  if (choice !== undefined) return choice;
  switch (node['type']) {
    case 'integer':
    case 'number':
      return typeof node['minimum'] === 'number' ? node['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return objectFrom(node);
    default:
      return undefined;
  }
}

function objectFrom(node: SchemaNode): Record<string, unknown> {
  const required = Array.isArray(node['required']) ? (node['required'] as string[]) : [];
  const properties = isRecord(node['properties']) ? node['properties'] : {};
  return Object.fromEntries(required.map((key) => [key, fromSchema(properties[key] as SchemaNode | undefined)]));
}

/** Where a column is asked for by the name of the argument, one that the captures have and nobody else names. */
function columnFor(path: Fault['path'], args: unknown, selection: unknown, captures: Fault['facts']['captures']): string | undefined {
  if (path.at(-1) !== 'target') return undefined;
  const used = isRecord(args) && Array.isArray(args['features']) ? new Set(args['features']) : new Set();
  const ids = isRecord(selection)
    ? [selection['capture_id'], ...(Array.isArray(selection['capture_ids']) ? (selection['capture_ids'] as unknown[]) : [])]
    : [];
  const columns = ids.flatMap((id) => (typeof id === 'string' ? (captures.get(id)?.columns ?? []) : []));
  const free = columns.filter((column) => /^(?:FLOAT|DOUBLE|U?\w*INT\w*|DECIMAL)/.test(column.type) && !used.has(column.name));
  // Columns that say when and where are seldom what somebody asks about.
  return (free.find((column) => column.role === undefined) ?? free[0])?.name;
}

/** The nearest right value to a wrong one; undefined when there is none. */
export function mendValue(fault: Fault, wrong: unknown): unknown {
  const { node, error } = fault;
  const allowed = error.allowed ?? [];
  if (allowed.length > 0) {
    const free = allowed.filter((each) => !isTaken(fault, each));
    const [nearest] = typeof wrong === 'string' ? byLikeness(wrong, free.map(String)) : free;
    return free.find((each) => String(each) === String(nearest)) ?? free[0];
  }
  const coerced = coerce(node, wrong);
  const clamped = typeof coerced === 'number' ? clamp(node, coerced) : typeof coerced === 'string' ? cut(node, coerced) : coerced;
  if (clamped !== undefined && fits(node, clamped)) return clamped;
  return fromSchema(node) ?? error.example;
}

/** A name that another item of the same list has, or the target that the list may not repeat. */
function isTaken({ draft, path }: Fault, candidate: unknown): boolean {
  const list = draft.get(path.slice(0, -1));
  const target = draft.get(['arguments', 'target']);
  if (!Array.isArray(list)) return path.at(-1) === 'target' && listOf(draft.get(['arguments', 'features'])).includes(candidate);
  return candidate === target || (list as unknown[]).some((item, index) => index !== path.at(-1) && item === candidate);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function coerce(node: SchemaNode | undefined, wrong: unknown): unknown {
  switch (node?.['type']) {
    case 'integer':
    case 'number': {
      const number = typeof wrong === 'string' && wrong.trim() !== '' ? Number(wrong) : wrong;
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
      return node['type'] === 'integer' ? Math.round(number) : number;
    }
    case 'string':
      return typeof wrong === 'number' || typeof wrong === 'boolean' ? String(wrong) : wrong;
    case 'boolean':
      return wrong === 'true' || wrong === 1 ? true : wrong === 'false' || wrong === 0 ? false : wrong;
    case 'array':
      if (Array.isArray(wrong) && typeof node['maxItems'] === 'number') return (wrong as unknown[]).slice(0, node['maxItems']);
      return wrong === undefined || Array.isArray(wrong) ? wrong : [wrong];
    default:
      return wrong;
  }
}

function clamp(node: SchemaNode | undefined, value: number): number {
  const low = typeof node?.['minimum'] === 'number' ? node['minimum'] : -Infinity;
  const high = typeof node?.['maximum'] === 'number' ? node['maximum'] : Infinity;
  return Math.min(high, Math.max(low, value));
}

function cut(node: SchemaNode | undefined, value: string): string {
  const most = typeof node?.['maxLength'] === 'number' ? node['maxLength'] : Infinity;
  return [...value.toWellFormed()].slice(0, most).join('');
}

/** Type, pattern and length of one value; deeper faults have errors of their own. */
function fits(node: SchemaNode | undefined, value: unknown): boolean {
  if (node === undefined) return true;
  const type = jsonTypeOf(value);
  const wanted = node['type'];
  if (wanted === 'integer' ? !Number.isInteger(value) : wanted !== undefined && wanted !== type) return false;
  if (typeof value === 'string' && typeof node['pattern'] === 'string' && !new RegExp(node['pattern'], 'u').test(value)) return false;
  if (typeof value === 'string' && typeof node['minLength'] === 'number' && [...value].length < node['minLength']) return false;
  return !(Array.isArray(value) && typeof node['minItems'] === 'number' && value.length < node['minItems']);
}
