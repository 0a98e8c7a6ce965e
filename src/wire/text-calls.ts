import { isAnnounced } from '../base/announced.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import type { WireCall } from './wire-call.ts';
import { MOST_CALLS } from './record.ts';
import { endOfJson, FORMS, functionOf, type TextCall } from './text-forms.ts';

/** The calls in a text, and whether it contains something like a call where calls are not read. */
export interface TextReading {
  readonly calls: readonly (Pick<WireCall, 'name' | 'input'> & { readonly raw: string })[];
  readonly refused: boolean;
}

const NOTHING: TextReading = { calls: [], refused: false };
const REFUSED: TextReading = { calls: [], refused: true };

/** Markers that do not occur in ordinary text. */
const MARKER = /<tool_call>|<function=|\[TOOL_CALLS\]|<\|python_tag\|>/;
const END_TOKENS = /(?:\s|<\|(?:eot_id|eom_id|im_end|end|endoftext)\|>|<\/s>)+$/;
const REASONING = /^[\s\S]*<\/think>/;
const FENCE = /^```(?:json|tool_call|tool_calls)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;

/**
 * The calls that a model wrote into its text, in the forms of chat templates: `<tool_call>` (Hermes, Qwen, GLM), `<function=…>` (Llama,
 * Qwen Coder), `[TOOL_CALLS]` (Mistral), `<|python_tag|>` (Llama), and JSON, alone or in a fence, that names a tool of the catalog. A text
 * may quote untrusted text or only describe a call, so calls are read only where templates put them: the first at the beginning of a line,
 * followed by nothing but calls, and only if the preceding words announce a call.
 */
export function whatTextHolds(given: string, known: (name: string) => boolean): TextReading {
  const reasoning = REASONING.exec(given)?.[0] ?? '';
  const text = given.slice(reasoning.length).replace(END_TOKENS, '');
  const quoted = MARKER.test(reasoning);
  const from = firstMarker(text);
  const read = from === null ? readJsonCall(text, known) : readForms(text.slice(from));
  if (read === 'refused') return REFUSED;
  if (read === null) return quoted || MARKER.test(text) ? REFUSED : NOTHING;
  // A marker in the preceding words is a quotation, and so may be what follows.
  if (from !== null && (MARKER.test(text.slice(0, from)) || !isAnnounced(text.slice(0, from)))) return REFUSED;
  return { calls: read.map(({ name, input, raw }) => ({ name, input, raw })), refused: quoted };
}

/** Offset of the first marker at the beginning of a line. */
function firstMarker(text: string): number | null {
  const found = new RegExp(`(?:^|\\n)[ \\t]*(?:${MARKER.source})`).exec(text);
  return found === null ? null : found.index;
}

/** Parses a text that consists only of calls; null if it contains anything else. */
function readForms(text: string): readonly TextCall[] | null {
  const calls: TextCall[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const found = FORMS.map((form) => form(rest)).find((each) => each !== null);
    if (found === undefined || found === null || found.calls.length === 0) return null;
    calls.push(...found.calls);
    if (calls.length > MOST_CALLS) return null;
    rest = rest.slice(found.end).trimStart();
  }
  return calls;
}

/**
 * JSON that is the whole text or a fence at its end, with every call naming a known tool. Rejected if the preceding words do not announce
 * it.
 */
function readJsonCall(text: string, known: (name: string) => boolean): readonly TextCall[] | 'refused' | null {
  const trimmed = text.trim();
  const fenceAt = trimmed.lastIndexOf('\n```', trimmed.length - 5);
  const fenced = trimmed.endsWith('```') ? (FENCE.exec(trimmed) ?? FENCE.exec(trimmed.slice(fenceAt + 1)))?.[1]?.trim() : undefined;
  const json = fenced ?? trimmed;
  if (!/^[[{]/.test(json) || endOfJson(json, 0) !== json.length) return null;
  const { value } = parseJsonText(json);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const calls = list.map((each) => (isRecord(each) ? functionOf(each, json) : null));
  const whole = calls.length > 0 && calls.length <= MOST_CALLS && calls.every((call) => call !== null && known(call.name));
  const before = fenced === undefined ? '' : trimmed.slice(0, trimmed.lastIndexOf('```', trimmed.length - 4));
  if (!whole) return null;
  return isAnnounced(before) ? (calls as readonly TextCall[]) : 'refused';
}
