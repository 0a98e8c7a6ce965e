import { AT_ONCE, rests } from './rests.ts';

/** Levels from the top that are looked into for what is long; what lies deeper is parsed at one go. */
const DEEPEST = 32;
/** What is nested deeper is left to the platform, which needs little room for it. */
const MOST_NESTED = 1000;

/** An object, list or string that is too long for one go. */
interface Large {
  /** Its first character, and the one behind its last. */
  readonly start: number;
  readonly end: number;
  /** Where its members are parted; null for a string. */
  readonly commas: readonly number[] | null;
  /** Those of its members that are large themselves, in their order. */
  readonly members: readonly Large[];
}

interface Open {
  readonly start: number;
  readonly closing: number;
  readonly commas: number[];
  readonly members: Large[];
}

interface Turns {
  readonly text: string;
  readonly atOnce: number;
  readonly worked: ReturnType<typeof rests>;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [SQUARE, SQUARE_END, CURLY, CURLY_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANK = /^[ \t\n\r]*$/;
const NAME_END = /:[ \t\n\r]*$/;
/** Of an escape within a string, in characters. */
const LONGEST_ESCAPE = 6;

/**
 * The value of `JSON.parse(text)`, made in turns of the thread: `rest` lets whatever waits go first. One pass finds what is long
 * and where it is parted; the parts are parsed by the platform's own parser.
 *
 * Rejects with its `SyntaxError`, found at one go.
 *
 * @param atOnce characters between two rests, and of the longest text that is parsed at one go; at least 1
 */
export async function parseInTurns(text: string, rest: () => Promise<void>, atOnce = AT_ONCE): Promise<unknown> {
  if (text.length > atOnce) {
    const turns = { text, atOnce, worked: rests(rest, atOnce) };
    const found = await largest(turns);
    const value = found && BLANK.test(text.slice(0, found.start)) && BLANK.test(text.slice(found.end)) ? await read(found, turns) : FAULT;
    if (value !== FAULT) return value;
  }
  return JSON.parse(text);
}

/** In the place of a value where the text is no JSON. */
const FAULT = Symbol('no JSON');

/** The whole text as something large; null where it is not, or is no JSON. */
async function largest({ text, atOnce, worked }: Turns): Promise<Large | null> {
  const open: Open[] = [{ start: 0, closing: -1, commas: [], members: [] }];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (at - from >= atOnce) {
      await worked(at - from);
      from = at;
    }
    const inside = open.at(-1);
    if (!inside) return null;
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (end < 0) return null;
        if (end - at > atOnce && open.length <= DEEPEST) inside.members.push({ start: at, end, commas: null, members: [] });
        at = end - 1;
        break;
      }
      case COMMA:
        inside.commas.push(at);
        break;
      case SQUARE:
        if (open.length > MOST_NESTED) return null;
        open.push({ start: at, closing: SQUARE_END, commas: [], members: [] });
        break;
      case CURLY:
        if (open.length > MOST_NESTED) return null;
        open.push({ start: at, closing: CURLY_END, commas: [], members: [] });
        break;
      case SQUARE_END:
      case CURLY_END: {
        open.pop();
        if (inside.closing !== text.charCodeAt(at)) return null;
        const { start, commas, members } = inside;
        if (at + 1 - start > atOnce && open.length <= DEEPEST) open.at(-1)?.members.push({ start, end: at + 1, commas, members });
      }
    }
  }
  const [whole] = open;
  return open.length === 1 && whole?.members.length === 1 ? (whole.members[0] ?? null) : null;
}

