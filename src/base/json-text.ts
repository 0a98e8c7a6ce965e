/** Lists longer than this are written some items at a time. */
const ITEMS = 256;
/** Levels from the top that are looked into for what is long; below them everything is written at one go. */
const DEEPEST = 6;
/** Characters between two rests: some 10 ms. */
const AT_ONCE = 1_000_000;

interface Walk {
  readonly rest: () => Promise<void>;
  readonly indent: number;
  /** What stands in two places of one depth is written once: a result says its answer twice. */
  readonly done: Map<object, { readonly depth: number; readonly text: string }>;
  characters: number;
}

/**
 * The text of `JSON.stringify(value, null, indent)`, made in turns of the thread: `rest` lets whatever waits go first. Nobody may
 * change the value meanwhile.
 *
 * @param value JSON
 */
export async function jsonInTurns(value: unknown, rest: () => Promise<void>, indent = 0): Promise<string> {
  return (await write(value, 0, { rest, indent, done: new Map(), characters: 0 })) ?? 'null';
}

async function write(value: unknown, depth: number, walk: Walk): Promise<string | undefined> {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return whole(value, depth, walk);
  const known = walk.done.get(value);
  if (known?.depth === depth) return known.text;
  const text = Array.isArray(value) ? await writeList(value, depth, walk) : await writeRecord(value, depth, walk);
  walk.done.set(value, { depth, text });
  return text;
}

async function writeList(items: readonly unknown[], depth: number, walk: Walk): Promise<string> {
  const texts: string[] = [];
  if (items.length <= ITEMS)
    for (const item of items) {
      texts.push((await write(item, depth + 1, walk)) ?? 'null');
      await restIfDue(walk);
    }
  else
    for (let at = 0; at < items.length; at += ITEMS) {
      const slice = whole(items.slice(at, at + ITEMS), depth, walk) ?? '';
      texts.push(slice.slice(1, -1).trim());
      await restIfDue(walk);
    }
  return enclosed('[', texts, ']', depth, walk);
}

async function writeRecord(record: object, depth: number, walk: Walk): Promise<string> {
  const texts: string[] = [];
  const colon = walk.indent > 0 ? ': ' : ':';
  for (const [key, member] of Object.entries(record)) {
    const text = await write(member, depth + 1, walk);
    if (text !== undefined) texts.push(JSON.stringify(key) + colon + text);
    await restIfDue(walk);
  }
  return enclosed('{', texts, '}', depth, walk);
}

/** At one go, indented for its depth. */
function whole(value: unknown, depth: number, walk: Walk): string | undefined {
  const text = JSON.stringify(value, null, walk.indent) as string | undefined;
  walk.characters += text?.length ?? 0;
  // No text of JSON holds a bare end of line.
  return walk.indent > 0 && depth > 0 ? text?.replaceAll('\n', `\n${' '.repeat(walk.indent * depth)}`) : text;
}

function enclosed(open: string, texts: readonly string[], close: string, depth: number, { indent }: Walk): string {
  if (indent === 0 || texts.length === 0) return open + texts.join(',') + close;
  const line = (level: number): string => `\n${' '.repeat(indent * level)}`;
  return open + line(depth + 1) + texts.join(`,${line(depth + 1)}`) + line(depth) + close;
}

async function restIfDue(walk: Walk): Promise<void> {
  if (walk.characters < AT_ONCE) return;
  walk.characters = 0;
  await walk.rest();
}
