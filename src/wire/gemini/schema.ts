import { isRecord, type JsonSchema } from '../../tools/contract/json-schema.ts';

/**
 * Converts a schema to the fields of Gemini's `Schema`: types in capitals, null as `nullable`, and values of enums as texts.
 * `additionalProperties` is left out, because `Schema` does not have it.
 */
export function openApiSchema(schema: JsonSchema): JsonSchema {
  const written: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'additionalProperties') continue;
    if (key === 'type') Object.assign(written, typeOf(value));
    else if (key === 'properties' && isRecord(value)) {
      written[key] = Object.fromEntries(Object.entries(value).map(([name, node]) => [name, isRecord(node) ? openApiSchema(node) : node]));
    } else if (key === 'items' && isRecord(value)) written[key] = openApiSchema(value);
    else if (key === 'anyOf' && Array.isArray(value))
      written[key] = value.map((node: unknown) => (isRecord(node) ? openApiSchema(node) : node));
    else if (key === 'enum' && Array.isArray(value)) written[key] = value.filter((each) => each !== null).map(String);
    // Leave out an empty `required`, because the API rejects it.
    else if (key !== 'required' || (Array.isArray(value) && value.length > 0)) written[key] = value;
  }
  return written;
}

function typeOf(type: unknown): object {
  const types = (Array.isArray(type) ? (type as readonly unknown[]) : [type]).filter((each) => typeof each === 'string');
  const nullable = types.includes('null') ? { nullable: true } : {};
  const [first = 'string'] = types.filter((each) => each !== 'null');
  return { type: first.toUpperCase(), ...nullable };
}
