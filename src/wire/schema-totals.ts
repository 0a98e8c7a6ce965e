import { isRecord, type JsonSchema } from '../tools/contract/json-schema.ts';

/** Counts of parts of a schema that providers limit. */
export interface Totals {
  properties: number;
  optional: number;
  unions: number;
  /** Number of nested levels of objects. */
  depth: number;
  enumValues: number;
  /** Total length of the names of properties, of definitions, and of the values of enums and constants. */
  characters: number;
  /** Number of values, and their total length, of each enum. */
  readonly enums: { readonly values: number; readonly characters: number }[];
}

export function totalsOf(schema: JsonSchema): Totals {
  const totals: Totals = { properties: 0, optional: 0, unions: 0, depth: 0, enumValues: 0, characters: 0, enums: [] };
  const visit = (node: unknown, depth: number): void => {
    if (!isRecord(node)) return;
    const values = Array.isArray(node['enum']) ? (node['enum'] as readonly unknown[]) : [];
    totals.enumValues += values.length;
    const characters = values.reduce<number>((sum, value) => sum + String(value).length, 0);
    totals.characters += characters + (node['const'] === undefined ? 0 : JSON.stringify(node['const']).length);
    if (values.length > 0) totals.enums.push({ values: values.length, characters });
    const needed = new Set(Array.isArray(node['required']) ? (node['required'] as readonly string[]) : []);
    const level = node['properties'] === undefined ? depth : depth + 1;
    totals.depth = Math.max(totals.depth, level);
    for (const [name, inner] of Object.entries(isRecord(node['properties']) ? node['properties'] : {})) {
      totals.properties++;
      totals.characters += name.length;
      if (!needed.has(name)) totals.optional++;
      if (isRecord(inner) && (Array.isArray(inner['anyOf']) || Array.isArray(inner['type']))) totals.unions++;
      visit(inner, level);
    }
    visit(node['items'], level);
    for (const branch of Array.isArray(node['anyOf']) ? (node['anyOf'] as readonly unknown[]) : []) visit(branch, level);
  };
  visit(schema, 0);
  return totals;
}

/** Approximate number of characters of English and JSON per token; vendors count differently. */
const CHARACTERS_PER_TOKEN = 4;

/** Estimates how many tokens a text takes in a model's context: a quarter of its characters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** Names of all properties in a schema, at any depth. */
export function propertiesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(propertiesIn);
  if (!isRecord(node)) return [];
  const own = isRecord(node['properties']) ? node['properties'] : {};
  return [...Object.keys(own), ...[...Object.values(own), node['items'], node['anyOf']].flatMap(propertiesIn)];
}
