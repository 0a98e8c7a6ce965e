import { isRecord, type JsonSchema } from '../../tools/contract/json-schema.ts';

/**
 * HTTP headers that repeat parts of a message (Streamable HTTP, revision 2026-07-28): `Mcp-Method`, `Mcp-Name`, and `Mcp-Param-…` for
 * arguments whose schema requests it with `x-mcp-header`.
 */
export type HeaderParams = readonly { readonly header: string; readonly path: readonly string[] }[];

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const PRIMITIVE: readonly unknown[] = ['integer', 'string', 'boolean'];
const ANNOTATION = 'x-mcp-header';

/** Returns the arguments to repeat in headers; or, if the schema breaks the rules for them, why: the tool is then rejected. */
export function headerParams(schema: JsonSchema): HeaderParams | string {
  const found: { header: string; path: readonly string[] }[] = [];
  const reach = (node: JsonSchema, path: readonly string[]): void => {
    const { properties } = node;
    for (const [name, child] of isRecord(properties) ? Object.entries(properties) : []) {
      if (!isRecord(child)) continue;
      const header = child[ANNOTATION];
      if (typeof header === 'string' && TOKEN.test(header) && PRIMITIVE.includes(child['type']))
        found.push({ header, path: [...path, name] });
      reach(child, [...path, name]);
    }
  };
  reach(schema, []);
  if (annotations(schema) !== found.length)
    return `inputSchema: ${ANNOTATION} stands where it may not, or with a value that is no header name`;
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return names.size === found.length ? found : `inputSchema: two arguments have one ${ANNOTATION}`;
}

/** Counts the annotations `x-mcp-header` at any depth. A property that has this name is not an annotation. */
function annotations(node: unknown, names = false): number {
  if (Array.isArray(node)) return node.reduce((sum: number, item) => sum + annotations(item), 0);
  if (!isRecord(node)) return 0;
  return Object.entries(node).reduce(
    (sum, [key, child]) => sum + (key === ANNOTATION && !names ? 1 : annotations(child, key === 'properties' && !names)),
    0,
  );
}

export function paramHeaders(params: HeaderParams, args: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    params.flatMap(({ header, path }) => {
      const value = path.reduce<unknown>((at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined), args);
      const mirrored = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return mirrored ? [[`mcp-param-${header}`, headerValue(String(value))]] : [];
    }),
  );
}

/** Encodes a text for a header: unchanged if a header can contain it, otherwise as base64 of its UTF-8 between `=?base64?` and `?=`. */
export function headerValue(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) && text.trim() === text && !/^=\?base64\?.*\?=$/.test(text);
  if (plain) return text;
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `=?base64?${btoa(binary)}?=`;
}
