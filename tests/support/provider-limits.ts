import { isRecord, type JsonSchema } from '../../src/tools/contract/json-schema.ts';
import { definitionsIn } from '../../src/wire/definitions.ts';
import type { Encoded } from '../../src/wire/encode.ts';
import { LIMITS } from '../../src/wire/limits.ts';
import type { Dialect } from '../../src/wire/record.ts';
import { tokensOf, totalsOf } from '../../src/wire/schema-totals.ts';

/** A tool as it is on the wire, in whichever member its dialect puts the parts. */
export interface Wired {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly strict: boolean;
  readonly deferred: boolean;
}

/** The tools of a request; tools that the provider itself brings, such as a search, have no schema and are left out. */
export function wiredTools(encoded: Pick<Encoded, 'value'>): readonly Wired[] {
  return definitionsIn(encoded).flatMap((each) => {
    const own = [each['function'], each['toolSpec']].find(isRecord) ?? each;
    const { name, description, strict, parameters, input_schema, inputSchema } = own;
    const found = parameters ?? input_schema ?? inputSchema;
    if (!isRecord(found)) return [];
    return [
      {
        name: String(name),
        description: String(description),
        schema: isRecord(found['json']) ? found['json'] : found,
        strict: strict === true,
        deferred: each['defer_loading'] === true,
      },
    ];
  });
}

/** Every schema inside one, the whole first. */
export function* schemasIn(schema: unknown): Generator<JsonSchema> {
  if (!isRecord(schema)) return;
  yield schema;
  for (const inner of Object.values(isRecord(schema['properties']) ? schema['properties'] : {})) yield* schemasIn(inner);
  for (const key of ['items', 'additionalProperties']) yield* schemasIn(schema[key]);
  for (const branch of Array.isArray(schema['anyOf']) ? (schema['anyOf'] as readonly unknown[]) : []) yield* schemasIn(branch);
}

/** What an encoded catalog has beyond the limits of its provider, read from the same figures as the encoders read. */
export function beyondLimits(dialect: Dialect, encoded: Pick<Encoded, 'value'> & Partial<Encoded>): readonly string[] {
  const limits = LIMITS[dialect];
  const tools = wiredTools(encoded);
  const found: string[] = [];
  const most = (what: string, count: number, figure: { readonly value: number } | undefined): void => {
    if (figure !== undefined && count > figure.value) found.push(`${what}: ${String(count)} of ${String(figure.value)}`);
  };
  most('tools', definitionsIn(encoded).length, limits.tools);
  most('bytes', new TextEncoder().encode(JSON.stringify(encoded.value)).length, limits.bytes);
  const loaded = tools
    .filter(({ deferred }) => !deferred)
    .map(({ name, description, schema }) => tokensOf(JSON.stringify([name, description, schema])));
  const tokens = loaded.reduce((sum, each) => sum + each, 0);
  most('tokens', tokens, limits.context);
  if (encoded.warnings?.some(({ code }) => code === 'CONTEXT_TOO_SMALL') !== true) most('unreported tokens', tokens, limits.usualContext);
  for (const { name, description, schema, strict } of tools) {
    if (!limits.name.value.test(name)) found.push(`name ${name}`);
    most(`${name}: characters of the description`, description.length, limits.description);
    const keywords = strict ? limits.strict?.keywords.value : limits.keywords?.value;
    for (const node of schemasIn(schema)) {
      const nullable = dialect === 'gemini' ? ['nullable'] : [];
      for (const key of Object.keys(node))
        if (keywords !== undefined && !keywords.has(key) && !nullable.includes(key)) found.push(`${name}: keyword ${key}`);
      for (const key of Object.keys(isRecord(node['properties']) ? node['properties'] : {}))
        if (limits.property?.value.test(key) === false) found.push(`${name}: property ${key}`);
      if (!strict) continue;
      most(`${name}: minItems`, Number(node['minItems'] ?? 0), limits.strict?.minItems);
      if (limits.strict?.pattern?.value.test(JSON.stringify(node['pattern'] ?? '')) === true)
        found.push(`${name}: pattern ${JSON.stringify(node['pattern'])}`);
    }
  }
  const strict = tools.filter((each) => each.strict).map(({ name, schema }) => ({ name, ...totalsOf(schema) }));
  const sum = (key: 'optional' | 'unions'): number => strict.reduce((total, each) => total + each[key], 0);
  most('strict tools', strict.length, limits.strict?.tools);
  most('optional', sum('optional'), limits.strict?.optional);
  most('unions', sum('unions'), limits.strict?.unions);
  const long = limits.strict?.longEnum?.value;
  for (const { name, enums } of strict)
    for (const { values, characters } of enums)
      if (long !== undefined && values > long.values) most(`${name}: characters of an enum`, characters, { value: long.characters });
  for (const each of strict)
    for (const key of ['properties', 'depth', 'enumValues', 'characters'] as const)
      most(`${each.name}: ${key}`, each[key], limits.strict?.[key]);
  return found;
}
