import { isRecord, type JsonSchema } from '../../tools/contract/index.ts';

/** The kind of a form field, derived from its schema; other values are written as JSON. */
export type FieldKind =
  /** One of a few values. */
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  /** Any subset of a few texts, in their order. */
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly whole: boolean }
  | { readonly kind: 'text'; readonly long: boolean }
  /** Name of a column of the captures. */
  | { readonly kind: 'column'; readonly numeric: boolean }
  | { readonly kind: 'capture' }
  | { readonly kind: 'address' }
  | { readonly kind: 'list'; readonly item: JsonSchema }
  | { readonly kind: 'group'; readonly members: readonly Member[] }
  /** Values of one schema under arbitrary keys. */
  | { readonly kind: 'record'; readonly item: JsonSchema }
  | { readonly kind: 'json' };

export interface Member {
  readonly name: string;
  readonly node: JsonSchema;
  readonly required: boolean;
}

/** Texts that may be this long get a text box of several lines. */
const LONG_TEXT = 1000;
/** Deepest nesting of fields; deeper values are written as JSON. */
const DEEPEST_FIELD = 4;

const record = (value: unknown): JsonSchema | null => (isRecord(value) ? value : null);
const wordsOf = (node: JsonSchema): string => (typeof node['description'] === 'string' ? node['description'] : '');

export function fieldOf(name: string, node: JsonSchema, depth = 0): FieldKind {
  const values = node['enum'];
  if (Array.isArray(values)) return { kind: 'choice', values };
  if (depth > DEEPEST_FIELD) return { kind: 'json' };
  switch (node['type']) {
    case 'boolean':
      return { kind: 'choice', values: [true, false] };
    case 'integer':
    case 'number':
      return { kind: 'number', whole: node['type'] === 'integer' };
    case 'string':
      return textOf(name, node);
    case 'array': {
      const item = record(node['items']);
      if (item === null) return { kind: 'json' };
      const options = item['enum'];
      if (Array.isArray(options) && options.every((each) => typeof each === 'string')) return { kind: 'choices', values: options };
      return { kind: 'list', item: { ...item, ...(wordsOf(item) === '' && { description: wordsOf(node) }) } };
    }
    case 'object': {
      const members = membersOf(node);
      if (members.length > 0) return { kind: 'group', members };
      const item = record(node['additionalProperties']);
      return item !== null ? { kind: 'record', item } : { kind: 'json' };
    }
    default:
      return { kind: 'json' };
  }
}

/** Properties of an object in the order of its schema. */
export function membersOf(node: JsonSchema): readonly Member[] {
  const required: readonly unknown[] = Array.isArray(node['required']) ? node['required'] : [];
  return Object.entries(record(node['properties']) ?? {}).map(([name, child]) => ({
    name,
    node: record(child) ?? {},
    required: required.includes(name),
  }));
}

/** Guesses from a schema's words and patterns what a text names; any text can still be entered. */
function textOf(name: string, node: JsonSchema): FieldKind {
  const words = wordsOf(node);
  if (/(?:^|_)capture_id$/.test(name)) return { kind: 'capture' };
  if (typeof node['pattern'] === 'string' && node['pattern'].includes('[0-9A-F]{2}')) return { kind: 'address' };
  if (/\bcolumn\b/i.test(words) && !/\bcolumns? of the answer\b/i.test(words))
    return { kind: 'column', numeric: /\bnumeric column\b/i.test(words) };
  return { kind: 'text', long: typeof node['maxLength'] === 'number' && node['maxLength'] >= LONG_TEXT };
}

/** Keys of an object that its schema does not define. */
export function strangers(value: unknown, node: JsonSchema): readonly string[] {
  const known = record(node['properties']) ?? {};
  return Object.keys(record(value) ?? {}).filter((key) => !Object.hasOwn(known, key));
}

/** Initial value of a new list item. */
export function firstValue(node: JsonSchema): unknown {
  if (node['default'] !== undefined) return node['default'];
  const [choice] = Array.isArray(node['enum']) ? (node['enum'] as readonly unknown[]) : [];
  if (choice !== undefined) return choice;
  switch (node['type']) {
    case 'integer':
    case 'number':
      return typeof node['minimum'] === 'number' && Math.abs(node['minimum']) < Number.MAX_SAFE_INTEGER ? node['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return Object.fromEntries(membersOf(node).flatMap((member) => (member.required ? [[member.name, firstValue(member.node)]] : [])));
    default:
      return node['type'] === 'string' ? '' : null;
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Why a text is not a number that JSON represents exactly; empty if it is one. */
export function numberFault(typed: string, whole: boolean): string {
  if (!NUMBER.test(typed)) return `Expected ${whole ? 'a whole number' : 'a number'} such as ${whole ? '25' : '0.05 or 1e-3'}.`;
  const value = Number(typed);
  if (!Number.isFinite(value)) return 'Expected a number within the range of a double.';
  if (whole && Number.isInteger(value) && !Number.isSafeInteger(value)) return 'Expected a whole number of at most 9,007,199,254,740,991.';
  return '';
}
