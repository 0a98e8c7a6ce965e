import { parseJsonText } from '../contract/json-text.ts';
import { JsonReader, NoJson } from './json-reader.ts';

/** The value of a text that is almost JSON. */
export interface LooseValue {
  readonly value: unknown;
  /** What was changed, as phrases for the person. */
  readonly notes: readonly string[];
  /** Whether content may be missing (cut-off text) or contradictory (a key with two values). */
  readonly doubtful: boolean;
  /** Why a whole call is only mentioned in its text; absent where the text asks for it. */
  readonly mentioned?: string;
}

const INVISIBLE = /[\uFEFF\u200B-\u200D\u2060]/g;
export const visible = (text: string): string => text.replace(INVISIBLE, '').trim();

/**
 * Reads what people, programs and models write instead of a JSON value: a code fence around it, comments, trailing commas, single or
 * curly quotes, bare keys, Python's words, a missing end, JSON inside of a JSON text. Undefined for anything else, and where there are
 * words beside the value, which may narrow it.
 */
export function looseJson(text: string): LooseValue | undefined {
  const strict = parseJsonText(text);
  if (strict.errors.length === 0) {
    if (typeof strict.value !== 'string') return { value: strict.value, notes: [], doubtful: false };
    const inner = /[[{]/.test(strict.value) ? looseJson(strict.value) : undefined;
    return inner && { ...inner, notes: ['a text that holds JSON was read as JSON', ...inner.notes] };
  }
  // A chat-template token after the value.
  const clean = visible(text).replace(/(?:\s*<[|｜][^|｜<>\n]{1,40}[|｜]>)+$/, '');
  const fenced = /^```[\w-]*\s*\n?([\s\S]*?)```$/.exec(clean)?.[1];
  const plain = fenced?.includes('```') === false ? fenced.trim() : clean;
  const body = alone(plain);
  if (!/^["[{]/.test(body)) return undefined;
  const read = readBody(body) ?? readBody(body.replace(OPEN_KEY, '$1"$2": ')) ?? withoutEnd(body);
  if (read === undefined) return undefined;
  const notes = [...(body === clean ? [] : ['what was around the JSON was dropped']), ...read.notes];
  if (typeof read.value !== 'string') return { ...read, notes };
  const inner = /[[{]/.test(read.value) && read.value !== text ? looseJson(read.value) : undefined;
  return inner && { ...inner, notes: ['a text that holds JSON was read as JSON', ...notes, ...inner.notes] };
}

/** JSON with one bracket too many behind it. */
function withoutEnd(body: string): LooseValue | undefined {
  const read = /[\]}]\s*[\]}]$/.test(body) ? readBody(body.slice(0, -1)) : undefined;
  return read?.doubtful === false ? read : undefined;
}

/** A key without its last quote, before a value that is no text: `"limit: 5`. */
const OPEN_KEY = /([{,]\s*)"(\w{1,64}):\s+(?=(?:-?\d[\d.]*|true|false|null)\s*[,}])/g;

/** JSON without the word in front of it, without its repetitions, and members in the braces that they lack. */
function alone(text: string): string {
  const named = text.replace(/^(?:json\s+(?=[[{])|\{\s*\}\s*(?=\{))/i, '');
  const unit =
    [2, 3, 4].map((times) => named.slice(0, named.length / times)).find((part) => part !== '' && isRepeated(named, part)) ?? named;
  return /^"[\w.-]{1,64}"\s*:/.test(unit) ? `{${unit}}` : unit;
}

/** Whether a text is an object over and over: what a stream sent again. */
const isRepeated = (text: string, part: string): boolean => /^\{[^]*\}$/.test(part) && part.repeat(text.length / part.length) === text;

function readBody(body: string): LooseValue | undefined {
  try {
    const reader = new JsonReader(body, 'value');
    return { value: reader.whole(), notes: reader.notes, doubtful: reader.doubtful };
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}
