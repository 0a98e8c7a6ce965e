import { AT_ONCE } from './rests.ts';

/** Lists longer than this are written some items at a time. */
const ITEMS = 256;
/** Levels from the top that are looked into for what is long (the rows of a result in a session); below them everything is written at one go. */
const DEEPEST = 5;
/** Levels in which what stands in two places is looked for (the answer of a result in a session). */
const SHARED = 4;
/** Characters of a piece, at least: many short ones cost whoever takes them more than they hold. */
const PIECE = 65_536;
const HIGH_SURROGATE = /[\ud800-\udbff]/;

interface Walk {
  readonly rest: () => Promise<void>;
  readonly indent: number;
  readonly pieces: string[];
  /** Behind the last piece, as long as it is short. */
  tail: string;
  /** What stands in two places of one depth is written once: a result says its answer twice. */
  readonly done: Map<object, { readonly depth: number; readonly from: number; readonly to: number }>;
  /** Since the last rest. */
  characters: number;
}

/**
 * The text of `JSON.stringify(value, null, indent)`, made in turns of the thread: `rest` lets whatever waits go first. Nobody may
 * change the value meanwhile.
 *
 * @param value JSON
 */
export async function jsonInTurns(value: unknown, rest: () => Promise<void>, indent = 0): Promise<string> {
  return (await jsonPieces(value, rest, indent)).join('');
}

/** The same in pieces, for whoever needs no text as long as all of them. */
export async function jsonPieces(value: unknown, rest: () => Promise<void>, indent = 0): Promise<readonly string[]> {
  const walk: Walk = { rest, indent, pieces: [], tail: '', done: new Map(), characters: 0 };
  await write(isAbsent(value) ? null : value, 0, walk);
  cut(walk);
  return walk.pieces;
}

/** What JSON has no text for. */
const isAbsent = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol';

async function write(value: unknown, depth: number, walk: Walk): Promise<void> {
  if (typeof value === 'string' && value.length > AT_ONCE) return writeString(value, walk);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) {
    put(whole(value, depth, walk), walk);
    return restIfDue(walk);
  }
  if (depth > SHARED) return writeMembers(value, depth, walk);
  const known = walk.done.get(value);
  cut(walk);
  if (known?.depth === depth) {
    for (let at = known.from; at < known.to; at++) walk.pieces.push(walk.pieces[at] ?? '');
    return;
  }
  const from = walk.pieces.length;
  await writeMembers(value, depth, walk);
  cut(walk);
  walk.done.set(value, { depth, from, to: walk.pieces.length });
}

const writeMembers = (value: object, depth: number, walk: Walk): Promise<void> =>
  Array.isArray(value) ? writeList(value, depth, walk) : writeRecord(value, depth, walk);

async function writeList(items: readonly unknown[], depth: number, walk: Walk): Promise<void> {
  const { before, between, after } = lines(depth, walk);
  if (items.length === 0) return put('[]', walk);
  put(`[${before}`, walk);
  const step = items.length <= ITEMS ? 1 : ITEMS;
  for (let at = 0; at < items.length; at += step) {
    if (at > 0) put(between, walk);
    if (step === 1) await write(isAbsent(items[at]) ? null : items[at], depth + 1, walk);
    else
      put(
        whole(items.slice(at, at + step), depth, walk)
          .slice(1, -1)
          .trim(),
        walk,
      );
    await restIfDue(walk);
  }
  put(`${after}]`, walk);
}

async function writeRecord(record: object, depth: number, walk: Walk): Promise<void> {
  const { before, between, after } = lines(depth, walk);
  const colon = walk.indent > 0 ? ': ' : ':';
  const members = Object.entries(record).filter(([, member]) => !isAbsent(member));
  if (members.length === 0) return put('{}', walk);
  for (const [at, [key, member]] of members.entries()) {
    put((at === 0 ? `{${before}` : between) + JSON.stringify(key) + colon, walk);
    await write(member, depth + 1, walk);
    await restIfDue(walk);
  }
  put(`${after}}`, walk);
}

/** As many of its characters at a time as lie between two rests, none of them cut in two: a half would be written as an escape. */
async function writeString(value: string, walk: Walk): Promise<void> {
  put('"', walk);
  for (let at = 0; at < value.length;) {
    let end = Math.min(at + AT_ONCE, value.length);
    if (end < value.length && HIGH_SURROGATE.test(value.charAt(end - 1))) end -= 1;
    put(JSON.stringify(value.slice(at, end)).slice(1, -1), walk);
    await restIfDue(walk);
    at = end;
  }
  put('"', walk);
}

/** At one go, indented for its depth. */
function whole(value: unknown, depth: number, { indent }: Walk): string {
  const text = JSON.stringify(value, null, indent);
  // No text of JSON holds a bare end of line.
  return indent > 0 && depth > 0 ? text.replaceAll('\n', `\n${' '.repeat(indent * depth)}`) : text;
}

/** What stands before, between and after the members of something that is not empty. */
function lines(depth: number, { indent }: Walk): { readonly before: string; readonly between: string; readonly after: string } {
  const line = (level: number): string => (indent === 0 ? '' : `\n${' '.repeat(indent * level)}`);
  return { before: line(depth + 1), between: `,${line(depth + 1)}`, after: line(depth) };
}

function put(text: string, walk: Walk): void {
  walk.tail += text;
  walk.characters += text.length;
  if (walk.tail.length >= PIECE) cut(walk);
}

function cut(walk: Walk): void {
  if (walk.tail !== '') walk.pieces.push(walk.tail);
  walk.tail = '';
}

async function restIfDue(walk: Walk): Promise<void> {
  if (walk.characters < AT_ONCE) return;
  walk.characters = 0;
  await walk.rest();
}
