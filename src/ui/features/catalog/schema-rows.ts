import { isRecord } from '../../../base/record.ts';
import { membersOf } from '../../state/call-fields.ts';

/** A parameter or a field of an answer, as one line of a table. */
export interface SchemaRow {
  /** Path of the field, such as `address_columns.advertiser_addr`, `features[]` or `coefficients.*`. */
  readonly path: string;
  /** The last step of the path. */
  readonly name: string;
  readonly depth: number;
  /** The type in words, such as `integer`, `text` or `list of numbers`. */
  readonly type: string;
  readonly required: boolean;
  /** Bounds, lengths or the values of an enum; empty if there are none. */
  readonly limits: string;
  readonly unit: string | null;
  /** JSON of the default value of this field; null if it has none. */
  readonly standard: string | null;
  readonly example: string | null;
  readonly description: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Deepest nesting that is shown: a manifest from another server may refer to itself. */
const DEEPEST = 12;

/** The members of a JSON Schema as rows, nested members after their parent. */
export const schemaRows = (schema: Node): readonly SchemaRow[] => rowsIn(schema, '', 0);

function rowsIn(schema: Node, prefix: string, depth: number): SchemaRow[] {
  if (depth > DEEPEST) return [];
  const members = membersOf(schema);
  const rest = record(schema['additionalProperties']);
  if (rest && members.length === 0) return rowsOf('*', rest, prefix, depth, false);
  return members.flatMap(({ name, node, required }) => rowsOf(name, node, prefix, depth, required));
}

function rowsOf(name: string, node: Node, prefix: string, depth: number, required: boolean): SchemaRow[] {
  const path = prefix === '' ? name : `${prefix}.${name}`;
  const row: SchemaRow = {
    path,
    name,
    depth,
    type: typeOf(node),
    required,
    limits: limitsOf(node),
    unit: typeof node['x-unit'] === 'string' ? node['x-unit'] : null,
    standard: node['default'] === undefined ? null : JSON.stringify(node['default']),
    example: Array.isArray(node['examples']) && node['examples'].length > 0 ? JSON.stringify(node['examples'][0]) : null,
    description: typeof node['description'] === 'string' ? node['description'] : '',
  };
  const { node: inner, steps } = innermost(node);
  return [row, ...rowsIn(inner, path + steps, depth + 1)];
}

/** Returns the schema of the items of a list; for lists of lists, that of the innermost items. */
function innermost(node: Node): { node: Node; steps: string } {
  let [at, steps] = [node, ''];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const items = record(at['items']);
    if (at['type'] !== 'array' || !items) break;
    [at, steps] = [items, `${steps}[]`];
  }
  return { node: at, steps };
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false', object: 'object' };
const MANY: Readonly<Record<string, string>> = {
  string: 'texts',
  number: 'numbers',
  integer: 'integers',
  object: 'objects',
  array: 'lists',
  boolean: 'true or false',
};

function typeOf(node: Node): string {
  const union = node['anyOf'] ?? node['oneOf'];
  if (Array.isArray(union)) return [...new Set(union.map((each) => typeOf(record(each) ?? {})))].join(' or ');
  if (Array.isArray(node['enum'])) return 'one of';
  if (node['const'] !== undefined) return JSON.stringify(node['const']);
  const { type } = node;
  if (type === 'array') {
    const items = record(node['items']) ?? {};
    if (items['type'] === 'array') return 'list of lists';
    return `list of ${MANY[String(items['type'])] ?? 'values'}`;
  }
  if (type === 'object' && record(node['properties']) === null && node['additionalProperties'] !== false) return 'object with any keys';
  if (node['format'] === 'date-time') return 'time (RFC 3339, UTC)';
  if (Array.isArray(type)) return type.map((each) => WORDS[String(each)] ?? String(each)).join(' or ');
  return typeof type === 'string' ? (WORDS[type] ?? type) : 'any value';
}

/** Limits of a value in words, such as `1 to 604800` or `at most 64 items`; empty if there are none. */
export function limitsOf(node: Node): string {
  if (Array.isArray(node['enum'])) return node['enum'].map((each) => JSON.stringify(each)).join(', ');
  const parts = [
    range(node['minimum'], node['maximum'], ''),
    range(node['minLength'], node['maxLength'], ' characters'),
    range(node['minItems'], node['maxItems'], ' items'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function range(low: unknown, high: unknown, unit: string): string {
  const [from, to] = [number(low), number(high)];
  if (from !== null && to !== null) return `${String(from)} to ${String(to)}${unit}`;
  if (from !== null) return `at least ${String(from)}${unit}`;
  return to === null ? '' : `at most ${String(to)}${unit}`;
}

/** A bound as a number; null for the bounds of exact integers, which do not help a reader. */
const number = (value: unknown): number | null => (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null);

const record = (value: unknown): Node | null => (isRecord(value) ? value : null);
