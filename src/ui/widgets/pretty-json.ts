/**
 * `JSON.stringify(value, null, 2)` in pieces: two levels and the items of their lists one by one, what lies deeper at once. Whoever
 * takes only the beginning pays only for that, and whoever takes all can give way in between. Expects a JSON value.
 */
function* prettyJson(value: unknown, levels = 3, indent = ''): Generator<string, void, undefined> {
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

/** The first characters of it, at least `least` where there are as many. */
export function prettyHead(value: unknown, least: number): string {
  let text = '';
  for (const piece of prettyJson(value)) {
    text += piece;
    if (text.length >= least) break;
  }
  return text;
}

/** All of it; `turn` lets the thread do other things between the pieces. */
export async function prettyText(value: unknown, turn: () => Promise<void>): Promise<string> {
  const texts: string[] = [];
  for (const piece of prettyJson(value)) if (texts.push(piece) % 2048 === 0) await turn();
  return texts.join('');
}
