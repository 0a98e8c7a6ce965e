import type { JsonSchema } from './json-schema.ts';
import { z } from './zod.ts';

/**
 * Derives JSON Schema from zod schemas (S2 #13, #14; R25, R27): deterministic, every object closed unless declared open, and only keywords
 * with the same meaning in draft-07 and 2020-12.
 */
export type Dialect = 'draft-2020-12' | 'draft-7';

/** Derives a JSON Schema. `input`: for what a caller may send (defaults may be omitted); `output`: for what is returned. */
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

/** Cache of derived schemas: registering a tool needs them four times, and deriving one takes milliseconds of the page's thread. */
const derived = new WeakMap<z.ZodType, Partial<Record<string, JsonSchema>>>();

function tidy(node: Record<string, unknown>): void {
  if (node['type'] !== 'object') return;
  // Remove this keyword, because one that every dialect supports is enough to describe a record with free keys.
  delete node['propertyNames'];
  const rest = node['additionalProperties'];
  if (isEmptyObject(rest)) node['additionalProperties'] = true;
  else node['additionalProperties'] ??= false;
  if (node['properties'] !== undefined) node['required'] ??= [];
}

const isEmptyObject = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
