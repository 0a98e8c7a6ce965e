import { parseJsonText } from '../contract/json-text.ts';
import { JsonReader, NoJson } from './json-reader.ts';

/** A value parsed from a text that is nearly JSON. */
export interface LooseValue {
  readonly value: unknown;
  /** The changes that were necessary, as phrases for the user. */
  readonly notes: readonly string[];
  /** Whether content may be missing (cut-off text) or contradictory (a key with two values). */
  readonly doubtful: boolean;
  /** Why the text may only mention the call; absent if the text requests it. */
  readonly mentioned?: string;
}

const INVISIBLE = /[\uFEFF\u200B-\u200D\u2060]/g;
export const visible = (text: string): string => text.replace(INVISIBLE, '').trim();

/**
 * Parses what people, programs and models write instead of JSON: a code fence around it, comments, trailing commas, single or curly quotes,
 * bare keys, Python's keywords, a missing end, JSON inside a JSON string. Undefined for anything else, and if there are words beside the
 * value, which may restrict it.
 */
export function looseJson(text: string): LooseValue | undefined {
  const strict = parseJsonText(text);
  if (strict.errors.length === 0) {
    if (typeof strict.value !== 'string') return { value: strict.value, notes: [], doubtful: false };
    const inner = /[[{]/.test(strict.value) ? looseJson(strict.value) : undefined;
    return inner && { ...inner, notes: ['a text that holds JSON was read as JSON', ...inner.notes] };
  }
  // A chat-template token may follow the value.
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

/** Parses JSON that has one closing bracket too many. */
function withoutEnd(body: string): LooseValue | undefined {
  const read = /[\]}]\s*[\]}]$/.test(body) ? readBody(body.slice(0, -1)) : undefined;
  return read?.doubtful === false ? read : undefined;
}

/** Matches a key without its closing quote, before a value that is no text: `"limit: 5`. */
const OPEN_KEY = /([{,]\s*)"(\w{1,64}):\s+(?=(?:-?\d[\d.]*|true|false|null)\s*[,}])/g;

/** Removes a word before JSON and repetitions of JSON, and adds missing braces around members. */
function alone(text: string): string {
  const named = text.replace(/^(?:json\s+(?=[[{])|\{\s*\}\s*(?=\{))/i, '');
  const unit =
    [2, 3, 4].map((times) => named.slice(0, named.length / times)).find((part) => part !== '' && isRepeated(named, part)) ?? named;
  return /^"[\w.-]{1,64}"\s*:/.test(unit) ? `{${unit}}` : unit;
}

/** Whether a text repeats the same object, because a stream sent it again. */
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
