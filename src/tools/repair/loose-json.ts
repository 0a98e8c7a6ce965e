import { parseJsonText } from '../contract/json-text.ts';
import { CALLED, JsonReader, NoJson, PROSE, type Wanted } from './json-reader.ts';

/** The value of a text that is almost JSON. */
export interface LooseValue {
  readonly value: unknown;
  /** What was changed, as phrases for the person. */
  readonly notes: readonly string[];
  /** Whether content may be missing (cut-off text) or contradictory (a key with two values). */
  readonly doubtful: boolean;
}

/**
 * Reads what people, programs and models write instead of JSON: code fences, words around it, comments, trailing commas, single or
 * curly quotes, bare keys, Python's words, a missing end, JSON inside of a JSON text. Undefined for anything else.
 */
export function looseJson(text: string): LooseValue | undefined {
  return read(text, 'value');
}

/**
 * As `looseJson`, for the text of a whole call. Calls in the notation of a programming language are read too:
 * `[tool(limit=5)]`, `print(api.tool(limit=5))` and `tool({ "limit": 5 })` become `{ name, arguments }`.
 */
export function looseCall(text: string): LooseValue | undefined {
  return read(text, 'call');
}

function read(text: string, wanted: Wanted): LooseValue | undefined {
  const strict = parseJsonText(text);
  if (strict.errors.length === 0)
    return typeof strict.value === 'string' ? inner(strict.value, wanted) : { value: strict.value, notes: [], doubtful: false };
  const { body, notes } = unwrapped(text);
  for (const start of startsIn(body, wanted)) {
    try {
      const reader = new JsonReader(body.slice(start), wanted);
      const value = reader.whole();
      if (typeof value === 'string') return inner(value, wanted);
      const words = start > 0 ? ['words before the JSON were dropped'] : [];
      return { value, notes: [...notes, ...words, ...reader.notes], doubtful: reader.doubtful };
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      if (wanted !== 'call' || body.slice(start).search(PROSE) !== 0) return undefined;
    }
  }
  return undefined;
}

function inner(text: string, wanted: Wanted): LooseValue | undefined {
  const found = /[[{]/.test(text) ? read(text, wanted) : undefined;
  return found && { ...found, notes: ['a text that holds JSON was read as JSON', ...found.notes] };
}

/** The reasoning of a model before its answer. Some chat templates omit the opening tag. */
const THOUGHT =
  /^\s*(?:<(think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)>[\s\S]*?<\/\1>|[^<]*<\/think(?:ing)?>)/i;

/** Removes reasoning, code fence and invisible characters. */
function unwrapped(text: string): { body: string; notes: string[] } {
  const notes: string[] = [];
  let clean = text.replace(/[\uFEFF\u200B-\u200D\u2060]/g, '').trim();
  const said = clean.replace(THOUGHT, '').trim();
  if (said !== clean) notes.push('the reasoning before the call was dropped');
  clean = said;
  const fences = [...clean.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)];
  const body = fences.length === 1 ? (fences[0]?.[1] ?? '').trim() : clean.replace(/^```[\w-]*\s*\n/, '').trim();
  if (body !== clean) notes.push('the code fence was dropped');
  return { body, notes };
}

/** Where a value may begin: a quote at the beginning of the text, a call in the notation of a language at the beginning of a line. */
function startsIn(body: string, wanted: Wanted): number[] {
  if (body.startsWith('"')) return [0];
  const opening = new RegExp(wanted === 'call' ? String.raw`(?<=^\s*)${CALLED}|[[{]` : '[[{]', 'gm');
  return [...body.matchAll(opening)].map(({ index }) => index);
}
