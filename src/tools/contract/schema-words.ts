type Json = Readonly<Record<string, unknown>>;

/** The names and values that a JSON Schema defines. */
export interface SchemaWords {
  readonly keys: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

/** Collects property names and enumeration values in a JSON Schema, at any depth. */
export function schemaWords(schema: unknown): SchemaWords {
  const keys = new Set<string>();
  const values = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, enum: listed, const: only } = node as Json;
    if (typeof properties === 'object' && properties !== null) for (const key of Object.keys(properties)) keys.add(key);
    for (const value of [...(Array.isArray(listed) ? (listed as unknown[]) : []), only]) if (typeof value === 'string') values.add(value);
    for (const value of Object.values(node as Json)) visit(value);
  };
  visit(schema);
  return { keys, values };
}
