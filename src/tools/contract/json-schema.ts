import { isRecord } from '../../base/record.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;
export type SchemaNode = JsonSchema;

export { isRecord };

/** Returns the schema node that applies to the value at `path`; undefined if there is none. */
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

/** Whether a JSON value has the node's type; a node without a type accepts any. */
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
