import { z } from './zod.ts';

/**
 * JSON Schema derived from what zod says (S2 #13, #14; R25, R27): deterministic, every object closed unless it
 * says otherwise, and only keywords that mean the same in draft-07 and 2020-12.
 */
export type Dialect = 'draft-2020-12' | 'draft-7';
export type JsonSchema = Readonly<Record<string, unknown>>;

/** `input` describes what a caller may send (defaults may be left out), `output` what is answered. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', dialect: Dialect = 'draft-2020-12'): JsonSchema {
  const sort = `${io} ${dialect}`;
  const known = derived.get(schema) ?? {};
  derived.set(schema, known);
  return (known[sort] ??= z.toJSONSchema(schema, {
    io,
    target: dialect,
    unrepresentable: 'throw',
    reused: 'inline',
    override: ({ jsonSchema }) => tidy(jsonSchema),
  }));
}

/** What was derived already: a tool's registration alone asks four times, and deriving takes milliseconds of the page's thread. */
const derived = new WeakMap<z.ZodType, Partial<Record<string, JsonSchema>>>();

function tidy(node: Record<string, unknown>): void {
  if (node['type'] !== 'object') return;
  // A record of anything says so with one keyword that every dialect knows.
  delete node['propertyNames'];
  const rest = node['additionalProperties'];
  if (isEmptyObject(rest)) node['additionalProperties'] = true;
  else node['additionalProperties'] ??= false;
  if (node['properties'] !== undefined) node['required'] ??= [];
}

const isEmptyObject = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export type SchemaNode = JsonSchema;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema that speaks about the value at `path`; undefined where no schema does. */
export function nodeAt(schema: SchemaNode, path: readonly (string | number)[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = childOf(node, step);
  }
  return node;
}

function childOf(node: SchemaNode, step: string | number): SchemaNode | undefined {
  const properties = node['properties'];
  if (typeof step === 'string' && isRecord(properties) && Object.hasOwn(properties, step)) {
    const child = properties[step];
    return isRecord(child) ? child : undefined;
  }
  const rest = typeof step === 'number' ? node['items'] : node['additionalProperties'];
  return isRecord(rest) ? rest : undefined;
}

/** Whether a JSON value has the type that the node asks for; a node without a type takes all. */
export function typeFits(node: SchemaNode, value: unknown): boolean {
  const wanted = node['type'];
  if (wanted === undefined) return true;
  const types: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return types.some((type) => (type === 'integer' ? Number.isInteger(value) : type === jsonTypeOf(value)));
}

export function jsonTypeOf(value: unknown): 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean' {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'object' || type === 'string' || type === 'boolean' ? type : 'number';
}
