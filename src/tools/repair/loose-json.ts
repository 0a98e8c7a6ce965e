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
  const body = fenced?.includes('```') === false ? fenced.trim() : clean;
  if (!/^["[{]/.test(body)) return undefined;
  try {
    const reader = new JsonReader(body, 'value');
    const value = reader.whole();
    const notes = [...(body === clean ? [] : ['the code fence was dropped']), ...reader.notes];
    if (typeof value !== 'string') return { value, notes, doubtful: reader.doubtful };
    const inner = /[[{]/.test(value) && value !== text ? looseJson(value) : undefined;
    return inner && { ...inner, notes: ['a text that holds JSON was read as JSON', ...notes, ...inner.notes] };
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}