/** Behind the closing quote of the string that begins here; -1 where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return -1;
}

async function read(large: Large, turns: Turns): Promise<unknown> {
  if (large.commas === null) return readString(large, turns);
  return turns.text.charCodeAt(large.start) === SQUARE ? readList(large, large.commas, turns) : readRecord(large, large.commas, turns);
}

/** Slice by slice, none of which ends within an escape. Put together anew, or it would keep the whole text alive. */
async function readString({ start, end }: Large, { text, atOnce, worked }: Turns): Promise<unknown> {
  const slices: string[] = [];
  for (let at = start + 1; at < end - 1;) {
    const next = at + Math.max(atOnce, LONGEST_ESCAPE);
    const stop = next < end - 1 ? outsideEscape(text, at, next) : end - 1;
    const slice = parsed(`"${text.slice(at, stop)}"`);
    if (typeof slice !== 'string') return FAULT;
    slices.push(slice);
    await worked(stop - at);
    at = stop;
  }
  return slices.join('');
}

/** The place itself, or where the escape begins that it lies in. @param from where none begins earlier */
function outsideEscape(text: string, from: number, place: number): number {
  for (let at = place - 1; at >= Math.max(from, place - LONGEST_ESCAPE); at--) {
    if (text.charCodeAt(at) !== BACKSLASH) continue;
    let before = at;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
    const begins = (at - before) % 2 === 0;
    const length = text[at + 1] === 'u' ? LONGEST_ESCAPE : 2;
    return begins && at + length > place ? at : place;
  }
  return place;
}

async function readList(list: Large, commas: readonly number[], turns: Turns): Promise<unknown> {
  const items: unknown[] = [];
  for (const piece of pieces(list, commas, turns)) {
    const value = piece.large ? await read(piece.large, turns) : parsed(`[${piece.text}]`);
    if (value === FAULT || (piece.large && !BLANK.test(piece.text))) return FAULT;
    if (piece.large) items.push(value);
    else for (const item of value as unknown[]) items.push(item);
    await turns.worked(piece.text.length);
  }
  return items;
}

async function readRecord(record: Large, commas: readonly number[], turns: Turns): Promise<unknown> {
  const members: Record<string, unknown> = {};
  for (const piece of pieces(record, commas, turns)) {
    // The name of what is large comes from the piece before it, with something short in its place.
    const named = parsed(piece.large ? `{${piece.text}0}` : `{${piece.text}}`);
    if (named === FAULT) return FAULT;
    if (piece.large && !NAME_END.test(piece.text)) return FAULT;
    const names = Object.keys(named as object);
    const value = piece.large && (await read(piece.large, turns));
    if (value === FAULT) return FAULT;
    for (const name of names) {
      const member: unknown = piece.large ? value : Reflect.get(named as object, name);
      if (name === '__proto__')
        Object.defineProperty(members, name, { value: member, writable: true, enumerable: true, configurable: true });
      else members[name] = member;
    }
    await turns.worked(piece.text.length);
  }
  return members;
}

interface Piece {
  /** Members that are parsed together; of a large one what stands before it. */
  readonly text: string;
  readonly large: Large | null;
}

/** The members of something large: short ones together, large ones alone. Yields a piece that is no JSON where there is a gap. */
function* pieces({ start, end, members }: Large, commas: readonly number[], { text, atOnce }: Turns): Generator<Piece> {
  const rest = [...members];
  let from = start + 1;
  for (let at = 0, begin = from; at <= commas.length; at++) {
    const stop = commas[at] ?? end - 1;
    const next = commas[at + 1] ?? end - 1;
    const large = rest[0] && rest[0].start < stop ? (rest.shift() ?? null) : null;
    if (large) {
      const behind = text.slice(large.end, stop);
      yield { text: text.slice(begin, large.start) + (BLANK.test(behind) ? '' : '!'), large };
      from = stop + 1;
    } else if (at === commas.length || next - from > atOnce || (rest[0] && rest[0].start < next)) {
      const alone = at === 0 && commas.length === 0;
      yield alone ? { text: text.slice(from, stop), large: null } : short(text.slice(from, stop));
      from = stop + 1;
    }
    begin = stop + 1;
  }
}

/** Nothing between two commas is a fault, and would be an empty list by itself. */
const short = (text: string): Piece => ({ text: BLANK.test(text) ? '!' : text, large: null });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return FAULT;
  }
}
