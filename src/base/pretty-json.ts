/** Nesting levels that are written member by member; deeper values are written in one piece. */
const LEVELS = 3;

/**
 * `JSON.stringify(value, null, 2)` as a generator of pieces, so that reading the beginning of a long text does not format all of it.
 * Expects a JSON value.
 */
export function* prettyJson(value: unknown, levels = LEVELS, indent = ''): Generator<string, void, undefined> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
    return;
  }
  const list = Array.isArray(value);
  // JSON omits undefined members, so skip them.
  const members = list ? [...value.entries()] : Object.entries(value).filter(([, member]) => member !== undefined);
  const inner = `${indent}  `;
  let before = list ? '[' : '{';
  for (const [key, member] of members) {
    yield `${before}\n${inner}${list ? '' : `${JSON.stringify(key)}: `}`;
    yield* prettyJson(member ?? null, levels - 1, inner);
    before = ',';
  }
  yield members.length === 0 ? `${before}${list ? ']' : '}'}` : `\n${indent}${list ? ']' : '}'}`;
}

/** A part of the text, and whether more follows. */
export function prettyPart(value: unknown, offset: number, limit: number): { readonly text: string; readonly more: boolean } {
  let text = '';
  let skipped = 0;
  for (const piece of prettyJson(value)) {
    const from = Math.max(0, Math.min(piece.length, offset - skipped));
    skipped += from;
    text += piece.slice(from);
    if (text.length > limit) return { text: text.slice(0, limit), more: true };
  }
  return { text, more: false };
}
