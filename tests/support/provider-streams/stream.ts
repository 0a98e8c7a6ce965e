import type { Dialect } from '../../../src/wire/record.ts';
import type { RandomSource } from '../random.ts';

/** A call that a stream contains, as the client has to run it. An id of null: the stream gives none. */
export interface ExpectedCall {
  readonly id: string | null;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A generated stream of one provider, with the calls that it contains. */
export interface ProviderStream {
  readonly dialect: Dialect;
  /** The events in order, without their framing. */
  readonly events: readonly object[];
  /** The stream as it arrives, in the provider's framing. Bedrock frames in binary, so its streams are JSON lines here. */
  readonly text: string;
  readonly calls: readonly ExpectedCall[];
  /** Number of calls that the provider executes. */
  readonly server: number;
  /** Whether the answer ended before its calls were complete, so that none may run. */
  readonly cut: boolean;
  /** What the stream varies, for the table of results. */
  readonly features: readonly string[];
}

const NAMES = [
  'count_packets',
  'list_sensors',
  'packets-by-address',
  'A',
  'tool_with_a_name_of_exactly_sixty_four_characters_for_the_limit1',
];
const TEXTS = [
  '',
  'AA:BB',
  'naïve “quotes” \\ and \n lines',
  '😀 𝄞',
  '\u2028',
  '</tool_call>',
  '{"name": "x", "arguments": {}}',
  'x'.repeat(300),
];

/** One of several values. */
export const pick = <T>(random: RandomSource, values: readonly T[]): T => values[random.below(values.length)]!;
export const chance = (random: RandomSource, share: number): boolean => random.next() < share;

function anyValue(random: RandomSource, depth: number): unknown {
  switch (random.below(depth > 2 ? 5 : 7)) {
    case 0:
      return pick(random, [0, -1, 37, 2.5, 1e21, 1e-7, 9_007_199_254_740_991]);
    case 1:
      return chance(random, 0.5);
    case 2:
      return null;
    case 3:
    case 4:
      return pick(random, TEXTS);
    case 5:
      return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
    default:
      return anyArguments(random, depth + 1);
  }
}

/** Arguments of a call: often none, at times nested, with keys that need care. */
export function anyArguments(random: RandomSource, depth = 0): Record<string, unknown> {
  const keys = ['channel', 'filter', 'address', 'with space', 'ünï', 'a.b', 'toString', '0', ''];
  const count = chance(random, 0.2) ? 0 : 1 + random.below(4);
  return Object.fromEntries(Array.from({ length: count }, () => [pick(random, keys), anyValue(random, depth)]));
}

/** The calls of one answer, with ids in the style of the provider. */
export function anyCalls(random: RandomSource, id: (nth: number) => string | null): ExpectedCall[] {
  const count = pick(random, [0, 1, 1, 1, 2, 2, 3, 5]);
  return Array.from({ length: count }, (_, nth) => ({ id: id(nth), name: pick(random, NAMES), args: anyArguments(random) }));
}

/** Arguments as JSON text in one of the spellings that models write. */
export function jsonText(random: RandomSource, value: unknown): string {
  const compact = JSON.stringify(value);
  switch (random.below(5)) {
    case 0:
      return JSON.stringify(value, null, 2);
    case 1:
      return ` ${JSON.stringify(value, null, 1)}\n`;
    case 2:
      return compact.replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    default:
      return compact;
  }
}

/** A text in pieces, possibly one or empty ones, and possibly cut within a pair of surrogates. */
export function pieces(random: RandomSource, text: string): string[] {
  const most = pick(random, [1, 3, 8, 40, 1000]);
  const found: string[] = chance(random, 0.3) ? [''] : [];
  for (let at = 0; at < text.length;) {
    const length = 1 + random.below(most);
    found.push(text.slice(at, at + length));
    at += length;
  }
  if (chance(random, 0.1)) found.push('');
  return found;
}

/** Lists merged into one in a random order that keeps the order of each. */
export function interleave<T>(random: RandomSource, lists: readonly (readonly T[])[]): T[] {
  const left = lists.map((list) => [...list]);
  const merged: T[] = [];
  for (let open = left.filter((list) => list.length > 0); open.length > 0; open = left.filter((list) => list.length > 0))
    merged.push(pick(random, open).shift()!);
  return merged;
}

/** Words that an answer says. */
export const someWords = (random: RandomSource): string =>
  pick(random, [
    'I will look.',
    'Let me count the packets.\n\n',
    'Zwei Aufrufe: gleich.',
    '- one\n- two\n',
    '{ "note": 1 }',
    'x < y && y > z',
  ]);

const NEWLINES = ['\n', '\n', '\n', '\r\n'];

/** Server-sent events; `named` adds the type of each event as its name. */
export function sse(random: RandomSource, events: readonly object[], { named, done }: { named: boolean; done: boolean }): string {
  const line = pick(random, NEWLINES);
  const space = chance(random, 0.9) ? ' ' : '';
  const parts = events.map((event) => {
    const name = named && 'type' in event ? `event:${space}${String(event.type)}${line}` : '';
    const comment = chance(random, 0.02) ? `: keep-alive${line}${line}` : '';
    return `${comment}${name}data:${space}${JSON.stringify(event)}${line}${line}`;
  });
  return parts.join('') + (done ? `data: [DONE]${line}${line}` : '');
}
