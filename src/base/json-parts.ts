/** A part of a document's JSON text. `name`: the top-level member that contains the part, with the index if the part is a list item. */
export interface JsonPart {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes a document as JSON text in parts to be joined, without the closing brace. Each member, and each item of a list in a member, is a
 * part, because the whole text may exceed the 2^29 UTF-16 units that a string can hold.
 */
export function openJsonParts(document: object): JsonPart[] {
  const parts: JsonPart[] = [];
  for (const [key, member] of Object.entries(document) as [string, unknown][]) {
    if (member === undefined) continue;
    const start = `${parts.length === 0 ? '{' : ','}\n${JSON.stringify(key)}: `;
    if (Array.isArray(member)) parts.push(...listParts(key, start, member));
    else parts.push({ name: key, text: start + JSON.stringify(member) });
  }
  return parts.length === 0 ? [{ name: '', text: '{' }] : parts;
}

/** The closing brace for the text of `openJsonParts`. */
export const JSON_END = '\n}\n';

function listParts(key: string, start: string, items: readonly unknown[]): JsonPart[] {
  if (items.length === 0) return [{ name: key, text: `${start}[]` }];
  const parts = items.map((item, at) => ({
    name: `${key}.${String(at)}`,
    text: `${at === 0 ? `${start}[` : ','}\n${JSON.stringify(item ?? null)}`,
  }));
  return [...parts, { name: key, text: '\n]' }];
}
