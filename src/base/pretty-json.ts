/** Levels that are written member by member; deeper values are written at once. */
const LEVELS = 3;

/** `JSON.stringify(value, null, 2)` in pieces, so that the beginning of a long text costs no more than its length. Expects a JSON value. */
export function* prettyJson(value: unknown, levels = LEVELS, indent = ''): Generator<string, void, undefined> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
    return;
  }
  const list = Array.isArray(value);
  // An absent member and an undefined one are the same JSON.
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
