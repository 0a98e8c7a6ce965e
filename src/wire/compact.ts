import { isRecord, type JsonSchema } from '../tools/contract/json-schema.ts';

/** Minimum length of a subschema that is moved to `$defs`; shorter ones are cheaper to repeat than to reference. */
const SHORTEST = 80;

/**
 * Makes an output schema compact: removes descriptions and examples, and moves repeated subschemas to `$defs`. It accepts the same values,
 * because types, units and bounds stay.
 */
export function compactSchema(schema: JsonSchema): JsonSchema {
  let written = compacted.get(schema);
  if (written === undefined) compacted.set(schema, (written = compact(schema)));
  return written;
}

/** Compact schemas by their originals. They are cached because manifests do not change and every list of tools needs them. */
const compacted = new WeakMap<JsonSchema, JsonSchema>();

function compact(schema: JsonSchema): JsonSchema {
  const bare = withoutWords(schema) as JsonSchema;
  const counts = new Map<string, number>();
  count(bare, counts);
  const names = new Map<string, string>();
  const definitions: Record<string, unknown> = {};
  const shared = (node: unknown, top = false): unknown => {
    if (Array.isArray(node)) return node.map((each: unknown) => shared(each));
    if (!isRecord(node)) return node;
    const key = JSON.stringify(node);
    const inner = (): unknown => Object.fromEntries(Object.entries(node).map(([name, value]) => [name, shared(value)]));
    if (top || !isSchema(node) || key.length < SHORTEST || (counts.get(key) ?? 0) < 2) return inner();
    let name = names.get(key);
    if (name === undefined) {
      name = `d${String(names.size + 1)}`;
      names.set(key, name);
      definitions[name] = inner();
    }
    return { $ref: `#/$defs/${name}` };
  };
  const whole = shared(bare, true) as JsonSchema;
  return names.size === 0 ? whole : { ...whole, $defs: definitions };
}

const isSchema = (node: JsonSchema): boolean =>
  typeof node['type'] === 'string' && (node['properties'] === undefined || isRecord(node['properties']));

/** Removes descriptions and examples. Inside `properties` (`names`), keys are names, which may be `description` or `examples`. */
export function withoutWords(node: unknown, names = false): unknown {
  if (Array.isArray(node)) return node.map((each: unknown) => withoutWords(each));
  if (!isRecord(node)) return node;
  const kept = Object.entries(node).filter(([key]) => names || (key !== 'description' && key !== 'examples'));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutWords(value, key === 'properties' && !names)]));
}

function count(node: unknown, counts: Map<string, number>): void {
  if (Array.isArray(node)) for (const each of node) count(each, counts);
  if (!isRecord(node)) return;
  const key = JSON.stringify(node);
  if (isSchema(node)) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const each of Object.values(node)) count(each, counts);
}
