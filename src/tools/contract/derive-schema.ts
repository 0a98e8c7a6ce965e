import type { JsonSchema } from './json-schema.ts';
import { z } from './zod.ts';

/**
 * JSON Schema derived from what zod says (S2 #13, #14; R25, R27): deterministic, every object closed unless it
 * says otherwise, and only keywords that mean the same in draft-07 and 2020-12.
 */
export type Dialect = 'draft-2020-12' | 'draft-7';

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
