import { isAnnounced } from '../base/announced.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import type { WireCall } from './wire-call.ts';
import { MOST_CALLS } from './record.ts';
import { endOfJson, FORMS, functionOf, MARKER, type TextCall } from './text-forms.ts';
import { pythonCalls } from './text-python.ts';

/** The calls that were read from a text, and whether the text contains something like a call in a place where calls are not read. */
export interface TextReading {
  readonly calls: readonly (Pick<WireCall, 'name' | 'input'> & { readonly raw: string })[];
  readonly refused: boolean;
}

const NOTHING: TextReading = { calls: [], refused: false };
const REFUSED: TextReading = { calls: [], refused: true };

const END_TOKEN =
  /(?:<\|(?:eot|eot_id|eom_id|im_end|end|endoftext|end_of_text|END_OF_TURN_TOKEN|assistant_end)\|>|<start_function_response>|<｜end▁of▁sentence｜>|<\/s>|\[e~\[)$/;
/** JSON that is a call and nothing else, whichever name it has: copied messages of an API, and actions but LangChain's final answer. */
const JSON_CALL = /"tool_calls"\s*:\s*\[\s*\{|"action"\s*:\s*"(?!Final Answer")[^"\n]{1,128}"\s*,\s*"action_input"\s*:/;
/** Matches the reasoning that a model writes before its answer. */
const REASONING =
  /^(?:[\s\S]*<\/think>|\s*<\|START_THINKING\|>[\s\S]*<\|END_THINKING\|>|\s*<\|channel\|>analysis<\|message\|>[\s\S]*?<\|end\|>)/;
const FENCE = /^(?:Action:[ \t]*)?```(?:json|tool_call|tool_calls|tool_code)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;

/**
 * Reads the calls that a model wrote into its text: in the tags of chat templates, and as JSON, Python or ReAct lines that name a tool of
 * the catalog. A text may quote untrusted text or only describe a call. So calls are read only where templates put them: the first at the
 * beginning of a line, only calls after it, and only after words that announce a call.
 */
export function whatTextHolds(given: string, known: (name: string) => boolean): TextReading {
  const reasoning = REASONING.exec(given)?.[0] ?? '';
  const text = withoutEndTokens(given.slice(reasoning.length));
  const quoted = MARKER.test(reasoning);
  const from = firstMarker(text);
  const read = from === null ? readBare(text, known) : readForms(text.slice(from));
  if (read === 'refused') return REFUSED;
  if (read === null) return quoted || MARKER.test(text) ? REFUSED : NOTHING;
  // Refuse the calls if there is a marker in the words before them: it is a quotation, so they may be one too.
  if (from !== null && (MARKER.test(text.slice(0, from)) || !isAnnounced(text.slice(0, from)))) return REFUSED;
  return { calls: read.map(({ name, input, raw }) => ({ name, input, raw })), refused: quoted };
}

/** Most markers of a text that are looked at; a text with more counts as one with a call. */
const MOST_MARKERS = 32;

/** Whether a text contains a call in the tags of a chat template, wherever it is; a tag that is only named does not count. */
export function quotesCall(text: string): boolean {
  let count = 0;
  for (const { index, 0: marker } of text.matchAll(new RegExp(MARKER.source, 'g'))) {
    if (++count > MOST_MARKERS || /^\s{0,16}[{[<]/.test(text.slice(index + marker.length))) return true;
    const rest = text.slice(index);
    if (FORMS.some((form) => form(rest)?.calls.some(({ name }) => name !== ''))) return true;
  }
  return false;
}

/** Removes white space and tokens that end a turn from the end. The longest token has 32 characters. */
function withoutEndTokens(text: string): string {
  let kept = text.trimEnd();
  for (let end = END_TOKEN.exec(kept.slice(-32)); end !== null; end = END_TOKEN.exec(kept.slice(-32)))
    kept = kept.slice(0, kept.length - end[0].length).trimEnd();
  return kept;
}

/** Offset of the first marker of a call that is at the beginning of a line; null if there is none. */
function firstMarker(text: string): number | null {
  const found = new RegExp(`(?:^|\\n)[ \\t]*(?:${MARKER.source})`).exec(text);
  return found === null ? null : found.index;
}

/** Parses a text that contains nothing but calls; null if it contains anything else. */
function readForms(text: string): readonly TextCall[] | null {
  const calls: TextCall[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const found = FORMS.map((form) => form(rest)).find((each) => each !== null);
    if (found === undefined || found === null) return null;
    calls.push(...found.calls);
    if (calls.length > MOST_CALLS) return null;
    // Skip the semicolons with which Llama separates its calls.
    rest = rest.slice(found.end).replace(/^[\s;]+/, '');
  }
  return calls.length > 0 ? calls : null;
}

/**
 * Reads calls without tags, if they are the whole text or a fenced block at its end and each names a known tool: as JSON, Python or ReAct
 * lines. `refused` if the words before them do not announce a call.
 */
function readBare(text: string, known: (name: string) => boolean): readonly TextCall[] | 'refused' | null {
  const trimmed = text.trim();
  const fenceAt = trimmed.lastIndexOf('\n```', trimmed.length - 5);
  const fenced = trimmed.endsWith('```') ? (FENCE.exec(trimmed) ?? FENCE.exec(trimmed.slice(fenceAt + 1)))?.[1]?.trim() : undefined;
  const action = fenced === undefined ? actionOf(trimmed) : null;
  const body = fenced ?? trimmed;
  const calls = action === null ? callsOf(body) : action.calls;
  if (calls === null || calls.length === 0 || calls.length > MOST_CALLS || !calls.every((call) => known(call.name)))
    return body.startsWith('{') && JSON_CALL.test(body) ? 'refused' : null;
  const before = action?.before ?? (fenced === undefined ? '' : trimmed.slice(0, trimmed.lastIndexOf('```', trimmed.length - 4)));
  return isAnnounced(before) ? calls : 'refused';
}

/** Parses a text that contains nothing but calls as JSON or Python; null if it contains anything else. */
function callsOf(text: string): readonly TextCall[] | null {
  if (!/^[[{]\s*["{\]}]/.test(text)) return pythonCalls(text);
  const calls: TextCall[] = [];
  for (let rest = text; rest !== '';) {
    const end = endOfJson(rest, 0);
    const { value } = parseJsonText(rest.slice(0, Math.max(end, 0)));
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const read = list.map((each) => (isRecord(each) ? functionOf(each, rest.slice(0, end)) : null));
    if (end < 0 || !read.every((call) => call !== null)) return null;
    calls.push(...read);
    rest = rest.slice(end).replace(/^\s*;?\s*/, '');
  }
  return calls;
}

/** Matches the name before the input of a call: in ReAct after `Action:`, in Functionary after `>>>`. */
const ACTION = /(?:^|\n)(?:Action:[ \t]*([\w.-]{1,128})[ \t]*\r?\nAction Input:|>>>[ \t]*([\w.-]{1,128})[ \t]*\r?\n)\s*(?=\{)/g;

function actionOf(text: string): { readonly before: string; readonly calls: readonly TextCall[] } | null {
  const [found, ...others] = text.matchAll(ACTION);
  if (found === undefined || others.length > 0) return null;
  const from = found.index + found[0].length;
  const end = endOfJson(text, from);
  if (end < 0 || !/^\s*(?:Observation:)?\s*$/.test(text.slice(end))) return null;
  const json = text.slice(from, end);
  return { before: text.slice(0, found.index), calls: [{ name: found[1] ?? found[2] ?? '', input: { text: json }, raw: found[0] + json }] };
}
