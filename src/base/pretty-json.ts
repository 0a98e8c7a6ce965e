/** Number of nesting levels whose members are yielded one by one; a deeper value is yielded in one piece. */
const LEVELS = 3;

/**
 * Formats JSON like `JSON.stringify(value, null, 2)`, as a generator of pieces, so that reading the beginning of a long text does not
 * format all of it. Expects a JSON value.
 */
export function* prettyJson(value: unknown, levels = LEVELS, indent = ''): Generator<string, void, undefined> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
    return;
  }
  const list = Array.isArray(value);
  // Skip members that are undefined, as `JSON.stringify` does.
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

/** Formats only a part of the text; `more` is true if further text follows. */
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
