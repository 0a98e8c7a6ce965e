import { canonicalJson } from '../../base/canonical.ts';
import { dotted } from '../contract/errors.ts';
import type { ToolWarning } from '../contract/index.ts';
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';

/**
 * Converts text that was meant as a number or boolean (R26). Only for properties with `x-coerce: true`, only if lossless, and never for
 * names: a property with an enum, a pattern or a name that ends in id is unchanged.
 */
export interface Coerced {
  readonly value: unknown;
  /** One `COERCED_ARGUMENT` warning per converted value, with the values before and after. */
  readonly warnings: readonly ToolWarning[];
}

export function coerceArguments(args: unknown, schema: SchemaNode): Coerced {
  const warnings: ToolWarning[] = [];
  const visit = (value: unknown, node: unknown, path: readonly (string | number)[]): unknown => {
    if (!isRecord(node)) return value;
    if (Array.isArray(value)) return value.map((item, index) => visit(item, node['items'], [...path, index]));
    if (isRecord(value)) {
      const properties = isRecord(node['properties']) ? node['properties'] : {};
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, properties[key], [...path, key])]));
    }
    const after = typeof value === 'string' && mayBeCoerced(node, path) ? read(value, node['type']) : undefined;
    if (after === undefined) return value;
    const field = dotted(path);
    const message = `${field}: read ${canonicalJson(value)} as ${String(after)}`;
    warnings.push({ code: 'COERCED_ARGUMENT', message, field, details: { before: value, after } });
    return after;
  };
  const value = visit(args, schema, ['arguments']);
  return warnings.length === 0 ? { value: args, warnings } : { value, warnings };
}

const mayBeCoerced = (node: SchemaNode, path: readonly (string | number)[]): boolean =>
  node['x-coerce'] === true && node['enum'] === undefined && node['pattern'] === undefined && !/(?:^|_)ids?$/i.test(String(path.at(-1)));

/** Converts a text that is exactly one number: without blanks and hexadecimal, and without rounding to a double. */
function read(text: string, type: unknown): number | boolean | undefined {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  const pattern = type === 'integer' ? /^-?(?:0|[1-9]\d{0,14})$/ : /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/;
  return (type === 'integer' || type === 'number') && pattern.test(text) ? Number(text) : undefined;
}
